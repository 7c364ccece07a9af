/** @module ways: the lines in the details of a finding: `path` (a list of points) and `paths` (several such lists). */
import type { Json, JsonObject } from '../../../schemas/events.ts';
import type { Point3 } from '../../building/geometry/vector.ts';

/** Maximum number of drawn lines, and of points of each line. */
const LINES_MAX = 20;
const POINTS_MAX = 2000;

/** The lines with at least two points, mm; a point without `z` is at height 0. */
export function waysOf({ path, paths }: JsonObject): readonly (readonly Point3[])[] {
  const lists = [path, ...listOf(paths)];
  return lists
    .map((list) => listOf(list).slice(0, POINTS_MAX).flatMap(pointOf))
    .filter((points) => points.length > 1)
    .slice(0, LINES_MAX);
}

function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

function pointOf(value: Json): readonly Point3[] {
  if (!isObject(value)) return [];
  const { x, y, z } = value;
  if (typeof x !== 'number' || typeof y !== 'number') return [];
  return [{ x, y, z: typeof z === 'number' ? z : 0 }];
}
