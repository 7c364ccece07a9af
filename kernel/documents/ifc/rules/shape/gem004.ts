/** @module GEM004: identifiers and types of representations are in the standard. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, type IfcFault, named } from '../ifc-rule.ts';
import { representationsOf } from '../relations.ts';
import { SHAPE_IDENTIFIERS, SHAPE_TYPES, TOPOLOGY_TYPES } from './shape-names.ts';

export const gem004 = defineIfcRule({
  id: 'GEM004',
  title: 'Representations have standard identifiers and types',
  group: 'shape',
  clause: 'IfcShapeRepresentation, IfcTopologyRepresentation',
  severity: 'error',
  checks: [
    {
      of: (model) => model.rows('IfcProduct').flatMap((row) => representationsOf(row, model)),
      faults: function* check(row, model) {
        const { name } = model.schema;
        const identifiers = SHAPE_IDENTIFIERS[name];
        if (identifiers !== null) {
          yield* notIn(row, model, { attribute: 'RepresentationIdentifier', allowed: identifiers });
        }
        const type = model.typeOf(row);
        const attribute = 'RepresentationType';
        if (type === 'IfcShapeRepresentation') {
          yield* notIn(row, model, { attribute, allowed: SHAPE_TYPES[name] });
        } else if (type === 'IfcTopologyRepresentation') {
          yield* notIn(row, model, { attribute, allowed: TOPOLOGY_TYPES });
        }
      },
    },
  ],
});

type Allowed = { readonly attribute: string; readonly allowed: readonly string[] };

function* notIn(
  row: number,
  model: IfcModel,
  { attribute, allowed }: Allowed,
): Generator<IfcFault, void, void> {
  const measured = model.text(row, attribute);
  if (measured === null || allowed.includes(measured)) return;
  const message = `${attribute} of ${named(row, model)} is \`${measured.slice(0, 60)}\``;
  yield { message, measured, required: allowed.join(', ') };
}
