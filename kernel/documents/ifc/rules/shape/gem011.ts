/** @module GEM011: segments of composite curves are of one type, and those of gradient curves are curve segments. */
import { segmentFaults } from '../geometry/curve-segments.ts';
import { defineIfcRule } from '../ifc-rule.ts';
import { representationsOf } from '../relations.ts';

export const gem011 = defineIfcRule({
  id: 'GEM011',
  title: 'Segments of a curve are of one type',
  group: 'shape',
  clause: 'IfcCompositeCurve, IfcGradientCurve, IfcSegmentedReferenceCurve',
  severity: 'error',
  schemas: ['IFC4X3'],
  checks: [
    {
      of: function* curves(model) {
        const seen = new Set<number>();
        for (const product of model.rows('IfcProduct')) {
          if (model.isA(product, 'IfcAlignment')) continue;
          for (const representation of representationsOf(product, model)) {
            for (const item of model.refs(representation, 'Items')) {
              if (!model.isA(item, 'IfcCompositeCurve') || seen.has(item)) continue;
              seen.add(item);
              yield item;
            }
          }
        }
      },
      faults: segmentFaults,
    },
  ],
});
