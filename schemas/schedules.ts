/** @module schedules: what a schedule shows, which is counted again from the model whenever it is asked for. */
import * as z from 'zod';

import { Condition } from './condition.ts';

/** Lengths are checked and not listed: they cost every model tokens in every session. */
function text(most: number): z.ZodString {
  return z
    .string()
    .refine(({ length }) => length >= 1 && length <= most, `expected 1 to ${most} characters`);
}

const Names = z
  .array(text(60))
  .refine(({ length }) => length >= 1 && length <= 40, 'expected 1 to 40 names');

/** Ids by which a schedule picks its elements; names are looked up in their place where it is asked for. */
export const ScheduleLevel = text(201);
export const ScheduleHost = text(201);

/** Elements of a category as a table. */
export const ScheduleDefinition = z.strictObject({
  category: text(40).describe('E.g. Doors.'),
  parameters: Names.describe('Columns; default: the usual ones.').optional(),
  filters: z
    .strictObject({
      level_id: ScheduleLevel.optional(),
      host_id: ScheduleHost.optional(),
      where: z.array(Condition).max(20).optional(),
    })
    .describe('All must hold.')
    .optional(),
  group_by: Names.describe('First columns, with subtotals.').optional(),
  sort_by: Names.describe('Order of rows.').optional(),
  title: text(200).describe('Default: the category.').optional(),
});
export type ScheduleDefinition = z.output<typeof ScheduleDefinition>;
