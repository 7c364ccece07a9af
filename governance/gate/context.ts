/** @module context: what the steps of the gate share, made once per server and once per call. */
import type { LedgerReader } from '../../kernel/ledger/ledger.ts';
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import type { ErrorName } from '../../schemas/errors.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { AgentRecord, AuditDraft, Principal } from '../../schemas/governance.ts';
import type { Refuse } from '../../schemas/plan.ts';
import type { RefreshedDirectory } from '../access/directory.ts';
import type { Keeper } from '../keeper/protocol.ts';
import type { ExtraContent, ToolValue } from '../tool/define.ts';
import type { Domain } from '../tool/domain.ts';
import type { SharedArguments } from '../tool/registry.ts';
import type { Recorder } from './recorder.ts';

/** What a gate stands on. Time and ids are injected. */
export type GateParts<View> = {
  readonly server: string;
  readonly domain: Domain<View>;
  readonly directory: RefreshedDirectory;
  readonly keeper: Keeper;
  readonly reader: LedgerReader;
  readonly recorder: Recorder;
  /** Salt of commitments that stand for secrets in the log. */
  readonly salt: string;
  readonly now: () => Date;
  /** A fresh uuid. */
  readonly randomId: () => string;
  /** One line for the operator (stderr); never the place of secrets. */
  readonly log: (line: string) => void;
};

/** One call after the first checks. */
export type GovernedCall<View> = {
  readonly tool: ToolValue<View>;
  readonly principal: Principal;
  readonly agent: AgentRecord;
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

/** `refuse` as a tool sees it: the code's hint comes from the tool's own list. */
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
  const { session_id, ...who } = principal;
  return { kind: 'call', server, session_id, principal: who, ...call, ...outcome };
}
