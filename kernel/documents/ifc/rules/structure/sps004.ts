/** @module SPS004: a product is either contained in a spatial element or positioned along a positioning element. */
import { defineIfcRule, named } from '../ifc-rule.ts';
import { containersOf } from '../relations.ts';

export const sps004 = defineIfcRule({
  id: 'SPS004',
  title: 'A product that is contained in a spatial element is not positioned as well',
  group: 'structure',
  clause: 'Spatial Containment, Product Relative Positioning',
  severity: 'error',
  schemas: ['IFC4X3'],
  disabled: true,
  checks: [
    {
      of: (model) =>
        model
          .rows('IfcProduct')
          .filter((row) => model.referrers(row, 'IfcRelPositions', 'RelatedProducts').length > 0),
      faults: (row, model) => {
        const measured = containersOf(row, model).length;
        return measured === 0
          ? null
          : {
              message: `${named(row, model)} is positioned and contained in a spatial element`,
              measured,
              required: 0,
            };
      },
    },
  ],
});
