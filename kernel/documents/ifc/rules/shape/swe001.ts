/** @module SWE001: profile outlines do not intersect themselves. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { outlineOf, withoutRepeats } from '../geometry/outlines.ts';
import { precisionOf } from '../geometry/precision.ts';
import { MAX_PAIRS, selfIntersection } from '../geometry/self-intersection.ts';
import { defineIfcRule, type IfcOutcome, named } from '../ifc-rule.ts';

export const swe001 = defineIfcRule({
  id: 'SWE001',
  title: 'Outlines of profiles do not intersect themselves',
  group: 'shape',
  clause: 'IfcArbitraryClosedProfileDef',
  severity: 'error',
  checks: [
    {
      of: (model) => model.rows('IfcArbitraryClosedProfileDef'),
      faults: function* check(row, model) {
        for (const curve of [...model.refs(row, 'OuterCurve'), ...model.refs(row, 'InnerCurves')]) {
          const fault = outlineFault(row, curve, model);
          if (fault !== null) yield fault;
        }
      },
    },
  ],
});

function outlineFault(row: number, curve: number, model: IfcModel): IfcOutcome | null {
  const outline = outlineOf(curve, model);
  if (outline === null) {
    return {
      unchecked: `${named(curve, model)} has other parts than lines and circular arcs, which this check does not compare`,
    };
  }
  const precision = precisionOf(curve, model);
  const points = withoutRepeats(outline, precision);
  const meeting = selfIntersection(points, precision, (reads) => model.spend(reads));
  if (meeting === 'none') return null;
  if (meeting === 'too_many') {
    const unchecked = `${named(curve, model)} has more than ${MAX_PAIRS} pairs of segments that this check would have to compare`;
    return { unchecked };
  }
  const [first, second] = meeting;
  return {
    message: `${named(curve, model)} of ${named(row, model)} intersects itself: segments ${first + 1} and ${second + 1}`,
    measured: `${first + 1} and ${second + 1}`,
  };
}
