/** @module gate: the one way into every tool; each step may refuse, and every call leaves an entry. */
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import type { AgentRecord, Principal } from '../../schemas/governance.ts';
import type { Action } from '../../schemas/permissions.ts';
import type { Directory } from '../access/directory.ts';
import { fileReader } from '../access/file-reading.ts';
import { readsBranch } from '../access/inside.ts';
import { type ActingAgent, activeAgent, agentOf, type Connection } from '../access/principal.ts';
import { branchFault, isPlaced } from '../access/scope.ts';
import { waited, waitingAtMost } from '../keeper/protocol/store-wait.ts';
import type { Answer, ExtraContent } from '../tool/define.ts';
import type { Concealment } from '../tool/domain.ts';
import type { JsonSchema } from '../tool/output-schema.ts';
import {
  answerSchema,
  registerServer,
  withheldTools,
  type Audience,
  type ListedTool,
  type RegisteredTool,
  type Selection,
} from '../tool/registry.ts';
import type { ServerDefinition } from '../tool/server-definition.ts';
import { callEntry } from './call-entry.ts';
import { catchingUp } from './catch-up.ts';
import { preview, runCommand } from './command.ts';
import type { GateCall, GateParts, GovernedCall, Outcome } from './context.ts';
import { failureOf, isUnwritable, type Failure } from './failure.ts';
import { checkInput, findTool } from './input.ts';
import { previewJob, runJob } from './job.ts';
import {
  getOperation,
  previewOperation,
  type OperationParts,
  type PreviewShown,
} from './operation-tools.ts';
import { runQuery } from './query.ts';
import { concealmentOn } from './seen.ts';

/** What goes back: the envelope, the same as compact JSON, and pictures or links beside it. */
export type GateAnswer = {
  readonly envelope: EnvelopeBody;
  readonly text: string;
  readonly content: readonly ExtraContent[];
  readonly isError: boolean;
};

/** Longest wait (ms) for the store of a call that is not a run; extended while the store is only slow. */
const STORE_WAIT_MS = 10_000;

/** The gate of one server. */
export type Gate = {
  readonly call: (from: Connection, call: GateCall) => Promise<GateAnswer>;
  /** Answers and enters what arrived as a call and is none. */
  readonly refuse: (
    from: Connection,
    call: Pick<GateCall, 'tool' | 'arguments'>,
    refusal: Refusal,
  ) => Promise<GateAnswer>;
  /** Every tool that is offered. */
  readonly list: (to: Pick<Principal, 'kind'>) => readonly ListedTool[];
  /** Those of them that whoever is connected has a permission for now. Nobody known is shown all: the first call says why it is refused. */
  readonly shown: (from: Connection) => Promise<readonly ListedTool[]>;
  /**
   * The permission that a tool needs, where whoever is connected holds it and the credential of the connection does not go
   * so far; null where a credential that goes further would change nothing.
   */
  readonly beyond: (from: Connection, tool: string) => Action | null;
  /** Tools that the server has and this connection does not offer, with how to have them. */
  readonly withheld: ReadonlyMap<string, string>;
  /** The JSON schema of what a tool answers when it is committed, with all that its listing leaves out; null for a tool that is not offered. */
  readonly answers: (tool: string) => JsonSchema | null;
};

/** The tools of one server, those offered and those not, with what they run on. */
type Offer<View> = {
  readonly parts: GateParts<View>;
  readonly runs: ServerDefinition<View>['runs'];
  readonly checks: ServerDefinition<View>['checks'];
  readonly tools: ReadonlyMap<string, RegisteredTool<View>>;
  readonly withheld: ReadonlyMap<string, string>;
};

/** A gate over the tools of a server; get_operation and preview_operation are added to them. */
export function createGate<View>(
  server: ServerDefinition<View>,
  selection: Selection,
  parts: GateParts<View>,
): Gate {
  const { reader, keeper, recorder } = parts;
  const catchUp = catchingUp(parts);
  const whole = withOperationTools(server, {
    reader,
    keeper,
    maySee: (principal, event) => maySee(activeAgent(parts.directory, principal), event),
    readsBranch: (principal, branch) =>
      readsBranch(activeAgent(parts.directory, principal), branch),
    readsAll: (principal) => fileReader(parts.directory, principal).readsAll,
    concealment: async (principal, branch) => await concealmentNow(parts, principal, branch),
    preview: (principal, call, shown) => previewOf(offer, principal, { call, ...shown }),
  });
  const offer: Offer<View> = {
    parts,
    runs: server.runs,
    checks: server.checks,
    tools: registerServer(whole, selection),
    withheld: withheldTools(server, selection),
  };

  /** The answer of `work` for whom the connection is now, and its entry. */
  async function answered(
    from: Connection,
    call: Pick<GateCall, 'tool' | 'arguments'>,
    work: (principal: Principal) => Promise<Outcome>,
  ): Promise<GateAnswer> {
    const { principal, outcome, fault_id } = await outcomeOf(from, call, work);
    if (outcome.recorded) return answerOf(outcome);
    const action = offer.tools.get(call.tool)?.action ?? 'NONE';
    const { envelope } = outcome;
    const entry = callEntry(parts, principal, call, { action, envelope, fault_id });
    // Where the log cannot be written, the answer says so and does not wait for it once more.
    if (!isRefused(envelope) || isUnwritable(envelope)) {
      if (isRefused(envelope)) recorder.addWhereRoom(entry);
      else recorder.add(entry);
      return answerOf(outcome);
    }
    try {
      await waited(recorder.write(entry), async () => (await keeper.status()).usable);
      return answerOf(outcome);
    } catch (error) {
      return answerOf(failureOf(parts, principal, call, error).outcome);
    }
  }

  async function outcomeOf(
    from: Connection,
    call: Pick<GateCall, 'tool' | 'arguments'>,
    work: (principal: Principal) => Promise<Outcome>,
  ): Promise<Failure & { readonly principal: Principal }> {
    let { principal } = from.identify();
    try {
      recorder.assertWritable();
      await catchUp();
      const now = from.identify();
      principal = now.principal;
      if (now.refusal !== null) throw now.refusal;
      return { principal, outcome: await work(principal), fault_id: null };
    } catch (error) {
      return { principal, ...failureOf(parts, principal, call, error) };
    }
  }

  return counted(recorder, {
    call: (from, call) =>
      waitingFor(offer.tools.get(call.tool), () =>
        answered(from, call, (principal) => run(offer, principal, call)),
      ),
    refuse: (from, call, refusal) =>
      answered(from, call, async (principal) => {
        await admitted(parts, principal);
        throw refusal;
      }),
    list: ({ kind }) => [...offer.tools.values()].map(({ listed }) => listed[kind]),
    shown: async (from) => await shownTo(offer, from),
    beyond: (from, tool) => beyond(offer, from, tool),
    withheld: offer.withheld,
    answers: (name) => schemaOf(offer.tools.get(name)),
  });
}

/** A gate whose calls are waited for by those who close what they use. */
function counted(recorder: GateParts<unknown>['recorder'], gate: Gate): Gate {
  return {
    ...gate,
    call: (from, call) => recorder.during(() => gate.call(from, call)),
    refuse: (from, call, refusal) => recorder.during(() => gate.refuse(from, call, refusal)),
  };
}

/** The tools of an offer for which there is a permission; all where the permissions are not known. */
function permitted<View>(
  { tools }: Offer<View>,
  granted: ReturnType<typeof permittedTo>,
): readonly RegisteredTool<View>[] {
  const all = [...tools.values()];
  return granted === null ? all : all.filter(({ action }) => granted[action] !== undefined);
}

function schemaOf<View>(registered: RegisteredTool<View> | undefined): JsonSchema | null {
  return registered === undefined ? null : answerSchema(registered);
}

/** The permission that a tool needs and that the credential of a connection leaves out of what its principal holds. */
function beyond<View>(
  { parts, tools }: Offer<View>,
  from: Connection,
  tool: string,
): Action | null {
  const { principal, refusal } = from.identify();
  const action = tools.get(tool)?.action;
  const agent = refusal === null ? agentOf(parts.directory, principal) : undefined;
  if (action === undefined || agent === undefined) return null;
  const [registered, left] = [agent.registered.permissions, agent.permissions.permissions];
  return registered[action] !== undefined && left[action] === undefined ? action : null;
}

async function shownTo<View>(offer: Offer<View>, from: Connection): Promise<readonly ListedTool[]> {
  const { parts } = offer;
  await parts.directory.refresh();
  const { principal, refusal } = from.identify();
  const granted = refusal === null ? permittedTo(parts.directory, principal) : null;
  return permitted(offer, granted).map(({ listed }) => listed[principal.kind]);
}

/** Answers within a bounded wait for the store; runs take their time, and are entered more than once. */
function waitingFor<View>(
  registered: RegisteredTool<View> | undefined,
  answer: () => Promise<GateAnswer>,
): Promise<GateAnswer> {
  return registered?.tool.type === 'job' ? answer() : waitingAtMost(STORE_WAIT_MS, answer);
}

/** The permissions of an active principal, null of any other. */
function permittedTo(
  directory: Directory,
  principal: Principal,
): ActingAgent['permissions']['permissions'] | null {
  const agent = agentOf(directory, principal);
  return agent?.status === 'active' ? agent.permissions.permissions : null;
}

/** The server with the tools that every server has; a preview only where there is something to preview. */
function withOperationTools<View>(
  server: ServerDefinition<View>,
  parts: OperationParts,
): ServerDefinition<View> {
  const mutating = server.tools.some(({ type }) => type === 'command');
  return {
    ...server,
    tools: [
      ...server.tools,
      getOperation<View>(parts),
      ...(mutating ? [previewOperation<View>(parts)] : []),
    ],
  };
}

/** The agent behind a call, which counts towards its rate. */
async function admitted<View>(
  { directory, limitRate, now }: GateParts<View>,
  principal: Principal,
): Promise<{ readonly agent: ActingAgent; readonly now: Date }> {
  const agent = activeAgent(directory, principal);
  const { policy } = directory.workspace();
  const at = now();
  await limitRate(agent.name, at.getTime(), policy.rate_limit_per_minute);
  return { agent, now: at };
}

/** Runs one call after all checks: principal, rate, tool, arguments and permission. */
async function run<View>(
  { parts, runs, checks, tools, withheld }: Offer<View>,
  principal: Principal,
  call: GateCall,
): Promise<Outcome> {
  const { agent, now } = await admitted(parts, principal);
  const registered = findTool(tools, call.tool, withheld);
  const { tool } = registered;
  const made = checked(registered, principal.kind, { call, principal, agent, now });
  switch (tool.type) {
    case 'query':
      return runQuery(parts, { ...made, tool });
    case 'command':
      return runCommand(parts, { ...made, tool, checks });
    case 'job':
      return runJob(parts, { ...made, tool }, tool.records ?? runs ?? 'tool.run');
    default:
      return tool satisfies never;
  }
}

/** What a command would do, for `preview_operation`, which needs no reasoning. */
async function previewOf<View>(
  { parts, checks, runs, tools, withheld }: Offer<View>,
  principal: Principal,
  { call, ...shown }: { readonly call: GateCall } & PreviewShown,
): Promise<Answer<Readonly<Record<string, unknown>>>> {
  const registered = findTool(tools, call.tool, withheld);
  const { tool } = registered;
  const previews = tool.type === 'command' || (tool.type === 'job' && tool.previews === true);
  if (!previews) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `\`${call.tool}\` changes nothing, so it has no preview`,
      `call \`${call.tool}\` itself`,
    );
  }
  const agent = activeAgent(parts.directory, principal);
  const made = checked(registered, 'human', { call, principal, agent, now: parts.now() });
  const { envelope, content } =
    tool.type === 'command'
      ? await preview(parts, { ...made, tool, checks }, shown)
      : await previewJob(parts, { ...made, tool }, tool.records ?? runs ?? 'tool.run');
  return { data: { ...envelope.data, warnings: envelope.warnings }, content };
}

/** A call whose arguments fit its tool and whose agent may call it, on that branch where it is about one. */
function checked<View>(
  registered: RegisteredTool<View>,
  audience: Audience,
  {
    call,
    principal,
    agent,
    now,
  }: {
    readonly call: GateCall;
    readonly principal: Principal;
    readonly agent: ActingAgent;
    readonly now: Date;
  },
): Omit<GovernedCall<View>, 'tool'> {
  const { own, shared } = checkInput(registered, audience, call.arguments);
  const branch = shared.branch ?? 'main';
  assertPermission(agent, registered, branch);
  const { signal, progress } = call;
  return { principal, agent, own, shared, branch, timestamp: now.toISOString(), signal, progress };
}

/** What may be said of a branch now to a principal, also by servers that are not about the building; null for all of it. */
async function concealmentNow<View>(
  parts: GateParts<View>,
  principal: Principal,
  branch: string,
): Promise<Concealment | null> {
  const agent = activeAgent(parts.directory, principal);
  if (parts.building === undefined) return concealmentOn(parts, agent, branch);
  if (fileReader(parts.directory, principal).readsAll) return null;
  const domain = await parts.building();
  await domain.catchUp();
  return concealmentOn({ domain }, agent, branch);
}

/** Events of others may lie anywhere, so only an agent that may read the whole branch sees them. */
function maySee(agent: AgentRecord, { branch }: Pick<StoredEvent, 'branch'>): boolean {
  const { READ } = agent.permissions.permissions;
  return READ !== undefined && !isPlaced(READ) && readsBranch(agent, branch);
}

/**
 * Refuses PERMISSION_DENIED when the class of the tool was never given, and SCOPE_DENIED for a tool that reads a branch
 * outside READ. INVARIANT: this comes before the branch is looked up, so a hidden branch is refused like none.
 */
function assertPermission<View>(
  agent: AgentRecord,
  { tool, action }: RegisteredTool<View>,
  branch: string,
): void {
  const scope = agent.permissions.permissions[action];
  if (scope === undefined) {
    throw new Refusal(
      'PERMISSION_DENIED',
      `\`${agent.name}\` has no permission ${action}, which \`${tool.name}\` needs`,
      'ask the operator to run `plumbline agent grant`',
      { action },
    );
  }
  const { READ } = agent.permissions.permissions;
  const reads = tool.type !== 'command' && tool.branched === true && READ !== undefined;
  const because = reads ? branchFault(READ, branch) : null;
  if (because !== null) {
    throw new Refusal(
      'SCOPE_DENIED',
      `\`${agent.name}\` may not READ there: ${because}`,
      'stay inside your permissions, or ask the operator to widen them',
      { action: 'READ', branch },
    );
  }
}

function answerOf({ envelope, content }: Outcome): GateAnswer {
  return { envelope, text: JSON.stringify(envelope), content, isError: isRefused(envelope) };
}

/** A pending approval is no refusal: the keeper has it on the chain already. */
function isRefused({ success, approval_id }: EnvelopeBody): boolean {
  return !success && approval_id === undefined;
}
