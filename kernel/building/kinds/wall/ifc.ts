/** @module wall in IFC: a wall or curtain wall with its body, axis and layers. */
import { signedArea } from '../../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { Arc } from '../../geometry/walls/arcs/arc.ts';
import { axisLength, wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import { layersOf } from '../../geometry/walls/solid/banded-wall.ts';
import type { WallFootprint } from '../../geometry/walls/wall-joins.ts';
import type { WallSolid } from '../../geometry/walls/wall-mesh.ts';
import type { IfcArc, IfcItem, IfcNamed, IfcPlace, IfcProduct, IfcView } from '../facets/ifc.ts';
import { fireRatingLabel, inAllSchemas, plainLayer } from '../facets/ifc.ts';
import { cutsInPlace, directionBetween, inPlace, placeAt } from '../ifc/local.ts';
import { ifcLayers, ifcTypeOf } from '../ifc/typed.ts';
import { cutsOf, isCutByPlanes } from '../shared/cut-planes.ts';
import { fileItems } from '../shared/file-items.ts';
import { curtainIfc } from './curtain/ifc.ts';
import type { WallGiven } from './params.ts';
import { straightWall } from './straight-wall.ts';

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
  entity(element, view) {
    if (isCurtain(element)) return inAllSchemas('IfcCurtainWall');
    // The standard case requires one extrusion.
    const isExtruded =
      !endsUnder(element) &&
      !isCutByPlanes(element.params) &&
      view.footprint(element.id)?.bands === undefined;
    return isExtruded ? WALL : inAllSchemas('IfcWall');
  },
  parts: (element, _level, view) =>
    view.fileMesh(element.id) === null ? curtainIfc(element, view) : null,
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
    const { start, end, base_offset } = element.params;
    const { chain, directionAt } = wallAxis(element.params);
    const footprint = view.footprint(element.id);
    if (footprint === null) throw new RangeError('has no outline');
    const foot = { ...start, z: level.params.elevation + base_offset };
    const place = placeAt(foot, chain === null ? directionBetween(start, end) : directionAt(0));
    const axis = [
      { x: 0, y: 0 },
      { x: segmentLengthMm(start, end), y: 0 },
    ];
    const file = view.fileMesh(element.id);
    if (file !== null) return { place, items: fileItems(file), axis };
    if (endsUnder(element)) {
      const mesh = view.uncutMesh(element.id);
      if (mesh === null) throw new RangeError('has no body');
      return { place, items: [{ item: 'mesh', mesh }], axis };
    }
    const square = squareItem(element, footprint);
    const solid = solidAmong(element, footprint);
    const items = square === null ? layerItems(solid, place) : [square];
    const cuts = cutsInPlace(cutsOf(element.params, level.params.elevation), place);
    return {
      place,
      items: cuts.length === 0 ? items : items.map((item) => Object.assign({}, item, { cuts })),
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
    if (endsUnder(element) || isCutByPlanes(element.params)) return quantitiesUnder(element, view);
    const outline = view.footprint(element.id);
    const { length_mm, area_mm2, volume_mm3 } = view.measures(element.id);
    const side = axisLength(element.params) * height;
    return {
      Length: length_mm,
      Width: thickness,
      Height: height,
      GrossFootprintArea: outline === null ? null : footArea(outline),
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

/** Quantities of a wall that ends under a roof or floor or is cut by planes: it has a height only if that is constant. */
function quantitiesUnder({ id, params }: Walled, view: IfcView): IfcNamed {
  const { thickness } = params;
  const { length_mm, area_mm2, volume_mm3 } = view.measures(id);
  const [box, outline] = [view.bounds(id), view.footprint(id)];
  const side = view.grossMeasures(id).area_mm2;
  const height = box === null ? 0 : box.max.z - box.min.z;
  const full = axisLength(params) * height;
  const isLevel = side !== null && full > 0 && Math.abs(full - side) <= ROUNDING * full;
  return {
    Length: length_mm,
    Width: thickness,
    Height: isLevel ? height : null,
    GrossFootprintArea: outline === null ? null : footArea(outline),
    GrossSideArea: side,
    NetSideArea: area_mm2,
    GrossVolume: side === null ? null : side * thickness,
    NetVolume: volume_mm3,
  };
}

/** Area of the outline at the foot of a wall, mm². */
function footArea({ ring, bands: [lowest] = [] }: WallFootprint): number {
  return Math.abs(signedArea(lowest?.ring ?? ring));
}

/** The wall without its openings, its foot at 0. */
function solidAmong(element: Walled, footprint: WallFootprint): WallSolid {
  const { height } = element.params;
  return { wall: straightWall(element), footprint, base: 0, height, openings: [] };
}

type Extrusion = Extract<IfcItem, { readonly item: 'extrusion' }>;

/** One extrusion for each layer of a wall. */
function layerItems(solid: WallSolid, place: IfcPlace): readonly Extrusion[] {
  return layersOf(solid).map(({ footprint: { ring }, base, height: depth }): Extrusion => {
    const boundary = inPlace(ring, place);
    const section = { kind: 'outline', boundary, holes: [] } as const;
    if (base === 0) return { item: 'extrusion', section, depth };
    const axes = { axis: { x: 0, y: 0, z: 1 }, x: { x: 1, y: 0, z: 0 } };
    return { item: 'extrusion', section, depth, at: { origin: { x: 0, y: 0, z: base }, ...axes } };
  });
}

/** A wall without joints as a rectangle; null for others. */
function squareItem(
  { params: { start, end, via, thickness, height } }: Walled,
  { ring, joins, bands }: WallFootprint,
): Extrusion | null {
  if (bands !== undefined) return null;
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
