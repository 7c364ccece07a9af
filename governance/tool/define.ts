/** @module define: a tool is one value; hints, schemas, permissions and docs are derived from it. */
import type * as z from 'zod';

import type { ErrorName } from '../../schemas/errors.ts';
import type { RunType } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { Action } from '../../schemas/permissions.ts';
import type { CallContext, Plan, Refuse } from '../../schemas/plan.ts';
import type { BeginRun } from './run-intent.ts';

/** Tool inputs are zod objects; `z.strictObject` in practice, so that misspelt arguments are refused. */
export type InputSchema = z.ZodObject<z.core.$ZodLooseShape, z.core.$ZodObjectConfig>;

/** What every tool declares. `description` states what it does, then when to use it; under 600 characters. */
type Described<Code extends ErrorName, I extends InputSchema, O extends z.core.$ZodType> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Shown only when selected by name; absent means shown by default. */
  readonly toolset?: 'more';
  /** A strict object; `reasoning` and the arguments that all commands share are added by the gate. */
  readonly input: I;
  readonly output: O;
  /** Every refusal this tool can give, with the hint that names the next step. */
  readonly refusals: Readonly<Record<Code, string>>;
};

/** Extra content of an answer: a picture or a link to a file, beside the envelope. */
export type ExtraContent =
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string;
      readonly description?: string;
      /** Bytes. */
      readonly size?: number;
    };

/** What waits for a person, with the data that its requester gets. */
export type PendingApproval = {
  readonly approval_id: string;
  readonly approvers_required: number;
  /** What its plan warned of, for the requester as for the approver. */
  readonly warnings: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
};

/** What a query or a job answers. */
export type Answer<Data> = {
  readonly data: Data;
  readonly warnings?: readonly string[];
  readonly content?: readonly ExtraContent[];
};

/** What a query answers; in place of the data, that something still waits for a person. */
export type QueryAnswer<Data> = Answer<Data> & { readonly pending?: PendingApproval };

/** What a query may use. `branch` is that of the call, `main` by default. */
export type QueryContext<Code extends ErrorName> = {
  readonly refuse: Refuse<Code>;
  readonly branch: string;
  readonly principal: Principal;
  readonly signal: AbortSignal;
};

/** Reads. `view` is caught up with the ledger for this call. */
export type Query<
  View,
  Code extends ErrorName,
  I extends InputSchema,
  O extends z.core.$ZodType,
> = Described<Code, I, O> & {
  readonly type: 'query';
  /** False for the few queries that are not about one branch. */
  readonly branched: boolean;
  answer(
    input: z.output<I>,
    view: View,
    context: QueryContext<Code>,
  ): QueryAnswer<z.input<O>> | Promise<QueryAnswer<z.input<O>>>;
};

/** Plans a change; the gate previews, holds or commits it. */
export type Command<
  View,
  Code extends ErrorName,
  I extends InputSchema,
  O extends z.core.$ZodType,
> = Described<Code, I, O> & {
  readonly type: 'command';
  readonly action: Exclude<Action, 'READ'>;
  /** True when calling again with the same arguments changes nothing more. */
  readonly idempotent?: boolean;
  plan(
    input: z.output<I>,
    view: View,
    context: CallContext<Code>,
  ): Plan<z.input<O>> | Promise<Plan<z.input<O>>>;
};

/** What a job may use: cancellation, progress (0 to `total`) and its own event to leave behind. */
export type JobContext<Code extends ErrorName> = {
  /** Id that the first event of the job will have, when it leaves one. */
  readonly event_id: string;
  /** Whether to say only what would be done: nothing is written then, and no event left. */
  readonly dry_run: boolean;
  readonly refuse: Refuse<Code>;
  readonly branch: string;
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
  /** Enters foreign work before it begins. The event of its end must lie under the `record_id` of the intent. */
  readonly begin: BeginRun;
};

/** How a run that was carried out ended without a result. */
export type JobRefusal<Code extends ErrorName> = {
  readonly name: Code;
  /** Lower-case, no full stop, user input in backticks. */
  readonly message: string;
  /** The next step, where the run has a better one than the tool's own list. */
  readonly hint?: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** What a run has made ready outside of the log, and what takes effect with its record: a file that is put in its place. */
export type Prepared = {
  /** Called once the record is committed. Refuses where it cannot take effect, after all. */
  readonly complete: () => Promise<void>;
  /** Called where there will be no record: nothing of it stays. Never throws. */
  readonly abandon: () => Promise<void>;
};

/**
 * A job's answer and the events that record it; none for a step of a longer run. With a `refusal` the events are
 * committed all the same, and then the refusal is answered in place of the data.
 */
export type JobAnswer<Data, Code extends ErrorName = ErrorName> = Answer<Data> &
  Pick<Plan<Data>, 'events'> & {
    readonly refusal?: JobRefusal<Code>;
    readonly prepared?: Prepared;
  };

/** Runs bounded foreign work; it never changes the model itself, and leaves a record of every run. */
export type Job<
  View,
  Code extends ErrorName,
  I extends InputSchema,
  O extends z.core.$ZodType,
> = Described<Code, I, O> & {
  readonly type: 'job';
  readonly action: Action;
  readonly openWorld: boolean;
  /** True where it is about one branch, which is an argument then. */
  readonly branched?: boolean;
  /** What its runs are, where it is not what those of its server are. */
  readonly records?: RunType;
  /** True where it takes `dry_run` and `idempotency_key` as commands do. */
  readonly previews?: boolean;
  /** True where it may replace what an earlier run made: MCP calls that destructive. */
  readonly replaces?: boolean;
  /** True for a step of a run that another call has started: a person approves the start. */
  readonly continues?: boolean;
  run(
    input: z.output<I>,
    view: View,
    context: JobContext<Code>,
  ): Promise<JobAnswer<z.input<O>, Code>>;
};

type Erased<T> = Omit<T, 'refusals'> & {
  readonly refusals: Readonly<Partial<Record<ErrorName, string>>>;
};

/** Any tool over a view, as a registry holds it. */
export type ToolValue<View> =
  | Erased<Query<View, ErrorName, InputSchema, z.core.$ZodType>>
  | Erased<Command<View, ErrorName, InputSchema, z.core.$ZodType>>
  | Erased<Job<View, ErrorName, InputSchema, z.core.$ZodType>>;

/** Any command over a view. */
export type CommandValue<View> = Extract<ToolValue<View>, { readonly type: 'command' }>;

/** Defines a read-only tool. */
export function defineQuery<
  View,
  const Code extends ErrorName,
  I extends InputSchema,
  O extends z.core.$ZodType,
>(tool: Omit<Query<View, Code, I, O>, 'type'>): Query<View, Code, I, O> {
  return { type: 'query', ...tool };
}

/** Defines a tool that plans a change. A refusal code that is not listed, or data that does not fit `output`, does not compile. */
export function defineCommand<
  View,
  const Code extends ErrorName,
  I extends InputSchema,
  O extends z.core.$ZodType,
>(tool: Omit<Command<View, Code, I, O>, 'type'>): Command<View, Code, I, O> {
  return { type: 'command', ...tool };
}

/** Defines a tool that runs bounded foreign work. */
export function defineJob<
  View,
  const Code extends ErrorName,
  I extends InputSchema,
  O extends z.core.$ZodType,
>(tool: Omit<Job<View, Code, I, O>, 'type'>): Job<View, Code, I, O> {
  return { type: 'job', ...tool };
}
