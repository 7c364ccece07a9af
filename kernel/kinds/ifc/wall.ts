import type { PlanPoint } from '../../../schemas/units.ts';
/** @module wall in IFC: a wall or curtain wall, its mitred outline extruded, with its thickness as one layer. */
import { signedArea } from '../../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { WallFootprint } from '../../geometry/walls/wall-joins.ts';
import type { IfcItem, IfcProduct } from './facet.ts';
import { fireRatingLabel, inAllSchemas } from './facet.ts';
import { directionBetween, inPlace, placeAt } from './local.ts';

type Walled = {
  readonly id: string;
  readonly params: {
    readonly start: PlanPoint;
    readonly end: PlanPoint;
    readonly height: number;
    readonly thickness: number;
    readonly base_offset: number;
    readonly wall_type: string;
    readonly usage: string;
    readonly fire_rating_min: number | null;
    readonly load_bearing: boolean;
  };
};

const WALL = { IFC2X3: 'IfcWallStandardCase', IFC4: 'IfcWall', IFC4X3: 'IfcWall' } as const;

function isCurtain({ params: { wall_type } }: Walled): boolean {
  return wall_type === 'curtain';
}

function predefinedOf({ params: { wall_type, usage, load_bearing } }: Walled): readonly string[] {
  if (wall_type === 'retaining') return ['RETAININGWALL', 'SOLIDWALL', 'STANDARD'];
  if (usage === 'partition' && !load_bearing) return ['PARTITIONING', 'STANDARD'];
  // Deprecated where there is another word for it.
  return ['SOLIDWALL', 'STANDARD'];
}

/** What a wall is in IFC. */
export const wallIfc: IfcProduct<Walled> = {
  as: 'product',
  entity: (element) => (isCurtain(element) ? inAllSchemas('IfcCurtainWall') : WALL),
  part: () => null,
  attributes: () => ({}),
  type(element) {
    const { thickness, wall_type, usage } = element.params;
    const name = `${wall_type} ${usage} ${thickness} mm`;
    return isCurtain(element)
      ? {
          entity: inAllSchemas('IfcCurtainWallType'),
          name,
          attributes: { PredefinedType: ['NOTDEFINED'] },
        }
      : {
          entity: inAllSchemas('IfcWallType'),
          name: element.params.load_bearing ? `${name} load-bearing` : name,
          attributes: { PredefinedType: predefinedOf(element) },
          layer: thickness,
        };
  },
  shape(element, level, view) {
    const { start, end, height, base_offset } = element.params;
    const footprint = view.footprint(element.id);
    if (footprint === null) throw new RangeError('has no outline');
    const foot = { ...start, z: level.params.elevation + base_offset };
    const place = placeAt(foot, directionBetween(start, end));
    const axis = [
      { x: 0, y: 0 },
      { x: segmentLengthMm(start, end), y: 0 },
    ];
    const square = squareItem(element, footprint);
    const boundary = inPlace(footprint.ring, place);
    const item: IfcItem = square ?? {
      item: 'extrusion',
      section: { kind: 'outline', boundary, holes: [] },
      depth: height,
    };
    return { place, items: [item], axis };
  },
  properties({ params: { usage, load_bearing, fire_rating_min } }) {
    const common = {
      IsExternal: usage === 'exterior',
      FireRating: fireRatingLabel(fire_rating_min),
    };
    return {
      Pset_WallCommon: { ...common, LoadBearing: load_bearing },
      Pset_CurtainWallCommon: common,
    };
  },
  quantities(element, view) {
    const { height, thickness, start, end } = element.params;
    const ring = view.footprint(element.id)?.ring;
    const { length_mm, area_mm2, volume_mm3 } = view.measures(element.id);
    const footprint = ring === undefined ? null : Math.abs(signedArea(ring));
    return {
      Length: length_mm,
      Width: thickness,
      Height: height,
      GrossFootprintArea: footprint,
      GrossSideArea: segmentLengthMm(start, end) * height,
      NetSideArea: area_mm2,
      GrossVolume: footprint === null ? null : footprint * height,
      NetVolume: volume_mm3,
    };
  },
};

/** A wall that nothing joins, as a rectangle; null for any other. */
function squareItem(
  { params: { start, end, thickness, height } }: Walled,
  { ring, joins }: WallFootprint,
): IfcItem | null {
  if (ring.length !== 4 || joins.some(({ kind }) => kind !== 'none')) return null;
  const width = segmentLengthMm(start, end);
  return {
    item: 'extrusion',
    section: { kind: 'rectangle', width, depth: thickness },
    depth: height,
    at: {
      origin: { x: width / 2, y: 0, z: 0 },
      axis: { x: 0, y: 0, z: 1 },
      x: { x: 1, y: 0, z: 0 },
    },
  };
}
