/** @module vector: points, boxes and exact predicates on the 0.001 mm grid. */

/** Plan point in millimetres. */
export type Point2 = { readonly x: number; readonly y: number };

/** Point in millimetres, z upwards. */
export type Point3 = { readonly x: number; readonly y: number; readonly z: number };

/** Axis-aligned box in millimetres; `min` is at most `max` on each axis. */
export type Box3 = { readonly min: Point3; readonly max: Point3 };

/** Axis-aligned plan box in millimetres. */
export type Box2 = { readonly min: Point2; readonly max: Point2 };

/** Nearest integer number of micrometres to a length in mm; halves round away from zero. */
export function micrometres(mm: number): number {
  return mm < 0 ? 0 - Math.round(-mm * 1000) : Math.round(mm * 1000) + 0;
}

/** Length in mm rounded to the 0.001 mm grid; never -0. */
export function onGrid(mm: number): number {
  return micrometres(mm) / 1000 + 0;
}

/** Plan point rounded to the 0.001 mm grid. */
export function pointOnGrid(point: Point2): Point2 {
  return { x: onGrid(point.x), y: onGrid(point.y) };
}

/** Point whose coordinates are integer micrometres, from one in mm. */
export function pointInMicrometres(point: Point2): Point2 {
  return { x: micrometres(point.x), y: micrometres(point.y) };
}

/**
 * Exact sign (-1, 0, 1) of `a*d - b*c` for integers below 2^53. Rounding to doubles preserves the order of the
 * products, so products that differ as doubles differ exactly; equal ones above 2^53 need BigInt.
 */
export function determinantSign(a: number, b: number, c: number, d: number): number {
  const left = a * d;
  const right = b * c;
  if (left !== right) return left > right ? 1 : -1;
  if (Math.abs(left) <= Number.MAX_SAFE_INTEGER) return 0;
  const exact = BigInt(a) * BigInt(d) - BigInt(b) * BigInt(c);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/** Exact side of `c` from the line `a`→`b`, in integer micrometres: 1 left, 0 on the line, -1 right. */
export function orientation(a: Point2, b: Point2, c: Point2): number {
  return determinantSign(b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y);
}

/** Whether two points have equal coordinates. */
export function samePoint(a: Point2, b: Point2): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Twice the area of the triangle a, b, p; positive if `p` is to the left of the line from `a` to `b`. */
export function twiceArea(a: Point2, b: Point2, p: Point2): number {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/** The vector from `q` to `p`. */
export function minus(p: Point3, q: Point3): Point3 {
  return { x: p.x - q.x, y: p.y - q.y, z: p.z - q.z };
}

/** The cross product. */
export function cross(p: Point3, q: Point3): Point3 {
  return { x: p.y * q.z - p.z * q.y, y: p.z * q.x - p.x * q.z, z: p.x * q.y - p.y * q.x };
}

/** The dot product. */
export function dot(p: Point3, q: Point3): number {
  return p.x * q.x + p.y * q.y + p.z * q.z;
}

/** Length of the segment in mm (or the unit of the points); `Math.sqrt` is correctly rounded in every engine. */
export function segmentLengthMm(start: Point2, end: Point2): number {
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  return Math.sqrt(dx * dx + dy * dy);
}

/**
 * Whether a point `offsetPlusWidthMm` from `start` is still on the segment. Exact in integer micrometres, also for
 * diagonals: the end itself fits, 0.001 mm beyond it does not.
 */
export function fitsWithin(offsetPlusWidthMm: number, start: Point2, end: Point2): boolean {
  const reach = BigInt(micrometres(offsetPlusWidthMm));
  if (reach <= 0n) return true;
  const dx = BigInt(micrometres(end.x) - micrometres(start.x));
  const dy = BigInt(micrometres(end.y) - micrometres(start.y));
  return reach * reach <= dx * dx + dy * dy;
}

/** Smallest box around two boxes. */
export function boxUnion(a: Box3, b: Box3): Box3 {
  return {
    min: {
      x: Math.min(a.min.x, b.min.x),
      y: Math.min(a.min.y, b.min.y),
      z: Math.min(a.min.z, b.min.z),
    },
    max: {
      x: Math.max(a.max.x, b.max.x),
      y: Math.max(a.max.y, b.max.y),
      z: Math.max(a.max.z, b.max.z),
    },
  };
}

/** Whether two boxes share at least a point (touching counts). */
export function boxIntersects(a: Box3, b: Box3): boolean {
  return (
    a.min.x <= b.max.x &&
    b.min.x <= a.max.x &&
    a.min.y <= b.max.y &&
    b.min.y <= a.max.y &&
    a.min.z <= b.max.z &&
    b.min.z <= a.max.z
  );
}

/** Whether `outer` contains `inner` (equal boxes do). */
export function boxContains(outer: Box3, inner: Box3): boolean {
  return (
    outer.min.x <= inner.min.x &&
    outer.min.y <= inner.min.y &&
    outer.min.z <= inner.min.z &&
    outer.max.x >= inner.max.x &&
    outer.max.y >= inner.max.y &&
    outer.max.z >= inner.max.z
  );
}

/** Whether two plan boxes share at least a point (touching counts). */
export function planBoxIntersects(a: Box2, b: Box2): boolean {
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/**
 * Unit vector of a plan angle in degrees, counter-clockwise from +x. Multiples of 90° are exact; other angles use
 * `Math.cos` and `Math.sin` of the angle reduced to [0, 90).
 */
export function directionOf(angle_deg: number): Point2 {
  const turn = ((angle_deg % 360) + 360) % 360;
  const quarter = Math.floor(turn / 90);
  const rest = turn - quarter * 90;
  const cosine = rest === 0 ? 1 : Math.cos((rest * Math.PI) / 180);
  const sine = rest === 0 ? 0 : Math.sin((rest * Math.PI) / 180);
  switch (quarter) {
    case 1:
      return { x: 0 - sine, y: cosine };
    case 2:
      return { x: 0 - cosine, y: 0 - sine };
    case 3:
      return { x: sine, y: 0 - cosine };
    default:
      return { x: cosine, y: sine };
  }
}

/** Whether the second box lies in the first one, borders included. */
export function planBoxContains(outer: Box2, inner: Box2): boolean {
  return (
    outer.min.x <= inner.min.x &&
    outer.min.y <= inner.min.y &&
    outer.max.x >= inner.max.x &&
    outer.max.y >= inner.max.y
  );
}

/** The box around two boxes. */
export function planBoxAround(a: Box2, b: Box2): Box2 {
  return {
    min: { x: Math.min(a.min.x, b.min.x), y: Math.min(a.min.y, b.min.y) },
    max: { x: Math.max(a.max.x, b.max.x), y: Math.max(a.max.y, b.max.y) },
  };
}
