/** @module plane: the interface between Apex and its planes; planes are injected, Apex names none itself. */
import * as z from 'zod';

import { BudgetsShape } from './budgets.ts';
import type { Budgets } from './budgets.ts';

/** One request to a plane. The plane chooses the handler; Apex calls nothing but planes. */
export type PlaneRequest = {
  /** Id of the run; nested requests to Apex pass it as `trace.parent_exec_id`. */
  readonly exec_id: string;
  /** The full route, such as `mpt.web.search`: its first part names the plane, the rest selects a profile. */
  readonly route: string;
  readonly intent: string;
  readonly payload: unknown;
  /** Bounds on all the work of the plane for this request. */
  readonly budgets: Budgets;
  /** Length of the chain of nested requests up to this one; 1 for a request of a caller. */
  readonly hops: number;
  readonly signal: AbortSignal;
};

const Text = z.string().max(100_000);
const Id = z.string().max(200);
/** Ids that every form of an answer keeps, because the caller must not repeat the call. */
const Effect = {
  /** The answer says that this approval is pending. */
  approval_id: Id.exactOptional(),
  /** The event that records what the call did. */
  event_id: Id.exactOptional(),
};

/** The answer of a plane: an output, a refusal, or a summary with questions if a bound would be exceeded. */
export const PlaneAnswerShape = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('output'),
    payload: z.unknown(),
    consumed: BudgetsShape,
    /** The plane has checked `tokens_output_max` itself. */
    tokens_checked: z.literal(true).exactOptional(),
    ...Effect,
  }),
  z.strictObject({
    kind: z.literal('refusal'),
    code: z.string().regex(/^[A-Z][A-Z0-9_]{0,60}$/),
    cause: Text,
    consumed: BudgetsShape,
    /** The next step of the caller. */
    hint: Text.exactOptional(),
    /** For an exceeded bound: what was done until then. */
    summary: Text.exactOptional(),
    questions: z.array(Text).exactOptional(),
    /** Further data for the caller, such as the refusal of the tool that was called. */
    detail: z.record(z.string(), z.unknown()).exactOptional(),
    ...Effect,
  }),
  z.strictObject({
    kind: z.literal('overflow'),
    dimension: BudgetsShape.keyof(),
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
