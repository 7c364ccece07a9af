/** @module fields: the argument that selects the fields of result rows. */
import * as z from 'zod';

import type { Kinds } from '../../kernel/building/kinds/kinds.ts';
import { propertyName } from '../../kernel/building/kinds/shared/properties.ts';
import { looksLike, nearestFirst } from '../../kernel/building/model/plan/names.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { DERIVED_FIELDS } from '../building/rows.ts';

export const FieldList = z
  .array(z.string().min(1).max(200))
  .max(30)
  .default(['name', 'level_id'])
  .describe('Fields per row, as in query_elements.');

/** Names of fields that are not parameters: fields of every element, measures, and figures of these kinds. */
function derivedNames(kinds: Kinds['all']): readonly string[] {
  const figures = kinds.flatMap(({ schedule }) => schedule.figures?.names ?? []);
  return [...new Set([...DERIVED_FIELDS, ...figures])];
}

/** The argument that names the fields of rows, with all derived fields of these kinds in its description. */
export function fieldListOf({ all }: Kinds): typeof FieldList {
  return FieldList.describe(
    `Fields per row: parameters (get_element lists them), SET.NAME, or derived: ${derivedNames(all).join(', ')}.`,
  );
}

/** Fields by other words for them, of other programs and file formats. */
const OTHER_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['area', ['area_mm2']],
  ['entity', ['category', 'ifc_class']],
  ['ifc_type', ['ifc_class', 'type_id']],
  ['type', ['type_name', 'type_id', 'category']],
  ['points', ['boundary_points']],
  ['polygon', ['boundary_points']],
  ['vertices', ['boundary_points']],
  ['host', ['host_id']],
  ['wall_id', ['host_id']],
  ['level', ['level_id']],
  ['storey', ['level_id']],
  ['guid', ['ifc_guid']],
  ['global_id', ['ifc_guid']],
  ['globalid', ['ifc_guid']],
  ['box', ['bounds']],
  ['position', ['location', 'bounds']],
]);

/** Maximum number of fields that a refusal names. */
const NEAR_MAX = 4;

/** Refuses INVALID_ARGUMENT for a field that no element of these kinds has; the refusal names the closest matches. */
export function requireFields(
  fields: readonly string[],
  { parameters, all }: Kinds,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): void {
  const known = [...new Set([...derivedNames(all), ...parameters])];
  for (const field of fields) {
    if (known.includes(field) || propertyName(field) !== null) continue;
    const alike = known.filter((one) => looksLike(field, one));
    const meant = (OTHER_WORDS.get(field.toLowerCase()) ?? []).filter((one) => known.includes(one));
    const near = [...new Set([...meant, ...nearestFirst(field, alike)])].slice(0, NEAR_MAX);
    const expected =
      near.length === 0
        ? 'a parameter that get_element lists, SET.NAME, or a derived field of the description of `fields`; generate_schedule has further columns'
        : `for example ${near.join(', ')}; get_element lists the parameters, the description of \`fields\` the derived fields`;
    refuse('INVALID_ARGUMENT', `no field \`${field}\`, expected ${expected}`, { field, near });
  }
}
