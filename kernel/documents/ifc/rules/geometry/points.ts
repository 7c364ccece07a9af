/** @module points: coordinates of points, of point lists and of curves through points. */
import { type IfcModel, numberIn } from '../../read/ifc-model.ts';
import type { StepValue } from '../../read/step-value.ts';

/** Two or three coordinates in the unit of the file. */
export type Point = readonly number[];

const NO_ITEMS: readonly StepValue[] = [];

/** Coordinates of an IfcCartesianPoint; empty for any other instance. */
export function pointOf(row: number, model: IfcModel): Point {
  return numbersIn(model.value(row, 'Coordinates'));
}

/** Points of a polyline or loop, in order. */
export function pointsOf(row: number, attribute: string, model: IfcModel): readonly Point[] {
  return model.refs(row, attribute).map((point) => pointOf(point, model));
}

/** Points of an IfcCartesianPointList. */
export function listedPoints(row: number, model: IfcModel): readonly Point[] {
  return itemsOf(model.value(row, 'CoordList')).map(numbersIn);
}

/** Items of a list; empty if the value is not a list. */
export function itemsOf(value: StepValue): readonly StepValue[] {
  return value.kind === 'list' ? value.items : NO_ITEMS;
}

/** Numbers of a list. */
export function numbersIn(value: StepValue): readonly number[] {
  const numbers: number[] = [];
  for (const item of itemsOf(value)) {
    const number = numberIn(item);
    if (number !== null) numbers.push(number);
  }
  return numbers;
}

/** Distance of two points; a missing coordinate counts as 0. */
export function distance(p: Point, q: Point): number {
  const [x, y, z] = [
    (p[0] ?? 0) - (q[0] ?? 0),
    (p[1] ?? 0) - (q[1] ?? 0),
    (p[2] ?? 0) - (q[2] ?? 0),
  ];
  return Math.sqrt(x * x + y * y + z * z);
}

/** A key for a point: points with equal coordinates have equal keys. */
export function keyOf(point: Point): string {
  if (point.length === 0) return '';
  // The sum of -0 and 0 is 0.
  const [x = 0, y = 0, z] = point;
  const flat = `${x + 0},${y + 0}`;
  return z === undefined ? flat : `${flat},${z + 0}`;
}

/** One segment of an IfcIndexedPolyCurve with its points in order; an arc has three points. */
export type IndexedSegment = { readonly isArc: boolean; readonly points: readonly Point[] };

/** Segments of an IfcIndexedPolyCurve; if it lists none, a single segment through all points. */
export function indexedSegments(row: number, model: IfcModel): readonly IndexedSegment[] {
  const list = model.ref(row, 'Points');
  const points = list === null ? [] : listedPoints(list, model);
  const segments = itemsOf(model.value(row, 'Segments'));
  if (segments.length === 0) return [{ isArc: false, points }];
  return segments.flatMap((segment) =>
    segment.kind === 'typed'
      ? [
          {
            isArc: segment.type === 'IFCARCINDEX',
            points: numbersIn(segment.value).map((index) => points[index - 1] ?? []),
          },
        ]
      : [],
  );
}
