/** @module context: the values that the steps of the gate share, created once per server or once per call. */
import type { LedgerReader } from '../../../kernel/ledger/ledger.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import type { ProcessMark } from '../../../schemas/events.ts';
import type { AuditDraft, Principal } from '../../../schemas/governance.ts';
import type { RefreshedDirectory } from '../../access/directory.ts';
import { requesterOf } from '../../access/principal.ts';
import type { CallEngine } from '../../engine/call-engine.ts';
import type { GovernedCall } from '../../engine/call/governed-call.ts';
import type { EngineThreads } from '../../engine/threads.ts';
import type { Keeper } from '../../keeper/protocol/protocol.ts';
import type { ExtraContent } from '../../tool/define.ts';
import type { Domain } from '../../tool/domain.ts';
import type { StepTimer } from '../../tool/step-timer.ts';
import type { PictureStore, StoredFile } from '../../tool/stored-picture.ts';
import type { HourlyLimit } from '../limits/hourly.ts';
import type { RateLimit } from '../limits/rate.ts';
import type { Caller } from './envelope.ts';
import type { Recorder } from './recorder.ts';

/** One call as it arrives; its principal comes from the connection and is not part of it. */
export type GateCall = {
  readonly tool: string;
  readonly arguments: unknown;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
};

/** The resources that all gates of a process share, each opened once. Time and ids are injected. */
export type GateWorld = {
  readonly directory: RefreshedDirectory;
  readonly keeper: Keeper;
  readonly reader: LedgerReader;
  readonly recorder: Recorder;
  /** Counts the calls of a principal across all servers and processes. */
  readonly limitRate: RateLimit;
  /** Adds to previews whether the changes of the last hour require an approval. */
  readonly limitHour: HourlyLimit;
  /** Stores the pictures of answers as files. */
  readonly pictures: PictureStore;
  /** Identifies this process, so that runs that it leaves unfinished are recognised. */
  readonly process: ProcessMark;
  /** Salt of the commitments that replace secrets in the log. */
  readonly salt: string;
  readonly now: () => Date;
  /** A fresh uuid. */
  readonly randomId: () => string;
  /** Runs and times the slow steps of calls. */
  readonly timed: StepTimer;
  /** Writes one line for the operator (stderr); never secrets. */
  readonly log: (line: string) => void;
};

/** The resources of one gate. */
export type GateParts<View> = GateWorld & {
  readonly server: string;
  readonly domain: Domain<View>;
  /**
   * The domain of the building, opened on the first call. Servers of other records need it to conceal hidden elements in
   * answers about operations. Default: `domain` itself.
   */
  readonly building?: () => Promise<Domain<unknown>>;
  /** Engines on other threads, for long work. Default: all work runs in this thread. */
  readonly threads?: EngineThreads;
};

/** What the steps of a call need: the gate, and the engine that runs its building work. */
export type GateWork<View> = GateParts<View> & { readonly engine: CallEngine };

/** The answer of a call, and whether the keeper has already written its audit entry. */
export type Outcome = {
  readonly envelope: EnvelopeBody;
  readonly content: readonly ExtraContent[];
  /** Files that the call stored without an event; its audit entry names them. */
  readonly files?: readonly StoredFile[];
  /** The arguments for the audit entry. Default: those that were received. */
  readonly arguments?: unknown;
  readonly recorded: boolean;
};

/** The principal of a call, its time and its reasoning. */
export function callerOf<View>({ principal, shared, timestamp }: GovernedCall<View>): Caller {
  return { principal, reasoning: shared.reasoning ?? null, timestamp };
}

/** The parts of an audit entry that every call has. */
export function draftOf(
  server: string,
  principal: Principal,
  call: {
    readonly tool: string;
    readonly action: string;
    readonly branch: string | null;
    readonly arguments: Readonly<Record<string, unknown>>;
    readonly reasoning: string | null;
  },
  outcome: {
    readonly outcome: 'ok' | 'pending' | 'refused' | 'fault';
    readonly [field: string]: unknown;
  },
): AuditDraft {
  const { session_id, ...who } = requesterOf(principal);
  return { kind: 'call', server, session_id, principal: who, ...call, ...outcome };
}
