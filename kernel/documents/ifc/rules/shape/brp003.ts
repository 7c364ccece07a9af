/** @module BRP003: faces without a surface of their own are planar. */
import { faceLoops } from '../geometry/loops.ts';
import { offPlane } from '../geometry/plane-fit.ts';
import { precisionOf } from '../geometry/precision.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';

export const brp003 = defineIfcRule({
  id: 'BRP003',
  title: 'Faces without a surface of their own are planar',
  group: 'shape',
  clause: 'IfcFace',
  severity: 'error',
  checks: [
    {
      of: (model) => model.exactly('IfcFace'),
      faults: (row, model) => {
        const precision = precisionOf(row, model);
        const measured = offPlane(faceLoops(row, model).flat());
        return measured <= precision
          ? null
          : {
              message: `a point of ${named(row, model)} is ${measured} away from the plane of its points`,
              measured,
              required: `at most ${precision}`,
            };
      },
    },
  ],
});
