/** @module TAS001: boundaries of tessellated faces do not intersect themselves. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { loopFault } from '../geometry/loop-fault.ts';
import { eachFace, type FaceLoops, tessellatedFaces } from '../geometry/loops.ts';
import { precisionOf } from '../geometry/precision.ts';
import { defineIfcRule, type IfcOutcome, named } from '../ifc-rule.ts';

export const tas001 = defineIfcRule({
  id: 'TAS001',
  title: 'Boundaries of tessellated faces do not intersect themselves',
  group: 'shape',
  clause: 'IfcPolygonalFaceSet, CoordIndex, InnerCoordIndices',
  severity: 'error',
  disabled: true,
  checks: [{ of: (model) => model.rows('IfcPolygonalFaceSet'), faults: faceFaults }],
});

function faceFaults(row: number, model: IfcModel): readonly IfcOutcome[] {
  const nearer = precisionOf(row, model);
  const faults: IfcOutcome[] = [];
  let face = 0;
  const visit = (loops: FaceLoops): void => {
    face += 1;
    for (const points of loops) {
      const subject = `face ${face} of ${named(row, model)}`;
      const fault = loopFault({ points, nearer, subject }, model);
      if (fault !== null) faults.push(fault);
    }
  };
  eachFace(tessellatedFaces(row, model), visit);
  return faults;
}
