/** @module define: a tool is one value; hints, schemas, permissions and docs are derived from it. */
import type * as z from 'zod';

import type { ErrorName } from '../../schemas/errors.ts';
import type { RunType } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import { useIssueWords } from '../../schemas/issue-words.ts';
import type { Action } from '../../schemas/permissions.ts';
import type { CallContext, Plan, Refuse } from '../../schemas/plan.ts';
import type { BeginRun } from './run-intent.ts';
import type { Picture } from './stored-picture.ts';

useIssueWords();

/** Tool inputs are zod objects; `z.strictObject` in practice, so that misspelt arguments are refused. */
export type InputSchema = z.ZodObject<z.core.$ZodLooseShape, z.core.$ZodObjectConfig>;

/** The fields that every tool declares. `description` states what it does, then when to use it; under 600 characters. */
type Described<Code extends ErrorName, I extends InputSchema, O extends z.core.$ZodType> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Shown only when selected by name; absent means shown by default. */
  readonly toolset?: 'more';
  /** A strict object; `reasoning` and the arguments that all commands share are added by the gate. */
  readonly input: I;
  readonly output: O;
  /** Every refusal of this tool, with the hint that names the next step. */
  readonly refusals: Readonly<Record<Code, string>>;
};

/** Content of an answer next to the envelope: a picture or a link to a file. */
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

/** A pending approval, with the data for its requester. */
export type PendingApproval = {
  readonly approval_id: string;
  readonly approvers_required: number;
  /** Warnings of its plan, for the requester and the approver. */
  readonly warnings: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  /** Data of the plan that the requester also sees while the approval is pending (`showsPending`). Default: none. */
  readonly planned?: Readonly<Record<string, unknown>>;
  /** Number of comments of approvers in the data. Default: 0. */
  readonly comments?: number;
};

/** The answer of a query or a job. */
export type Answer<Data> = {
  readonly data: Data;
  readonly warnings?: readonly string[];
  readonly content?: readonly ExtraContent[];
};

/** The answer of a query; `pending` replaces the data if an approval is pending. The gate stores its pictures as files. */
export type QueryAnswer<Data> = Omit<Answer<Data>, 'content'> & {
  readonly pictures?: readonly Picture[];
  readonly pending?: PendingApproval;
};

/** The context of a query. `branch` is that of the call, `main` by default. */
export type QueryContext<Code extends ErrorName> = {
  readonly refuse: Refuse<Code>;
  readonly branch: string;
  readonly principal: Principal;
  readonly signal: AbortSignal;
};

/** A read-only tool. `view` is up to date with the ledger for this call. */
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

/** A tool that plans a change, which the gate previews, holds for approval or commits. */
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
  /** Longest time of its plan, ms. Default: the limit of all calls (`governance/engine/limits.ts`). */
  readonly plan_ms?: number;
  /** True if the answer about a pending approval also has the data of the plan, such as what an approver signs. */
  readonly showsPending?: boolean;
  plan(
    input: z.output<I>,
    view: View,
    context: CallContext<Code>,
  ): Plan<z.input<O>> | Promise<Plan<z.input<O>>>;
};

/** The context of a job: cancellation, progress (0 to `total`) and the id of the event that records it. */
export type JobContext<Code extends ErrorName> = {
  /** Id of the first event that records the job, if it has one. */
  readonly event_id: string;
  /** Whether to describe only what would be done; nothing is written or recorded then. */
  readonly dry_run: boolean;
  readonly refuse: Refuse<Code>;
  readonly branch: string;
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
  /** Records foreign work before it begins. The event of its end must have the `record_id` of the intent. */
  readonly begin: BeginRun;
};

/** The reason why a run ended without a result. */
export type JobRefusal<Code extends ErrorName> = {
  readonly name: Code;
  /** Lower-case, no full stop, user input in backticks. */
  readonly message: string;
  /** The next step, if the run has a better one than the tool's list. */
  readonly hint?: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** A file that a run has written next to its final place. Plain data: the run may be in another thread. */
export type Staged = {
  readonly event_id: string;
  /** Below `artifacts/`. */
  readonly path: string;
  readonly sha256: string;
  /** Folders that were created for it, the innermost first. */
  readonly folders: readonly string[];
};

/** The place where the runs of a server stage files. */
export type Staging = {
  /** Puts the file in its place after its record is committed. Refuses if that place is no longer free. */
  readonly complete: (staged: Staged) => Promise<void>;
  /** Removes the file if there will be no record. Never throws. */
  readonly abandon: (staged: Staged) => Promise<void>;
};

/**
 * The answer of a job and the events that record it; no events for a step of a longer run. With a `refusal`, the events
 * are committed as well, and the refusal is returned in place of the data.
 */
export type JobAnswer<Data, Code extends ErrorName = ErrorName> = Answer<Data> &
  Pick<Plan<Data>, 'events'> & {
    readonly refusal?: JobRefusal<Code>;
    readonly staged?: Staged;
  };

/** What a run would do, or the reason why it would be refused. */
export type RunPreview<Code extends ErrorName> = {
  readonly data: Readonly<Record<string, unknown>>;
  readonly refusal?: JobRefusal<Code>;
};

/** A tool that runs bounded foreign work. It never changes the model, and every run is recorded. */
export type Job<
  View,
  Code extends ErrorName,
  I extends InputSchema,
  O extends z.core.$ZodType,
> = Described<Code, I, O> & {
  readonly type: 'job';
  readonly action: Action;
  readonly openWorld: boolean;
  /** True if it is about one branch, which is then an argument. */
  readonly branched?: boolean;
  /** Event type of its runs, if it differs from that of its server. */
  readonly records?: RunType;
  /** True if it accepts `dry_run` and `idempotency_key` like a command; its `run` then describes what it would do. */
  readonly previews?: boolean;
  /** True if it may replace the output of an earlier run, which MCP calls destructive. */
  readonly replaces?: boolean;
  /** True for a step of a run that another call started; approval applies to the start. */
  readonly continues?: boolean;
  run(
    input: z.output<I>,
    view: View,
    context: JobContext<Code>,
  ): Promise<JobAnswer<z.input<O>, Code>>;
  /** Describes what a call would run, without foreign work. With it, the tool accepts `dry_run`, false by default. */
  preview?(input: z.output<I>, view: View, context: JobContext<Code>): Promise<RunPreview<Code>>;
};

type Erased<T> = Omit<T, 'refusals'> & {
  readonly refusals: Readonly<Partial<Record<ErrorName, string>>>;
};

/** Any tool over a view. */
export type ToolValue<View> =
  | Erased<Query<View, ErrorName, InputSchema, z.core.$ZodType>>
  | Erased<Command<View, ErrorName, InputSchema, z.core.$ZodType>>
  | Erased<Job<View, ErrorName, InputSchema, z.core.$ZodType>>;

/** Any command over a view. */
export type CommandValue<View> = Extract<ToolValue<View>, { readonly type: 'command' }>;

/** The members of a tool that say whether it has a preview. */
type Previewed = {
  readonly type: 'query' | 'command' | 'job';
  readonly previews?: boolean;
  readonly preview?: unknown;
};

/** Whether `preview_operation` can describe a call of a tool. */
export function hasPreview({ type, previews, preview }: Previewed): boolean {
  return type === 'command' || (type === 'job' && (previews === true || preview !== undefined));
}

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
