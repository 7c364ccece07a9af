/** @module fields: which fields the rows of an answer show. */
import * as z from 'zod';

import type { Kinds } from '../../kernel/kinds/kinds.ts';
import { propertyName } from '../../kernel/kinds/properties.ts';
import { nearestFirst } from '../../kernel/model/plan/names.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { DERIVED_FIELDS } from '../building/rows.ts';

export const FieldList = z
  .array(z.string().min(1).max(60))
  .max(30)
  .default(['name', 'level_id'])
  .describe('Fields of each row.');

/** Refuses INVALID_ARGUMENT for a field that no element of these kinds has, with the nearest names. */
export function requireFields(
  fields: readonly string[],
  { parameters, all }: Kinds,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): void {
  const figures = all.flatMap(({ schedule }) => schedule.figures?.names ?? []);
  const known = [...new Set([...DERIVED_FIELDS, ...figures, ...parameters])];
  for (const field of fields) {
    if (known.includes(field) || propertyName(field) !== null) continue;
    const near = nearestFirst(field, known).slice(0, 3);
    refuse('INVALID_ARGUMENT', `no field \`${field}\`, expected for example ${near.join(', ')}`, {
      field,
      near,
    });
  }
}
