/** @module roofs: roofs of even thickness over an outline whose sides slope or are gables. */
import type { ElementRecord, JsonObject } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import { type RoofEdge, sidesOf } from '../../../../building/geometry/roofs/roof-forms.ts';
import { roofShape, type RoofSpec } from '../../../../building/geometry/roofs/roof-shape.ts';
import { type Point2, type Point3, segmentLengthMm } from '../../../../building/geometry/vector.ts';
import { kindOfEdges } from '../../../../building/kinds/roof/roof-form.ts';
import type { ProductShape } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import { prismOf } from '../outlines/body-prism.ts';
import { eavesOf, type Eaves, type SideSlope } from '../outlines/layers/eaves.ts';
import { type Layer, layerOf } from '../outlines/layers/layer.ts';
import { gridRing } from '../outlines/plan-ring.ts';
import { outlineOf } from '../outlines/prism-outline.ts';
import type { Product } from '../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../proposal.ts';
import { openingRows, throughOpenings, withOpenings } from './slab-openings.ts';
import { capPlanes, notchPlane, planeParams } from './wall-planes.ts';

/** The roof that a product is. */
export function proposeRoof(
  product: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const form = formOf(shape, context);
  if (isUnrecognised(form)) return form;
  const { ids, storeys } = context;
  const host_id = ids.of('roof', product);
  const openings = throughOpenings(openingRows(product, shape, context), form, {
    host_id,
    context,
  });
  if (isUnrecognised(openings)) return openings;
  const level = storeys.of(product.storey, form.base);
  const element: ElementRecord = {
    id: host_id,
    kind: 'roof',
    params: {
      level_id: level.id,
      name: nameOf(product),
      ...form.params,
      thickness: toGrid(form.thickness),
      base_offset: toGrid(form.base - level.elevation),
      overhang: 0,
      type_id: null,
      ...planeParams([...form.cuts, ...openings.planes], level.elevation),
    },
  };
  return withOpenings(product, { shape, element, openings });
}

/** The form of a roof: parameters of its outline and slopes, the height of its outline, and its thickness, mm. */
type Form = {
  readonly params: JsonObject;
  readonly outline: readonly Point2[];
  /** Corners of its box. */
  readonly corners: readonly Point3[];
  readonly base: number;
  readonly thickness: number;
  readonly cuts: Parameters<typeof planeParams>[0];
};

function formOf(shape: ProductShape, context: Context): Form | Unrecognised {
  const prism = prismOf(shape, context);
  if (!isUnrecognised(prism)) {
    const { boundary, holes } = outlineOf(prism);
    if (boundary.length < 3) return { why: 'outline in plan has no area' };
    const params = { ...outlined(boundary, holes), roof_type: 'flat', slope_deg: 0 };
    const { low, high } = prism;
    const corners = cornersBetween(boundary, low, high);
    return { params, outline: boundary, corners, base: low, thickness: high - low, cuts: [] };
  }
  const solid = context.evaluator.evaluate(shape.items, []);
  if (!solid.ok) return { why: solid.why };
  const layer = solid.closed ? layerOf(solid.mesh()) : null;
  if (layer === null) return { why: 'body is no layer of even thickness' };
  const eaves = eavesOf(layer);
  if (isUnrecognised(eaves)) return eaves;
  const { min, max } = solid.box;
  return slopedForm(layer, eaves, cornersBetween(layer.boundary, min.z, max.z));
}

function slopedForm(
  { slopes, thickness, cuts }: Layer,
  eaves: Eaves,
  corners: readonly Point3[],
): Form | Unrecognised {
  const { boundary, uncovered, holes, base, sides } = eaves;
  const [first] = sides.flatMap((side) => (side === null ? [] : [side]));
  if (first === undefined) return { why: 'no side of the outline slopes' };
  const outline = outlined(
    gridRing(boundary),
    holes.map((hole) => gridRing(hole)),
  );
  const { slope_deg } = first;
  const form =
    slopes.length === 1 ? { roof_type: 'shed' } : edgesOf(sides, { boundary, holes, first });
  if (isUnrecognised(form)) return form;
  return {
    params: { ...outline, ...form, slope_deg },
    outline: boundary,
    corners,
    base,
    thickness,
    cuts: [...cuts.flatMap(capPlanes), ...uncovered.map((part) => notchPlane(part, base))],
  };
}

/** The form by its name if that has these sides, else side by side; sides as the first need no slopes of their own. */
function edgesOf(
  sides: Eaves['sides'],
  { boundary, holes, first }: Sided,
): JsonObject | Unrecognised {
  const { slope_deg, upper } = first;
  const isAlike = sides.every((side) => side === null || isSameSlope(side, first));
  const broken =
    upper === null
      ? { upper_slope_deg: 1, break_height: 1 }
      : { upper_slope_deg: upper.slope_deg, break_height: toGrid(upper.height) };
  const edges = sides.map((side) => edgeOf(side, first));
  const kind = kindOfEdges(edges);
  const plain = sidesOf({ kind, boundary, holes, slope_deg, ...broken, edges: null });
  const isPlain =
    isAlike &&
    plain.ok &&
    'sides' in plain &&
    sides.every((side, i) => (side === null) === (plain.sides[i] === null));
  if (isPlain) return { roof_type: kind, ...(upper === null ? {} : broken) };
  const why = whyNoGable({ kind, boundary, holes, slope_deg, ...broken, edges, overhang: 0 });
  return why === null ? { roof_type: kind, edges } : { why };
}

/** Why a side of a roof in a file that does not slope is no gable; null if each of them is one. */
export function whyNoGable(form: RoofSpec): string | null {
  const made = roofShape(form);
  if (made.ok || made.why.fault !== 'gable_inside') return null;
  const rings = [form.boundary, ...form.holes];
  const sides = rings.flatMap((ring) =>
    ring.map((from, i) => ({ from, to: ring[(i + 1) % ring.length] ?? from })),
  );
  const side = sides[made.why.side];
  if (side === undefined) return null;
  const [length, x, y] = [segmentLengthMm(side.from, side.to), side.from.x, side.from.y].map(
    (value) => Math.round(value),
  );
  return `side ${made.why.side + 1} of ${sides.length} of its eaves, ${length} mm long from (${x}, ${y}), has no slope, but is no gable: it ends at a corner that turns inwards, or under a slope of another side`;
}

type Sided = {
  readonly boundary: readonly Point2[];
  readonly holes: readonly (readonly Point2[])[];
  readonly first: SideSlope;
};

function edgeOf(side: SideSlope | null, first: SideSlope): RoofEdge {
  if (side === null) return { gable: true };
  const { slope_deg, upper } = side;
  return {
    ...(Math.abs(slope_deg - first.slope_deg) <= SAME_DEG ? {} : { slope_deg }),
    ...(upper === null
      ? {}
      : { upper_slope_deg: upper.slope_deg, break_height: toGrid(upper.height) }),
  };
}

/** Largest difference of equal slopes, degrees, and of equal heights, mm: rounding of the file. */
const [SAME_DEG, SAME_MM] = [1e-4, 0.1];

function isSameSlope(a: SideSlope, b: SideSlope): boolean {
  if (Math.abs(a.slope_deg - b.slope_deg) > SAME_DEG) return false;
  if (a.upper === null || b.upper === null) return a.upper === b.upper;
  const { slope_deg, height } = a.upper;
  return (
    Math.abs(slope_deg - b.upper.slope_deg) <= SAME_DEG &&
    Math.abs(height - b.upper.height) <= SAME_MM
  );
}

function outlined(boundary: Point2[], holes: readonly Point2[][]): JsonObject {
  return { boundary_points: boundary, ...(holes.length === 0 ? {} : { holes: [...holes] }) };
}

function cornersBetween(ring: readonly Point2[], low: number, high: number): readonly Point3[] {
  return [low, high].flatMap((z) => ring.map(({ x, y }) => ({ x, y, z })));
}
