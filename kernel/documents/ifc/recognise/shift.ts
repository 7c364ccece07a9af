/** @module shift: the shift of an imported building to the origin, if it is far away from it. */
import { MODEL_LIMIT_MM } from '../../../../schemas/units.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Point3 } from '../../../building/geometry/vector.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import { ShapeReader } from '../shape/read-shape.ts';

/** Coordinates up to this are kept, mm: half of the limit of the model, so that there is room around them. */
const KEPT_MM = MODEL_LIMIT_MM / 2;
/** A shift is a multiple of this, mm, so that coordinates keep their last digits. */
const STEP_MM = 1000;

/** The shift in whole metres to be added to coordinates, mm: it moves the median of the placements to the origin on axes on which it is far. */
export function shiftOf(model: IfcModel): Point3 {
  const shapes = new ShapeReader(model, { x: 0, y: 0, z: 0 });
  const rows = model.rows('IfcElement');
  const places = rows.map((row, done) => {
    checkpoint({ done, total: rows.length, doing: 'reading places' });
    return shapes.place(row);
  });
  return {
    x: along(places.map((place) => place[3])),
    y: along(places.map((place) => place[7])),
    z: along(places.map((place) => place[11])),
  };
}

function along(values: readonly number[]): number {
  const sorted = values.filter((value) => Number.isFinite(value)).toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return Math.abs(median) <= KEPT_MM ? 0 : 0 - Math.round(median / STEP_MM) * STEP_MM;
}
