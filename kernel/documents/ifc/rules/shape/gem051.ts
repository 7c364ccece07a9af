/** @module GEM051: a project has a geometric context. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';

const TYPES: readonly (string | null)[] = ['Model', 'Plan', 'NotDefined'];

export const gem051 = defineIfcRule({
  id: 'GEM051',
  title: 'A project has geometric contexts of a known type',
  group: 'shape',
  clause: 'Project Representation Context',
  severity: 'warning',
  checks: [
    {
      of: contextOwners,
      faults: function* check(row, model) {
        const contexts = model.refs(row, 'RepresentationContexts');
        if (contexts.length === 0) {
          const message = `${named(row, model)} has no representation context`;
          yield { message, measured: 0, required: 'at least 1' };
        }
        for (const context of contexts) {
          const measured = model.typeOf(context);
          const required = 'IfcGeometricRepresentationContext';
          if (!model.isA(context, required)) {
            const message = `${named(context, model)} is not a geometric context`;
            yield { row: context, message, measured, required };
          }
          const type = model.text(context, 'ContextType');
          if (TYPES.includes(type)) continue;
          const message = `${named(context, model)} is of type \`${type ?? '$'}\``;
          yield { row: context, message, measured: type, required: TYPES.join(', ') };
        }
      },
    },
  ],
});

function contextOwners(model: IfcModel): readonly number[] {
  return model.rows(model.schema.name === 'IFC2X3' ? 'IfcProject' : 'IfcContext');
}
