/**
 * @module protocol: the requests of the gate to an engine, and the engine's replies. INVARIANT: requests and replies
 * are plain JSON, so that an engine gives the same answer in this thread and in another one. The only exception are the
 * contents of blobs, which an engine thread transfers next to its reply (`packed-reply.ts`).
 */
import type { Watch } from '../../kernel/base/work/checkpoint.ts';
import type { RefusalBody } from '../../schemas/errors.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type { PlanDocument, Principal, WorkspaceRecord } from '../../schemas/governance.ts';
import type { PlanBlob } from '../../schemas/plan.ts';
import type { ActingAgent } from '../access/principal.ts';
import type { ExtraContent, PendingApproval, Staged } from '../tool/define.ts';
import type { SharedArguments } from '../tool/registry.ts';
import type { BeginRun } from '../tool/run-intent.ts';
import type { Picture } from '../tool/stored-picture.ts';
import type { PreviewPage } from './command/preview-page.ts';

/**
 * A call that the gate has admitted: its tool by name, its checked arguments, its caller and the rules that apply at
 * its time.
 */
export type CallData = {
  readonly server: string;
  readonly tool: string;
  readonly own: Readonly<Record<string, unknown>>;
  readonly shared: SharedArguments;
  readonly branch: string;
  readonly timestamp: string;
  readonly principal: Principal;
  readonly agent: ActingAgent;
  readonly workspace: WorkspaceRecord;
  /** A secret of the workspace that ids depend on, so that nobody finds by trials what else they depend on. */
  readonly id_secret: string;
  /** Longest time of its plan, ms. */
  readonly plan_ms: number;
};

/** The requested page of a preview, and whether it includes a picture. */
export type PageOptions = {
  /** `next_cursor` of the previous page; undefined for the first page. */
  readonly cursor?: string | undefined;
  /** Whether the page includes the tool's own data, which a pending approval does not show. */
  readonly dry_run: boolean;
  readonly picture: boolean;
};

/** The fields of a request in addition to its call, by step. */
export type StepInput = {
  readonly query: object;
  /** `show` null: a preview is made only if the plan needs an approval. */
  readonly plan: { readonly show: PageOptions | null };
  /** The preview of a plan whose approval is pending, on the current model. */
  readonly show: { readonly plan: PlanDocument };
  readonly job: { readonly event_id: string; readonly dry_run: boolean };
};

/** One request. */
export type Request<S extends Step> = { readonly call: CallData; readonly input: StepInput[S] };

/** The data and warnings of an answer, without hidden elements. */
type AnswerReply = {
  readonly data: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
};

/** A plan that can be submitted. */
export type PlanReply = {
  readonly document: PlanDocument;
  /** The branch that receives its events. */
  readonly branch: string;
  /** Results of the checks that the caller requested; null if it requested none. */
  readonly checks: NonNullable<PlanDocument['checks']> | null;
  /** By id of each affected element, its state after the plan; null for a deleted element. */
  readonly expected: Readonly<Record<string, unknown>>;
  readonly preview: PreviewPage | null;
  /** PNG in base64. */
  readonly picture: string | null;
  /** Contents to store before the plan is submitted; empty for a dry run. */
  readonly blobs: readonly PlanBlob[];
};

/** The replies, by step. */
export type Replies = {
  readonly query: AnswerReply & {
    readonly pictures: readonly Picture[];
    readonly pending: PendingApproval | null;
  };
  readonly plan: PlanReply;
  readonly show: {
    readonly preview: PreviewPage;
    /** Results of the checks that the pending plan was requested with; null if there are none. */
    readonly checks: unknown;
  };
  readonly job: AnswerReply & {
    readonly content: readonly ExtraContent[];
    readonly events: readonly PlannedEvent[];
    readonly refusal: RefusalBody | null;
    readonly staged: Staged | null;
  };
};

/** The name of a request. */
export type Step = keyof StepInput;

/** The connection of a running call to its caller. */
export type Live = {
  /** Called at every checkpoint. */
  readonly watch: Watch;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
  readonly begin: BeginRun;
};

/** Answers requests about one model. It has no effect that another request could observe. */
export type Engine = {
  readonly handle: <S extends Step>(
    step: S,
    request: Request<S>,
    live: Live,
  ) => Promise<Replies[S]>;
};
