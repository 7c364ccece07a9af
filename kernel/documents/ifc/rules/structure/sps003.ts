/** @module SPS003: parts of elements are not also contained in the spatial structure. */
import { defineIfcRule, named } from '../ifc-rule.ts';
import { containersOf, decomposes } from '../relations.ts';

export const sps003 = defineIfcRule({
  id: 'SPS003',
  title: 'An element that is a part is not contained in the spatial structure',
  group: 'structure',
  clause: 'Spatial Containment',
  severity: 'error',
  checks: [
    {
      of: (model) => model.rows('IfcElement').filter((row) => decomposes(row, model).length > 0),
      faults: (row, model) =>
        containersOf(row, model).map((container) => ({
          message: `${named(row, model)} is a part and is contained in ${named(container, model)} too`,
          measured: model.label(container).entity,
          required: null,
        })),
    },
  ],
});
