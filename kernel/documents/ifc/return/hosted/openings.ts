/** @module openings: moves and resizes the opening of a hole in the file, and what fills it. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { SAME_PLACE_MM } from '../../../../building/geometry/tolerances.ts';
import { type Box3, cross, type Point3 } from '../../../../building/geometry/vector.ts';
import { faceSection } from '../../../../building/kinds/ifc/face-sections.ts';
import { PatchFault } from '../../patch/patch-fault.ts';
import type { PatchValue } from '../../patch/patch-value.ts';
import { real, reals, ref, refs, text } from '../../patch/patch-value.ts';
import { IDENTITY, type Matrix, pointThrough, product as times } from '../../shape/matrix.ts';
import { representationOf } from '../bodies.ts';
import { relative } from '../frame.ts';
import { outlineEdit, outlineOf } from '../outlines.ts';
import { moveTo } from '../places.ts';
import { addExtrusion, type Extrusion, type Target } from '../solids.ts';
import { BEYOND_MM, type Flush, type Hole, isSameBox, stretched } from './holes.ts';

/** Largest difference of two parallel axes, as elements of a rotation. */
const PARALLEL = 1e-9;

/** A hole before and after an edit. */
export type HoleEdit = { readonly before: Hole; readonly after: Hole };

/**
 * Moves a product so that it keeps its place in a hole. `was`: its place before all edits, mm in the model.
 * @throws {PatchFault} if it has no local placement
 */
export function followHole(
  target: Target,
  product: number,
  was: Matrix,
  { before, after }: HoleEdit,
): void {
  moveTo(target, product, times(times(after.frame, relative(before.frame, IDENTITY)), was));
}

/**
 * Changes the sizes or the outline of an opening that is already at its new place. A body that is not made of extrusions
 * along or across its host is replaced by one extrusion.
 * @throws {PatchFault} if the opening has no body
 */
export function resizeOpening(target: Target, opening: number, edit: HoleEdit): void {
  const isSameOutline =
    deepEqual(edit.before.outline, edit.after.outline) &&
    deepEqual(edit.before.sector, edit.after.sector);
  const isFreed = FLUSH_EDGES.some((edge) => edit.before.flush[edge] && !edit.after.flush[edge]);
  if (isSameOutline && !isFreed && isSameBox(edit.before.box, edit.after.box)) return;
  const body = representationOf(target, opening, 'Body');
  const items = body === null ? [] : target.patch.refs(body, 'Items');
  if (body === null || items.length === 0) {
    throw new PatchFault('the opening has no body in the file');
  }
  // What reached beyond an edge of the wall would cut the wall where it now goes on.
  const isStretched =
    isSameOutline && !isFreed && stretchAll(target, { product: opening, items }, edit);
  if (isStretched) return;
  const local = relative(target.frame.place(target.patch, opening), edit.after.frame);
  const item = addExtrusion(target, extrusionIn(edit.after), local);
  target.patch.setItems({ product: opening, item: body }, { items: [item], type: 'SweptSolid' });
}

/** Stretches all items of an opening; returns false, with nothing done, if one of them has another form. */
function stretchAll(
  target: Target,
  { product, items }: { readonly product: number; readonly items: readonly number[] },
  edit: HoleEdit,
): boolean {
  try {
    target.patch.together(() => {
      for (const item of items) stretchItem(target, { product, item }, edit);
    });
    return true;
  } catch (error) {
    if (error instanceof PatchFault) return false;
    throw error;
  }
}

const FLUSH_EDGES = ['start', 'end', 'foot', 'top'] as const;

/** A hole as an extrusion in its frame, mm. */
function extrusionIn({ box, outline, arcs, upright, sector, flush }: Hole): Extrusion {
  const { min, max } = beyondEdges(box, flush);
  const [low, high] = upright ? [min.z, max.z] : [min.y, max.y];
  const boundary = sector ??
    outline ?? [
      { x: min.x, y: low },
      { x: max.x, y: low },
      { x: max.x, y: high },
      { x: min.x, y: high },
    ];
  const along = { x: 1, y: 0, z: 0 };
  // A hole in an arc is extruded along its host, and across it wider than the faces already.
  const reach = sector === null ? BEYOND_MM : 0;
  const at = upright
    ? { origin: { x: 0, y: max.y + reach, z: 0 }, axis: { x: 0, y: -1, z: 0 }, x: along }
    : { origin: { x: 0, y: 0, z: min.z - reach }, axis: { x: 0, y: 0, z: 1 }, x: along };
  const depth = (upright ? max.y - min.y : max.z - min.z) + 2 * reach;
  if (arcs !== undefined) {
    const past = arcs.form === 'arched' && flush.foot ? BEYOND_MM : 0;
    const { section, origin } = faceSection({ ...arcs, height: arcs.height + past });
    const corner = { x: origin.x, y: at.origin.y, z: origin.y - past };
    return { item: 'extrusion', section, depth, at: { ...at, origin: corner } };
  }
  return { item: 'extrusion', section: { kind: 'outline', boundary, holes: [] }, depth, at };
}

/** The box, extended beyond the edges of its wall that it reaches. */
function beyondEdges({ min, max }: Box3, { start, end, foot, top }: Flush): Box3 {
  return {
    min: { x: min.x - beyond(start), y: min.y, z: min.z - beyond(foot) },
    max: { x: max.x + beyond(end), y: max.y, z: max.z + beyond(top) },
  };
}

function beyond(isFlush: boolean): number {
  return isFlush ? BEYOND_MM : 0;
}

/** Stretches an extrusion along the axes of a hole. */
function stretchItem(
  { patch, frame }: Target,
  place: { readonly product: number; readonly item: number },
  { before: { box: from }, after: { frame: hole, box: to } }: HoleEdit,
): void {
  const { product, item } = place;
  const { outline, position, depth, ahead } = extrusionOf({ patch, frame }, item);
  const own = frame.matrixToMm(patch.axes(position));
  const at = relative(hole, times(frame.place(patch, product), own));
  if (!isAligned([at[2], at[6], at[10]])) {
    throw new PatchFault('the opening is oblique to its wall');
  }
  const ends = [0, ahead].map((z) => stretched(pointThrough(at, { x: 0, y: 0, z }), from, to));
  const back = relative(at, IDENTITY);
  // The origin moves along the extrusion only; in the plane, the corners move.
  const [low = 0, high = 0] = ends.map((end) => pointThrough(back, end).z);
  const points = outline.points.map(({ x, y }) => {
    const moved = pointThrough(back, stretched(pointThrough(at, { x, y, z: 0 }), from, to));
    return { x: moved.x, y: moved.y };
  });
  const edit = { ...outlineEdit(outline, points, frame) };
  const size = Math.abs(high - low);
  const isDeep = Math.abs(size - depth) > SAME_PLACE_MM;
  const isMoved = Math.abs(low) > SAME_PLACE_MM;
  patch.setExtrusion(place, {
    ...edit,
    ...(isDeep ? { depth: frame.length(size) } : {}),
    ...(isMoved
      ? { position: frame.axes(times(own, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, low]), own) }
      : {}),
  });
}

/** An extruded outline: the row of its position, its depth, and its end along the axis of the position; mm. */
function extrusionOf({ patch, frame }: Target, item: number) {
  const isExtrusion = patch.isA(item, 'IfcExtrudedAreaSolid');
  const profile = isExtrusion ? patch.ref(item, 'SweptArea') : null;
  const position = isExtrusion ? patch.ref(item, 'Position') : null;
  const outline = profile === null ? null : outlineOf(patch, frame, profile);
  const direction = isExtrusion ? patch.ref(item, 'ExtrudedDirection') : null;
  const [dx = 0, dy = 0, dz = 0] =
    direction === null ? [] : patch.numbers(direction, 'DirectionRatios');
  if (outline === null || position === null || dx !== 0 || dy !== 0 || dz === 0) {
    throw new PatchFault('the body of the opening is not made of extruded outlines');
  }
  const stated = patch.value(item, 'Depth');
  const depth = stated.kind === 'real' || stated.kind === 'integer' ? frame.toMm(stated.value) : 0;
  return { outline, position, depth, ahead: Math.sign(dz) * depth };
}

function isAligned(direction: readonly number[]): boolean {
  return direction.some((value) => Math.abs(Math.abs(value) - 1) <= PARALLEL);
}

/**
 * Scales the body of a product that fills a hole, along the wall and upwards, and states its sizes. Others with the same
 * mapped body keep theirs.
 * @throws {PatchFault} if its body is oblique to the wall
 */
export function resizeFilling(target: Target, filling: number, edit: HoleEdit): void {
  const { patch, frame } = target;
  const { before, after } = edit;
  const sizes = [
    ['OverallWidth', before.box.max.x, after.box.max.x],
    ['OverallHeight', before.box.max.z, after.box.max.z],
  ] as const;
  const scales = sizes.map(([, from, to]) => to / from);
  const [wide = 1, high = 1] = scales;
  if (sizes.every(([, from, to]) => Math.abs(to - from) <= SAME_PLACE_MM)) return;
  const body = representationOf(target, filling, 'Body');
  if (body !== null) scaleBody(target, { product: filling, body }, after.frame, [wide, 1, high]);
  for (const [name, from, to] of sizes) {
    if (Math.abs(to - from) <= SAME_PLACE_MM) continue;
    patch.setAttribute(filling, name, real(frame.length(to)));
  }
}

/** States the sizes of a hole for the door or window that fills it, where the file states others or none. */
export function stateSizes({ patch, frame }: Target, filling: number, { box }: Hole): void {
  const sizes = [
    ['OverallWidth', box.max.x - box.min.x],
    ['OverallHeight', box.max.z - box.min.z],
  ] as const;
  for (const [name, size] of sizes) {
    const stated = patch.value(filling, name);
    const known = stated.kind === 'real' || stated.kind === 'integer' ? stated.value : 0;
    if (Math.abs(frame.toMm(known) - size) <= SAME_PLACE_MM) continue;
    patch.setAttribute(filling, name, real(frame.length(size)));
  }
}

type Factors = readonly [x: number, y: number, z: number];

function scaleBody(
  target: Target,
  { product, body }: { readonly product: number; readonly body: number },
  hole: Matrix,
  factors: Factors,
): void {
  const { patch, frame } = target;
  const items = patch.refs(body, 'Items');
  const isMapped = items.every((item) => patch.isA(item, 'IfcMappedItem'));
  const mapped = isMapped && items.length > 0 ? items : [mapBody(target, product, body)];
  for (const item of mapped) {
    const operator = patch.ref(item, 'MappingTarget');
    if (operator === null) throw new PatchFault('its body has no mapping');
    const map = operatorMatrix(target, operator);
    const at = relative(hole, times(frame.place(patch, product), map));
    const own = axisFactors(at, factors);
    const origin = pointThrough(relative(at, IDENTITY), {
      x: at[3] * factors[0],
      y: at[7] * factors[1],
      z: at[11] * factors[2],
    });
    const { x, y, z } = pointThrough(map, origin);
    patch.scaleMapped({ product, item }, { factors: own, origin: frame.lengths([x, y, z]) });
  }
}

/** The factors along the axes of a mapping, each of which is along an axis of the hole. */
function axisFactors(at: Matrix, factors: Factors): Factors {
  const along = ([x, y, z]: readonly [number, number, number]): number => {
    const i = [x, y, z].findIndex((value) => Math.abs(Math.abs(value) - 1) <= PARALLEL * 1000);
    if (i < 0) throw new PatchFault('its body is oblique to the wall');
    return factors[i] ?? 1;
  };
  return [
    along([at[0], at[4], at[8]]),
    along([at[1], at[5], at[9]]),
    along([at[2], at[6], at[10]]),
  ];
}

/** The axes and the origin of a transformation operator, mm, without its scales. */
function operatorMatrix({ patch, frame }: Target, operator: number): Matrix {
  const vector = (attribute: string): Point3 | null => {
    const row = patch.ref(operator, attribute);
    if (row === null) return null;
    const [x = 0, y = 0, z = 0] = patch.numbers(row, 'DirectionRatios');
    const length = Math.hypot(x, y, z);
    return { x: x / length, y: y / length, z: z / length };
  };
  const x = vector('Axis1') ?? { x: 1, y: 0, z: 0 };
  const z = vector('Axis3') ?? { x: 0, y: 0, z: 1 };
  const y = vector('Axis2') ?? cross(z, x);
  const origin = patch.ref(operator, 'LocalOrigin');
  const [ox = 0, oy = 0, oz = 0] = origin === null ? [] : patch.numbers(origin, 'Coordinates');
  const [px, py, pz] = [frame.toMm(ox), frame.toMm(oy), frame.toMm(oz)];
  return [x.x, y.x, z.x, px, x.y, y.y, z.y, py, x.z, y.z, z.z, pz];
}

/** Makes the body of a product the map of one item, so that it can be scaled whatever its items are; returns the item. */
function mapBody({ patch }: Target, product: number, body: number): number {
  const shape = patch.ref(product, 'Representation');
  if (shape === null) throw new PatchFault('the product has no body');
  const value = (attribute: string): PatchValue => {
    const row = patch.ref(body, attribute);
    if (row === null) throw new PatchFault(`its body has no ${attribute}`);
    return ref(row);
  };
  const [, own = shape] = patch.own([product, shape]);
  const point = patch.add('IfcCartesianPoint', { Coordinates: reals([0, 0, 0]) });
  const map = patch.add('IfcRepresentationMap', {
    MappingOrigin: ref(patch.add('IfcAxis2Placement3D', { Location: ref(point) })),
    MappedRepresentation: ref(body),
  });
  const item = patch.add('IfcMappedItem', {
    MappingSource: ref(map),
    MappingTarget: ref(
      patch.add('IfcCartesianTransformationOperator3D', { LocalOrigin: ref(point) }),
    ),
  });
  const made = patch.add('IfcShapeRepresentation', {
    ContextOfItems: value('ContextOfItems'),
    RepresentationIdentifier: text('Body'),
    RepresentationType: text('MappedRepresentation'),
    Items: refs([item]),
  });
  const all = patch.refs(own, 'Representations').map((row) => (row === body ? made : row));
  patch.setAttribute(own, 'Representations', refs(all));
  return item;
}
