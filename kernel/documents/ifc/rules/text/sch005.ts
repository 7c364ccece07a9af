/** @module SCH005: nothing is a part of itself, directly or through other parts. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { inCycles } from '../cycles.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';
import { acrossRelations } from '../relations.ts';

/** Relationships by which parts make a whole. */
const DECOMPOSITIONS = ['IfcRelAggregates', 'IfcRelNests'] as const;

const partsOfThemselves = inCycles(wholesIn, (row, model) =>
  DECOMPOSITIONS.flatMap((type) =>
    acrossRelations(row, model, [type, 'RelatingObject', 'RelatedObjects']),
  ),
);

export const sch005 = defineIfcRule({
  id: 'SCH005',
  title: 'Nothing is a part of itself, directly or through other parts',
  group: 'text',
  clause: 'IfcRelAggregates and IfcRelNests, NoSelfReference',
  severity: 'error',
  checks: [
    {
      of: wholesIn,
      faults: (row, model) =>
        partsOfThemselves(model).has(row)
          ? { message: `${named(row, model)} is a part of itself` }
          : null,
    },
  ],
});

/** Instances that have parts. */
function wholesIn(model: IfcModel): Iterable<number> {
  const relations = DECOMPOSITIONS.flatMap((type) => model.rows(type));
  return new Set(relations.flatMap((row) => model.refs(row, 'RelatingObject')));
}
