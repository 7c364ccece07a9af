/** @module BLT003: the allowed parts of stairs. */
import { defineIfcRule, named } from '../ifc-rule.ts';
import { partsOf } from '../relations.ts';

/** Allowed parts: buildingSMART ifc-gherkin-rules, stair_CompositionTable.csv (MIT). */
const PARTS = ['IfcRailing', 'IfcSlab', 'IfcStairFlight'] as const;

export const blt003 = defineIfcRule({
  id: 'BLT003',
  title: 'Parts of a stair are flights, slabs and railings',
  group: 'structure',
  clause: 'IfcStair: Element Composition',
  severity: 'warning',
  checks: [
    {
      of: (model) => model.rows('IfcStair'),
      faults: (row, model) =>
        partsOf(row, model)
          .filter((part) => !PARTS.some((type) => model.isA(part, type)))
          .map((part) => ({
            row: part,
            message: `${named(part, model)} is a part of ${named(row, model)}`,
            measured: model.typeOf(part),
            required: PARTS.join(', '),
          })),
    },
  ],
});
