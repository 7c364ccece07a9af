/** @module GEM003: a product has at most one representation for each identifier. */
import { defineIfcRule, named } from '../ifc-rule.ts';
import { representationsOf } from '../relations.ts';

export const gem003 = defineIfcRule({
  id: 'GEM003',
  title: 'No two representations of a product have the same identifier',
  group: 'shape',
  clause: 'Product Shape, RepresentationIdentifier',
  severity: 'error',
  checks: [
    {
      of: (model) =>
        model.rows('IfcProduct').filter((row) => representationsOf(row, model).length > 0),
      faults: function* check(row, model) {
        const seen = new Set<string>();
        for (const one of representationsOf(row, model)) {
          const measured = model.text(one, 'RepresentationIdentifier');
          if (measured === null) continue;
          if (seen.has(measured)) {
            const message = `${named(row, model)} has several representations \`${measured}\``;
            yield { message, measured, required: 'one for each identifier' };
          }
          seen.add(measured);
        }
      },
    },
  ],
});
