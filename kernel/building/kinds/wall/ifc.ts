/** @module wall in IFC: a wall or curtain wall with its body, axis and layers. */
import { signedArea } from '../../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { Arc } from '../../geometry/walls/arcs/arc.ts';
import { axisLength, wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import type { WallFootprint } from '../../geometry/walls/wall-joins.ts';
import type { IfcArc, IfcItem, IfcNamed, IfcPlace, IfcProduct, IfcView } from '../facets/ifc.ts';
import { fireRatingLabel, inAllSchemas, plainLayer } from '../facets/ifc.ts';
import { directionBetween, inPlace, placeAt } from '../ifc/local.ts';
import { ifcLayers, ifcTypeOf } from '../ifc/typed.ts';
import { curtainIfc } from './curtain/ifc.ts';
import type { WallGiven } from './params.ts';

type Walled = { readonly id: string; readonly params: WallGiven };

const WALL = { IFC2X3: 'IfcWallStandardCase', IFC4: 'IfcWall', IFC4X3: 'IfcWall' } as const;

function isCurtain({ params: { wall_type } }: Walled): boolean {
  return wall_type === 'curtain';
}

function endsUnder({ params: { top_under } }: Walled): boolean {
  return typeof top_under === 'string';
}

function predefinedOf({ params: { wall_type, usage, load_bearing } }: Walled): readonly string[] {
  if (wall_type === 'retaining') return ['RETAININGWALL', 'SOLIDWALL', 'STANDARD'];
  if (usage === 'partition' && !load_bearing) return ['PARTITIONING', 'STANDARD'];
  // `STANDARD` is deprecated in schemas that have another entity for it.
  return ['SOLIDWALL', 'STANDARD'];
}

/** The IFC product of a wall. */
export const wallIfc: IfcProduct<Walled> = {
  as: 'product',
  entity(element) {
    if (isCurtain(element)) return inAllSchemas('IfcCurtainWall');
    // The standard case requires an extrusion.
    return endsUnder(element) ? inAllSchemas('IfcWall') : WALL;
  },
  parts: (element, _level, view) => curtainIfc(element, view),
  attributes: () => ({}),
  type(element, view) {
    const { thickness, wall_type, usage } = element.params;
    const type = ifcTypeOf(element, view);
    if (type !== null) {
      return {
        entity: inAllSchemas('IfcWallType'),
        name: type.params.name,
        attributes: { PredefinedType: ['SOLIDWALL', 'STANDARD'] },
        layers: ifcLayers(type, view),
      };
    }
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
          layers: [plainLayer(thickness)],
        };
  },
  // The y axis points left; by default the first layer is there, so that layers run against y.
  reversed: (element, view) =>
    ifcTypeOf(element, view) !== null && element.params.layer_side !== 'right',
  shape(element, level, view) {
    const { start, end, height, base_offset } = element.params;
    const { chain, directionAt } = wallAxis(element.params);
    const footprint = view.footprint(element.id);
    if (footprint === null) throw new RangeError('has no outline');
    const foot = { ...start, z: level.params.elevation + base_offset };
    const place = placeAt(foot, chain === null ? directionBetween(start, end) : directionAt(0));
    const axis = [
      { x: 0, y: 0 },
      { x: segmentLengthMm(start, end), y: 0 },
    ];
    if (endsUnder(element)) {
      const mesh = view.uncutMesh(element.id);
      if (mesh === null) throw new RangeError('has no body');
      return { place, items: [{ item: 'mesh', mesh }], axis };
    }
    const square = squareItem(element, footprint);
    const boundary = inPlace(footprint.ring, place);
    const item: IfcItem = square ?? {
      item: 'extrusion',
      section: { kind: 'outline', boundary, holes: [] },
      depth: height,
    };
    return {
      place,
      items: [item],
      axis: chain === null ? axis : inPlace([start, end], place),
      ...(chain === null ? {} : { arc: arcInPlace(chain.arc, place) }),
    };
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
    const { height, thickness } = element.params;
    if (endsUnder(element)) return quantitiesUnder(element, view);
    const ring = view.footprint(element.id)?.ring;
    const { length_mm, area_mm2, volume_mm3 } = view.measures(element.id);
    const side = axisLength(element.params) * height;
    return {
      Length: length_mm,
      Width: thickness,
      Height: height,
      GrossFootprintArea: ring === undefined ? null : Math.abs(signedArea(ring)),
      GrossSideArea: side,
      NetSideArea: area_mm2,
      // Without joints, by its definition; the net volume has them.
      GrossVolume: side * thickness,
      NetVolume: volume_mm3,
    };
  },
};

/** The arc of a wall in its local frame. */
function arcInPlace({ centre, radius, turn }: Arc, place: IfcPlace): IfcArc {
  const [middle = centre] = inPlace([centre], place);
  return { centre: middle, radius, turn };
}

/** Relative difference of areas that are equal but for rounding. */
const ROUNDING = 1e-6;

/** Quantities of a wall that ends under a roof or floor: it has a height only if that is constant. */
function quantitiesUnder({ id, params }: Walled, view: IfcView): IfcNamed {
  const { thickness } = params;
  const { length_mm, area_mm2, volume_mm3 } = view.measures(id);
  const [box, ring] = [view.bounds(id), view.footprint(id)?.ring];
  const side = view.grossMeasures(id).area_mm2;
  const height = box === null ? 0 : box.max.z - box.min.z;
  const full = axisLength(params) * height;
  const isLevel = side !== null && full > 0 && Math.abs(full - side) <= ROUNDING * full;
  return {
    Length: length_mm,
    Width: thickness,
    Height: isLevel ? height : null,
    GrossFootprintArea: ring === undefined ? null : Math.abs(signedArea(ring)),
    GrossSideArea: side,
    NetSideArea: area_mm2,
    GrossVolume: side === null ? null : side * thickness,
    NetVolume: volume_mm3,
  };
}

/** A wall without joints as a rectangle; null for others. */
function squareItem(
  { params: { start, end, via, thickness, height } }: Walled,
  { ring, joins }: WallFootprint,
): IfcItem | null {
  // An arc of a single facet has the outline of a straight wall, but another length.
  if (via !== undefined && via !== null) return null;
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
