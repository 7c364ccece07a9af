/** @module BRP001: boundaries of faces do not intersect themselves. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { loopFault } from '../geometry/loop-fault.ts';
import { pointsOf } from '../geometry/points.ts';
import { precisionOf } from '../geometry/precision.ts';
import { defineIfcRule, type IfcOutcome, named } from '../ifc-rule.ts';

export const brp001 = defineIfcRule({
  id: 'BRP001',
  title: 'Boundaries of faces do not intersect themselves',
  group: 'shape',
  clause: 'IfcFace, IfcPolyLoop',
  severity: 'error',
  disabled: true,
  checks: [{ of: (model) => model.rows('IfcFace'), faults: boundFaults }],
});

function* boundFaults(row: number, model: IfcModel): Generator<IfcOutcome, void, void> {
  for (const bound of model.refs(row, 'Bounds')) {
    const loop = model.ref(bound, 'Bound');
    if (loop === null || !model.isA(loop, 'IfcPolyLoop')) continue;
    const points = pointsOf(loop, 'Polygon', model);
    const subject = `${named(loop, model)} of ${named(row, model)}`;
    const fault = loopFault({ points, nearer: precisionOf(row, model), subject }, model);
    if (fault !== null) yield fault;
  }
}
