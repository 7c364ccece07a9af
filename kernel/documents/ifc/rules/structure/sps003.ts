/** @module SPS003: parts of elements are not also contained in the spatial structure. */
import { defineIfcRule, named } from '../ifc-rule.ts';
import { containersOf, decomposes } from '../relations.ts';

export const sps003 = defineIfcRule({
  id: 'SPS003',
  title: 'A part of another element is not contained in the spatial structure',
  group: 'structure',
  clause: 'Spatial Containment',
  severity: 'error',
  checks: [
    {
      of: (model) => model.rows('IfcElement').filter((row) => decomposes(row, model).length > 0),
      faults: (row, model) =>
        containersOf(row, model).map((container) => ({
          message: `${named(row, model)} is a part of another element and is also contained in ${named(container, model)}`,
          measured: model.label(container).entity,
          required: null,
        })),
    },
  ],
});
