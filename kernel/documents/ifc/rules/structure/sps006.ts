/** @module SPS006: an element that is positioned is referenced in a spatial element. */
import { defineIfcRule, named } from '../ifc-rule.ts';

export const sps006 = defineIfcRule({
  id: 'SPS006',
  title: 'A positioned element is referenced in a spatial element',
  group: 'structure',
  clause: 'Spatial Reference, Product Relative Positioning',
  severity: 'error',
  schemas: ['IFC4X3'],
  disabled: true,
  checks: [
    {
      of: (model) =>
        model
          .rows('IfcElement')
          .filter((row) => model.referrers(row, 'IfcRelPositions', 'RelatedProducts').length > 0),
      faults: (row, model) =>
        model.referrers(row, 'IfcRelReferencedInSpatialStructure', 'RelatedElements').length > 0
          ? null
          : {
              message: `${named(row, model)} is positioned, and no spatial element references it`,
              measured: 0,
              required: 'at least 1',
            },
    },
  ],
});
