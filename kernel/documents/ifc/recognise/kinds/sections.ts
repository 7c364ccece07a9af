/** @module sections: cross-sections of members from the profiles of a file. */
import { toGrid } from '../../../../../schemas/units.ts';
import { ringBounds } from '../../../../building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../building/geometry/vector.ts';
import type { Matrix } from '../../shape/matrix.ts';
import type { ProfileShape } from '../../shape/shape-node.ts';
import { cleanRing, gridRing, ringOf } from '../outlines/plan-ring.ts';

/** A section: its text, the outline of one without a text, and its centre in the plane of the profile. */
export type Section = {
  readonly profile: string;
  readonly outline: { boundary: Point2[]; holes: Point2[][] } | null;
  readonly centre: Point2;
  /** Direction of its width in the plane of the profile. */
  readonly x: Point2;
};

/** Scale of a matrix along the x axis. */
export function scaleOf([a, , , , e, , , , i]: Matrix): number {
  return Math.sqrt(a * a + e * e + i * i);
}

/** The section of a profile whose lengths are multiplied by a scale. */
export function sectionOf(shape: ProfileShape, scale: number): Section {
  const { place } = shape;
  const named = textOf(shape, scale);
  if (named !== null) return { profile: named, outline: null, centre: place.origin, x: place.x };
  const ring = ringOf(shape.outer);
  const centre = axisIn(ring);
  const relative = (points: readonly Point2[]): Point2[] =>
    gridRing(
      cleanRing(points).map(({ x, y }) => ({
        x: (x - centre.x) * scale,
        y: (y - centre.y) * scale,
      })),
    );
  const holes = shape.inner.map((loop) => relative(ringOf(loop)));
  const profile = (shape.name ?? '').trim().slice(0, 60) || shape.entity;
  return { profile, outline: { boundary: relative(ring), holes }, centre, x: { x: 1, y: 0 } };
}

/** The axis of a section by its outline: the origin of its profile if that is within its box, else the middle of the box. */
function axisIn(ring: readonly Point2[]): Point2 {
  const { min, max } = ringBounds(ring);
  const isWithin = min.x <= 0 && max.x >= 0 && min.y <= 0 && max.y >= 0;
  return isWithin ? { x: 0, y: 0 } : middleOf(ring);
}

/** The middle of the box of an outline. */
export function middleOf(ring: readonly Point2[]): Point2 {
  const { min, max } = ringBounds(ring);
  return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
}

/** The sizes of each form that a profile text has, in its order, by entity. */
const FORMS: Readonly<Record<string, readonly [form: string, ...sizes: string[]]>> = {
  IfcRectangleProfileDef: ['', 'XDim', 'YDim'],
  IfcCircleProfileDef: ['circle ', 'Diameter'],
  IfcCircleHollowProfileDef: ['CHS ', 'Diameter', 'WallThickness'],
  IfcIShapeProfileDef: ['I ', 'OverallWidth', 'OverallDepth', 'WebThickness', 'FlangeThickness'],
  IfcLShapeProfileDef: ['L ', 'Depth', 'Width', 'Thickness'],
  IfcTShapeProfileDef: ['T ', 'FlangeWidth', 'Depth', 'WebThickness', 'FlangeThickness'],
  IfcUShapeProfileDef: ['U ', 'FlangeWidth', 'Depth', 'WebThickness', 'FlangeThickness'],
  IfcZShapeProfileDef: ['Z ', 'FlangeWidth', 'Depth', 'WebThickness', 'FlangeThickness'],
  IfcRoundedRectangleProfileDef: ['rounded ', 'XDim', 'YDim', 'RoundingRadius'],
};

/** The text of a parameterised profile; null if it has none, or has roundings or slopes that the text cannot state. */
function textOf({ entity, parameters }: ProfileShape, scale: number): string | null {
  const [form, ...names] = FORMS[entity] ?? [];
  if (form === undefined || parameters === null) return null;
  const given: Record<string, number> = { ...parameters };
  const { Radius: radius, Depth: depth } = given;
  if (radius !== undefined) given['Diameter'] = 2 * radius;
  if (entity === 'IfcLShapeProfileDef') given['Width'] ??= depth ?? 0;
  const stated = new Set([...names, 'Radius']);
  const isPlain = Object.entries(given).every(([name, value]) => stated.has(name) || value === 0);
  const sizes = names.map((name) => given[name] ?? 0);
  if (!isPlain || sizes.some((size) => size <= 0)) return null;
  return `${form}${sizes.map((size) => String(toGrid(size * scale))).join('x')}`;
}
