/** @module schedules: definitions of schedules, whose content is computed from the model on every request. */
import * as z from 'zod';

import { Condition } from './condition.ts';

/** A text of 1 to `max` characters. */
function text(max: number): z.ZodString {
  return z
    .string()
    .refine(({ length }) => length >= 1 && length <= max, `expected 1 to ${max} characters`);
}

const Names = z
  .array(text(60))
  .refine(({ length }) => length >= 1 && length <= 40, 'expected 1 to 40 names');

/** Ids by which a schedule selects elements; `@name` is resolved when the schedule is requested. */
export const ScheduleLevel = text(201).describe('Only elements on this level.');
export const ScheduleHost = text(201).describe('Only elements hosted by this one.');

/** Elements of a category as a table. */
export const ScheduleDefinition = z.strictObject({
  category: text(40).describe('Category or kind, e.g. Doors.'),
  parameters: Names.describe('Columns, as in generate_schedule.').optional(),
  filters: z
    .strictObject({
      level_id: ScheduleLevel.optional(),
      host_id: ScheduleHost.optional(),
      where: z
        .array(Condition)
        .max(20)
        .describe('Conditions on columns; all must be met.')
        .optional(),
    })
    .describe('Elements listed. Default: all.')
    .optional(),
  group_by: Names.describe('Columns to group by, with subtotals. Default: none.').optional(),
  sort_by: Names.describe('Columns to sort by. Default: level, number, name.').optional(),
  title: text(200).describe('Title of the table.').optional(),
});
export type ScheduleDefinition = z.output<typeof ScheduleDefinition>;
