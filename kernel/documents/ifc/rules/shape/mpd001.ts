/**
 * @module MPD001: mapped representations have the identifier of the representation that maps them, and share one type.
 */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';

export const mpd001 = defineIfcRule({
  id: 'MPD001',
  title:
    'Mapped representations share one type and have the identifier of the representation that maps them',
  group: 'shape',
  clause: 'Mapped Geometry, IfcMappedItem',
  severity: 'error',
  checks: [
    {
      of: (model) =>
        model.rows('IfcShapeRepresentation').filter((row) => mappedBy(row, model).length > 0),
      faults: function* check(row, model) {
        const required = model.text(row, 'RepresentationIdentifier');
        const types = new Set<string>();
        const seen = new Set<number>();
        for (const mapped of mappedBy(row, model)) {
          types.add(model.text(mapped, 'RepresentationType') ?? '$');
          const measured = model.text(mapped, 'RepresentationIdentifier');
          if (measured === required || seen.has(mapped)) continue;
          seen.add(mapped);
          const message = `${named(mapped, model)} is mapped as \`${required ?? '$'}\` but is \`${measured ?? '$'}\``;
          yield { message, measured, required };
        }
        if (types.size < 2) return;
        const message = `${named(row, model)} maps representations of ${types.size} types`;
        yield { message, measured: [...types].join(', '), required: 'one type' };
      },
    },
  ],
});

function mappedBy(row: number, model: IfcModel): readonly number[] {
  return model.refs(row, 'Items').flatMap((item) => {
    if (!model.isA(item, 'IfcMappedItem')) return [];
    const source = model.ref(item, 'MappingSource');
    return source === null ? [] : (model.ref(source, 'MappedRepresentation') ?? []);
  });
}
