/** @module plane: the interface between Apex and a plane; planes register themselves, Apex refers to none by name. */
import * as z from 'zod';

import { BUDGET_DIMENSIONS, BudgetsShape } from './budgets.ts';
import type { Budgets } from './budgets.ts';

/** One request to a plane. The plane chooses what handles it; Apex never calls below a plane. */
export type PlaneRequest = {
  readonly exec_id: string;
  /** The full route, `mpt.web.search` or `mpa.rumpole`: sub-entries are profiles, not callees of Apex. */
  readonly route: string;
  readonly intent: string;
  readonly payload: unknown;
  /** Bounds on all the work of the plane for this request. */
  readonly budgets: Budgets;
  /** A call to Apex from within this request passes this as `trace.parent_exec_id`. */
  readonly hops: number;
  readonly signal: AbortSignal;
};

const Text = z.string().max(100_000);

/** The answer of a plane: output, refusal, or a summary and questions when a dimension would overflow. */
export const PlaneAnswerShape = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('output'),
    payload: z.unknown(),
    consumed: BudgetsShape,
    /** The plane has checked `tokens_output_max` itself. */
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

/** A top-level plane, named by the first part of its routes. It calls other planes only through Apex. */
export type Plane = {
  readonly name: string;
  dispatch(request: PlaneRequest): Promise<PlaneAnswer>;
};
