/** @module GEM111: a polyline or loop has no duplicate points. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { distance, pointsOf } from '../geometry/points.ts';
import { precisionOf } from '../geometry/precision.ts';
import { firstSame } from '../geometry/same-points.ts';
import { defineIfcRule, type IfcFault, named } from '../ifc-rule.ts';

export const gem111 = defineIfcRule({
  id: 'GEM111',
  title:
    'Polylines and loops have no duplicate points; closed polylines end with their first point',
  group: 'shape',
  clause: 'IfcPolyLoop, IfcPolyline',
  severity: 'error',
  checks: [
    {
      of: (model) => model.rows('IfcPolyLoop'),
      faults: function* check(row, model) {
        const points = pointsOf(row, 'Polygon', model);
        const precision = precisionOf(row, model);
        const same = firstSame(points, precision, () => true);
        if (same !== null) yield duplicate(row, model, { same, precision });
      },
    },
    {
      of: (model) => model.rows('IfcPolyline'),
      faults: polylineFaults,
    },
  ],
});

function* polylineFaults(row: number, model: IfcModel): Generator<IfcFault, void, void> {
  const points = pointsOf(row, 'Points', model);
  const precision = precisionOf(row, model);
  const last = points.length - 1;
  const isClosed = last > 1 && distance(points[0] ?? [], points[last] ?? []) < precision;
  const same = firstSame(points, precision, (p, q) => !isClosed || p !== 0 || q !== last);
  if (same !== null) yield duplicate(row, model, { same, precision });
  if (!isClosed) return;
  const refs = model.refs(row, 'Points');
  if (refs[0] === refs[last]) return;
  const [first = row, end = row] = [refs[0], refs[last]];
  yield {
    message: `${named(row, model)} is closed by a second point at the position of its first one`,
    measured: model.label(end).entity,
    required: model.label(first).entity,
  };
}

type Duplicate = { readonly same: readonly [number, number]; readonly precision: number };

function duplicate(row: number, model: IfcModel, { same, precision }: Duplicate): IfcFault {
  const [first, second] = same;
  return {
    message: `points ${first + 1} and ${second + 1} of ${named(row, model)} coincide`,
    measured: `${first + 1} and ${second + 1}`,
    required: `at least ${precision} apart`,
  };
}
