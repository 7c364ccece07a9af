/** @module context: what the steps of the gate share, made once per server and once per call. */
import type { LedgerReader } from '../../kernel/ledger/ledger.ts';
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import type { ErrorName } from '../../schemas/errors.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { ProcessMark } from '../../schemas/events.ts';
import type { AuditDraft, Principal } from '../../schemas/governance.ts';
import type { Refuse } from '../../schemas/plan.ts';
import type { RefreshedDirectory } from '../access/directory.ts';
import { type ActingAgent, requesterOf } from '../access/principal.ts';
import type { Keeper } from '../keeper/protocol/protocol.ts';
import type { ExtraContent, ToolValue } from '../tool/define.ts';
import type { Domain } from '../tool/domain.ts';
import type { SharedArguments } from '../tool/registry.ts';
import type { StepTimer } from '../tool/step-timer.ts';
import type { Caller } from './envelope.ts';
import type { HourlyLimit } from './limits/hourly.ts';
import type { RateLimit } from './limits/rate.ts';
import type { Recorder } from './recorder.ts';
import type { Turns } from './turns.ts';

/** One call as it arrives; the principal that makes it comes with the connection and is not part of it. */
export type GateCall = {
  readonly tool: string;
  readonly arguments: unknown;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
};

/** What all gates of a process share: each is opened once. Time and ids are injected. */
export type GateWorld = {
  readonly directory: RefreshedDirectory;
  readonly keeper: Keeper;
  readonly reader: LedgerReader;
  readonly recorder: Recorder;
  /** Calls of a principal are counted together, whichever server and process they go to. */
  readonly limitRate: RateLimit;
  /** What previews say of the changes of the last hour. */
  readonly limitHour: HourlyLimit;
  /** Planning of all gates goes on between their calls. */
  readonly turns: Turns;
  /** This process, by which runs that it leaves unfinished are known. */
  readonly process: ProcessMark;
  /** Salt of commitments that stand for secrets in the log. */
  readonly salt: string;
  readonly now: () => Date;
  /** A fresh uuid. */
  readonly randomId: () => string;
  /** Carries out the steps of calls that take time. */
  readonly timed: StepTimer;
  /** One line for the operator (stderr); never the place of secrets. */
  readonly log: (line: string) => void;
};

/** What a gate needs. */
export type GateParts<View> = GateWorld & {
  readonly server: string;
  readonly domain: Domain<View>;
  /**
   * The domain of the building, opened on the first call. Servers of other records need it to conceal hidden elements in
   * answers about operations. Default: `domain` itself.
   */
  readonly building?: () => Promise<Domain<unknown>>;
};

/** One call after the first checks. */
export type GovernedCall<View> = {
  readonly tool: ToolValue<View>;
  readonly principal: Principal;
  readonly agent: ActingAgent;
  readonly own: Readonly<Record<string, unknown>>;
  readonly shared: SharedArguments;
  readonly branch: string;
  readonly timestamp: string;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
};

/** What a step answers: the envelope, and whether the keeper has already written its audit entry. */
export type Outcome = {
  readonly envelope: EnvelopeBody;
  readonly content: readonly ExtraContent[];
  readonly recorded: boolean;
};

/** Whose work a call is, and who may end it. */
export function ownerOf<View>({ principal, signal }: GovernedCall<View>): {
  readonly owner: string;
  readonly signal: AbortSignal;
} {
  return { owner: principal.agent_id ?? principal.user_id, signal };
}

/** The principal of a call, its time and its reasoning. */
export function callerOf<View>({ principal, shared, timestamp }: GovernedCall<View>): Caller {
  return { principal, reasoning: shared.reasoning ?? null, timestamp };
}

/** `refuse` as it is given to a tool: the code's hint comes from the tool's own list. */
export function refuseFor<View>(tool: ToolValue<View>): Refuse<ErrorName> {
  return (code, message, data) => {
    throw new Refusal(code, message, tool.refusals[code] ?? '', data);
  };
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
