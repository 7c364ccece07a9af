/** @module estimate answer: the sums of an estimate and the elements that it leaves out, as a tool returns them. */
import * as z from 'zod';

import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { roundedNumber } from '../../../kernel/documents/estimates/decimal.ts';
import { leftOutGroups } from '../../../kernel/documents/estimates/estimate-table.ts';
import type { Estimate } from '../../../kernel/documents/estimates/estimate.ts';
import type { LeftOut } from '../../../kernel/documents/estimates/match.ts';

/** Maximum numbers of groups, of lines, and of ids of a group in an answer; the file has all. */
const [GROUPS_MAX, LINES_MAX, IDS_MAX] = [50, 100, 20];
/** Decimals of amounts. */
const DECIMALS = 2;

/** Fields of an estimate in a result. */
export const EstimateOutput = z.object({
  results: z.array(
    z.object({
      result: z.string(),
      amount: z.number(),
      groups: z.array(
        z.object({
          group: z.union([z.string(), z.number(), z.boolean()]).nullable(),
          amount: z.number(),
        }),
      ),
    }),
  ),
  left_out: z.array(
    z.object({
      result: z.string(),
      reason: z.enum(['unmatched', 'ambiguous', 'no_quantity']),
      category: z.string(),
      material: z.string().nullable(),
      lines: z.array(z.string()),
      count: z.number(),
      element_ids: z.array(z.string()),
    }),
  ),
  unused_lines: z.array(z.string()),
});

/** All elements that an estimate leaves out, once for each result. */
export function leftOutOf({ results }: Estimate): readonly LeftOut[] {
  return results.flatMap(({ left_out }) => left_out);
}

/** The sums, the first groups of elements that are left out with their first ids, and the first unused lines. */
export function estimateAnswer(
  made: Estimate,
  view: BuildingView,
): z.output<typeof EstimateOutput> {
  return {
    results: made.results.map(({ result, amount, groups }) => ({
      result,
      amount: roundedNumber(amount, DECIMALS),
      groups: groups
        .slice(0, GROUPS_MAX)
        .map((group) => ({ group: group.value, amount: roundedNumber(group.amount, DECIMALS) })),
    })),
    left_out: leftOutGroups(leftOutOf(made), view)
      .slice(0, GROUPS_MAX)
      .map(({ result, reason, category, material, lines, element_ids }) => ({
        result,
        reason,
        category,
        material,
        lines: [...lines],
        count: element_ids.length,
        element_ids: element_ids.slice(0, IDS_MAX),
      })),
    unused_lines: made.unused.slice(0, LINES_MAX),
  };
}

/** Warnings for results from which elements are missing, and for shortened lists of the answer. */
export function estimateWarnings({ results, elements, unused }: Estimate): readonly string[] {
  const missing = results.flatMap(({ result, left_out }) => {
    const count = new Set(left_out.map(({ element }) => element.id)).size;
    if (count === 0) return [];
    return [
      `${result}: ${count} of ${elements} elements are wholly or partly in no sum; left_out lists them`,
    ];
  });
  const hasMore =
    unused.length > LINES_MAX || results.some(({ groups }) => groups.length > GROUPS_MAX);
  return hasMore
    ? [...missing, 'results or unused_lines are shortened; the file has all groups']
    : missing;
}
