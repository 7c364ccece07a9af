/** @module SCH001: the schema has all entities but user-defined ones (`!NAME`), and none of them is abstract. */
import { defineIfcRule } from '../ifc-rule.ts';
import { everyRow } from './every-row.ts';

/** Maximum length of a quotation in a message, characters. */
const MAX_QUOTED = 100;

export const sch001 = defineIfcRule({
  id: 'SCH001',
  title: 'Every instance has an entity of the schema that is not abstract, or a user-defined one',
  group: 'text',
  clause: 'EXPRESS schema, ENTITY',
  severity: 'error',
  checks: [
    {
      of: function* standard(model) {
        for (const row of everyRow(model)) {
          if (!model.file.typeName(row).startsWith('!')) yield row;
        }
      },
      faults: (row, model) => {
        const entity = model.entityOf(row);
        const measured = model.typeOf(row).slice(0, MAX_QUOTED);
        if (model.file.isComplex(row)) {
          const names = model.values(row).map((part) => (part.kind === 'typed' ? part.type : ''));
          const parts = `(${names.join(' ').slice(0, MAX_QUOTED)})`;
          const message = `${model.schema.name} combines no entities; \`${parts}\` is a complex instance`;
          return { message, measured: parts, required: 'one entity' };
        }
        if (entity === undefined) {
          return { message: `${model.schema.name} has no entity \`${measured}\``, measured };
        }
        return entity.abstract ? { message: `\`${measured}\` is abstract`, measured } : null;
      },
    },
  ],
});
