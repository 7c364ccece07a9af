/** @module envelope: the common answer format of all tools. */
import * as z from 'zod';

/** The answer of a call as clients receive it; the same in `structuredContent` and `content`. */
export const Envelope = z.looseObject({
  success: z.boolean(),
  data: z.looseObject({}),
  event_id: z.string().optional(),
  timestamp: z.string(),
  warnings: z.array(z.string()),
  audit: z.looseObject({ user_id: z.string() }),
});

/** The audit block of the envelope. */
export type EnvelopeAudit = {
  readonly user_id: string;
  readonly agent_id: string | null;
  readonly reasoning: string | null;
};

/** A refusal as clients receive it. */
export type EnvelopeError = {
  readonly code: number;
  readonly name: string;
  readonly message: string;
  readonly hint: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** The answer of every tool. `event_id` is null for queries, dry runs and refusals. */
export type EnvelopeBody = {
  readonly success: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly event_id: string | null;
  readonly timestamp: string;
  readonly warnings: readonly string[];
  readonly audit: EnvelopeAudit;
  readonly dry_run?: true;
  readonly approval_id?: string;
  readonly error?: EnvelopeError;
};
