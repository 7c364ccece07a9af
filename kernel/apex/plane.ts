/** @module plane: what Apex asks of a plane and what it gives back; planes register, Apex knows none by name. */
import * as z from 'zod';

import { BUDGET_DIMENSIONS, BudgetsShape } from './budgets.ts';
import type { Budgets } from './budgets.ts';

/** One request to a plane. The plane picks what answers; Apex never calls below it. */
export type PlaneRequest = {
  readonly exec_id: string;
  /** The full route, `mpt.web.search` or `mpa.rumpole`: sub-entries are profiles, not callees of Apex. */
  readonly route: string;
  readonly intent: string;
  readonly payload: unknown;
  /** Bounds that hold for everything that the plane does for this request. */
  readonly budgets: Budgets;
  /** Whoever calls Apex from here gives it on as `trace.parent_exec_id`. */
  readonly hops: number;
  readonly signal: AbortSignal;
};

const Text = z.string().max(100_000);

/** How a plane answered: output, refusal, or a summary and questions where a dimension would have overflowed. */
export const PlaneAnswerShape = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('output'),
    payload: z.unknown(),
    consumed: BudgetsShape,
    /** The plane has held `tokens_output_max` itself. */
    tokens_checked: z.literal(true).exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('refusal'),
    code: z.string().regex(/^[A-Z][A-Z0-9_]{0,60}$/),
    cause: Text,
    consumed: BudgetsShape,
  }),
  z.strictObject({
    kind: z.literal('overflow'),
    dimension: z.enum(BUDGET_DIMENSIONS),
    summary: Text,
    questions: z.array(Text),
    consumed: BudgetsShape,
  }),
]);
export type PlaneAnswer = z.output<typeof PlaneAnswerShape>;

/** A top-level plane, by the first name of its routes. It asks no plane in turn except through Apex. */
export type Plane = {
  readonly name: string;
  dispatch(request: PlaneRequest): Promise<PlaneAnswer>;
};
