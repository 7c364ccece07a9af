/** @module sizes: the smallest plausible and the smallest buildable sizes, mm. */
import { ringBounds, signedArea } from '../../geometry/plan/polygon.ts';
import { type Point2, segmentLengthMm } from '../../geometry/vector.ts';
import type { BuildableSize, PlausibleSize } from '../kind.ts';

/** Lengths, widths and heights. */
export const MIN_MM = 100;
/** The minimum of openings, which also serve pipes. */
export const MIN_OPENING_MM = 10;
/** Thicknesses. */
export const MIN_THICKNESS_MM = 1;

/** The length of an axis. */
export function lengthSize({
  start,
  end,
}: {
  readonly start: Point2;
  readonly end: Point2;
}): PlausibleSize {
  return ['length', segmentLengthMm(start, end), MIN_MM];
}

/** The longer side of the box around an outline. */
export function extentSize(points: readonly Point2[]): PlausibleSize {
  const { min, max } = ringBounds(points);
  return ['extent', Math.max(max.x - min.x, max.y - min.y), MIN_MM];
}

/** The smallest length, width or height that can be built, mm. */
const BUILT_MM = 10;
/** The smallest thickness of a layer and size of an opening, mm. */
const BUILT_THICKNESS_MM = 1;
/** A square of 50 mm. */
const BUILT_MM2 = 2500;

/** A length, width or height that must be buildable. */
export function builtSize(name: string, size: number): BuildableSize {
  return { name, size, least: BUILT_MM, unit: 'mm' };
}

/** A thickness, or a size of an opening, that must be buildable. */
export function builtThickness(name: string, size: number): BuildableSize {
  return { name, size, least: BUILT_THICKNESS_MM, unit: 'mm' };
}

/** The length of an axis that must be buildable. */
export function builtLength({
  start,
  end,
}: {
  readonly start: Point2;
  readonly end: Point2;
}): BuildableSize {
  return builtSize('length', segmentLengthMm(start, end));
}

/** The area inside an outline that must be buildable. */
export function builtArea(points: readonly Point2[]): BuildableSize {
  return { name: 'area', size: Math.abs(signedArea(points)), least: BUILT_MM2, unit: 'mm²' };
}
