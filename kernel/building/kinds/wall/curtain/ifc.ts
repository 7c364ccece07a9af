/** @module curtain walls in IFC: a wall with plates and members as its parts, and doors and windows among them. */
import type { PlanPoint } from '../../../../../schemas/units.ts';
import type { CurtainPart } from '../../../geometry/curtain/curtain-body.ts';
import { mullionLength, panelArea, partVolume } from '../../../geometry/curtain/curtain-body.ts';
import type { IfcItem, IfcNamed, IfcPart, IfcPlace, IfcView } from '../../facets/ifc.ts';
import { inAllSchemas } from '../../facets/ifc.ts';
import { directionBetween, inPlace, placeAt } from '../../ifc/local.ts';
import { type Curtained, gridOf } from './params.ts';
import { partsIn } from './wall-parts.ts';

type Walled = {
  readonly id: string;
  readonly params: Curtained & {
    readonly start: PlanPoint;
    readonly end: PlanPoint;
    readonly usage: string;
  };
};

const PANEL = inAllSchemas('IfcPlate');
const MULLION = inAllSchemas('IfcMember');

/** The parts of a wall with a grid; null for a solid wall. Throws `RangeError` without an outline. */
export function curtainIfc(element: Walled, view: IfcView): readonly IfcPart[] | null {
  const grid = gridOf(element.params);
  if (grid === null) return null;
  const parts = partsIn(element, view);
  if (parts === null) throw new RangeError('has no outline');
  const { start, end, usage } = element.params;
  const place = placeAt({ ...start, z: 0 }, directionBetween(start, end));
  const common = { IsExternal: usage === 'exterior', LoadBearing: false };
  const [ofPanels, ofMullions] = [{ Pset_PlateCommon: common }, { Pset_MemberCommon: common }];
  return parts.map((part): IfcPart => {
    const isPanel = part.role === 'panel';
    return {
      key: part.key,
      entity: isPanel ? PANEL : MULLION,
      name: `${isPanel ? 'Panel' : 'Mullion'} ${part.key}`,
      attributes: { PredefinedType: [isPanel ? 'CURTAIN_PANEL' : 'MULLION'] },
      items: itemsOf(part, place).map((item) =>
        Object.assign(item, { finish: part.solid ? 'frame' : 'glass' } as const),
      ),
      properties: isPanel ? ofPanels : ofMullions,
      quantities: isPanel ? ofPanel(part) : ofMullion(part),
    };
  });
}

/** Rectangles within the strip of the wall, outlines at its ends. */
function itemsOf(
  { rect, across: { right, left }, outlines, isSquare }: CurtainPart,
  place: IfcPlace,
): readonly IfcItem[] {
  const [axis, x] = [
    { x: 0, y: 0, z: 1 },
    { x: 1, y: 0, z: 0 },
  ];
  const depth = rect.high - rect.low;
  if (isSquare) {
    const section = { kind: 'rectangle', width: rect.to - rect.from, depth: left - right } as const;
    const origin = { x: (rect.from + rect.to) / 2, y: (left + right) / 2, z: rect.low };
    return [{ item: 'extrusion', section, depth, at: { origin, axis, x } }];
  }
  return outlines.map((ring) => ({
    item: 'extrusion',
    section: { kind: 'outline', boundary: inPlace(ring, place), holes: [] },
    depth,
    at: { origin: { x: 0, y: 0, z: rect.low }, axis, x },
  }));
}

function ofPanel(part: CurtainPart): IfcNamed {
  const { from, to, low, high } = part.rect;
  const thickness = part.across.left - part.across.right;
  const [area, volume] = [panelArea(part), partVolume(part)];
  return {
    Width: thickness,
    Perimeter: 2 * (to - from + high - low),
    GrossArea: area,
    NetArea: area,
    GrossVolume: volume,
    NetVolume: volume,
  };
}

function ofMullion(part: CurtainPart): IfcNamed {
  const [length, volume] = [mullionLength(part), partVolume(part)];
  return {
    Length: length,
    CrossSectionArea: volume / length,
    GrossVolume: volume,
    NetVolume: volume,
  };
}
