/** @module GEM112: consecutive points of an indexed curve are distinct. */
import { distance, indexedSegments } from '../geometry/points.ts';
import { precisionOf } from '../geometry/precision.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';

export const gem112 = defineIfcRule({
  id: 'GEM112',
  title: 'Consecutive points of an indexed curve are distinct',
  group: 'shape',
  clause: 'IfcIndexedPolyCurve',
  severity: 'error',
  checks: [
    {
      of: (model) => model.rows('IfcIndexedPolyCurve'),
      faults: (row, model) => {
        const precision = precisionOf(row, model);
        for (const [at, { points }] of indexedSegments(row, model).entries()) {
          for (const [second, point] of points.entries()) {
            const before = points[second - 1];
            if (before === undefined || distance(before, point) >= precision) continue;
            return {
              message: `points ${second} and ${second + 1} of segment ${at + 1} of ${named(row, model)} coincide`,
              measured: distance(before, point),
              required: `at least ${precision}`,
            };
          }
        }
        return null;
      },
    },
  ],
});
