/** @module turn-input: one turn of an agent, as the transcript of an episode stores it. */
import * as z from 'zod';

import { Answer } from '../agents/agent.ts';

/** A turn in the transcript; equal turns give equal records, except for timing. */
export const TurnInput = z.discriminatedUnion('turn', [
  z.strictObject({ turn: z.literal('submit'), proposal: z.unknown(), now_ms: z.number() }),
  z.strictObject({ turn: z.literal('answer'), answer: Answer, now_ms: z.number() }),
  /** The evaluation of the agent's data did not end. */
  z.strictObject({ turn: z.literal('hang'), now_ms: z.number() }),
]);
export type TurnInput = z.output<typeof TurnInput>;

/** A turn that the agent took. */
export type AgentTurn = Exclude<TurnInput, { readonly turn: 'hang' }>;
/** An agent's turn before its time is set. */
export type UntimedTurn =
  | { readonly turn: 'submit'; readonly proposal: unknown }
  | { readonly turn: 'answer'; readonly answer: Answer };
