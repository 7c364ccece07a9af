/** @module GEM113: the points of an arc are not collinear. */
import { indexedSegments, type Point } from '../geometry/points.ts';
import { precisionOf } from '../geometry/precision.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';

export const gem113 = defineIfcRule({
  id: 'GEM113',
  title: 'The three points of an arc are not collinear',
  group: 'shape',
  clause: 'IfcIndexedPolyCurve, IfcArcIndex',
  severity: 'error',
  checks: [
    {
      of: (model) =>
        model
          .rows('IfcIndexedPolyCurve')
          .filter((row) => indexedSegments(row, model).some(({ isArc }) => isArc)),
      faults: function* check(row, model) {
        const precision = precisionOf(row, model);
        for (const [at, { isArc, points }] of indexedSegments(row, model).entries()) {
          if (!isArc) continue;
          const measured = rise(points);
          if (measured >= precision) continue;
          const message = `the points of segment ${at + 1} of ${named(row, model)} are collinear`;
          yield { message, measured, required: `at least ${precision} off the line` };
        }
      },
    },
  ],
});

/** Distance of the middle point from the line through the first and the last point; 0 if these two coincide. */
function rise([p = [], m = [], q = []]: readonly Point[]): number {
  const [ux = 0, uy = 0, uz = 0] = [0, 1, 2].map((i) => (q[i] ?? 0) - (p[i] ?? 0));
  const [vx = 0, vy = 0, vz = 0] = [0, 1, 2].map((i) => (m[i] ?? 0) - (p[i] ?? 0));
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (length === 0) return 0;
  const [cx, cy, cz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Math.sqrt(cx * cx + cy * cy + cz * cz) / length;
}
