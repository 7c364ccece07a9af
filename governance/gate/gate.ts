/** @module gate: the only entry to every tool; each step may refuse, and every call is audited. */
import type * as z from 'zod';

import { Refusal } from '../../schemas/errors.ts';
import type { RunType, StoredEvent } from '../../schemas/events.ts';
import type { AgentRecord, Principal } from '../../schemas/governance.ts';
import type { Action } from '../../schemas/permissions.ts';
import type { Concealment } from '../../schemas/sight.ts';
import { fileReader } from '../access/file-reading.ts';
import { missingPermission, permittedTools } from '../access/permitted-tools.ts';
import { type ActingAgent, activeAgent, type Connection } from '../access/principal.ts';
import { readsBranch } from '../access/scope-assertions.ts';
import { branchFault, isPlaced } from '../access/scope.ts';
import { callEngine } from '../engine/call-engine.ts';
import { concealmentOn, marksSeenOn, type PlanPlace } from '../engine/call/caller-view.ts';
import type { GovernedCall } from '../engine/call/governed-call.ts';
import { withMaxWait } from '../keeper/protocol/store-wait.ts';
import { hasPreview, type QueryAnswer } from '../tool/define.ts';
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
import { type SeesMark, withMarks } from './approval-remarks.ts';
import type { GateCall, GateParts, GateWork, Outcome } from './call/context.ts';
import { catchUpFor } from './catch-up.ts';
import { previewCommand, runCommand } from './command/run-command.ts';
import { enteredAnswer, type Entering, type GateAnswer } from './entered-answer.ts';
import { type SchemaOf, withoutAbsentNulls } from './input/absent-nulls.ts';
import { checkInput } from './input/check-input.ts';
import { findTool } from './input/find-tool.ts';
import { assertBounded } from './input/input-bounds.ts';
import { previewJob, runJob } from './job.ts';
import {
  getOperation,
  previewOperation,
  type OperationParts,
  type PreviewOptions,
} from './operation-tools.ts';
import { runQuery } from './query.ts';

/** Longest wait (ms) for the store in a call that is not a run; extended while the store responds slowly. */
const STORE_WAIT_MS = 10_000;

/** The gate of one server. */
export type Gate = {
  readonly call: (from: Connection, call: GateCall) => Promise<GateAnswer>;
  /** Answers and audits a request that is not a valid call. */
  readonly refuse: (
    from: Connection,
    call: Pick<GateCall, 'tool' | 'arguments'>,
    refusal: Refusal,
  ) => Promise<GateAnswer>;
  /** All tools that are offered. */
  readonly list: (to: Pick<Principal, 'kind'>) => readonly ListedTool[];
  /** The tools that the principal of a connection has a permission for; all tools for an unknown one, whose first call is refused. */
  readonly listPermitted: (from: Connection) => Promise<readonly ListedTool[]>;
  /**
   * The permission that a tool needs and that the principal has, but the credential of the connection does not include;
   * null if another credential would change nothing.
   */
  readonly missingPermission: (from: Connection, tool: string) => Action | null;
  /** How to enable each tool that the server has and this connection does not offer. */
  readonly withheld: ReadonlyMap<string, string>;
  /** The full JSON schema of a tool's committed answer; null for a tool that is not offered. */
  readonly answers: (tool: string) => JsonSchema | null;
};

/** The tools of one server, offered and withheld, with their resources. */
type Offer<View> = {
  readonly parts: GateWork<View>;
  readonly runs: ServerDefinition<View>['runs'];
  readonly checks: ServerDefinition<View>['checks'];
  readonly staging: ServerDefinition<View>['staging'];
  readonly composed: ServerDefinition<View>['composed'];
  readonly tools: ReadonlyMap<string, RegisteredTool<View>>;
  readonly withheld: ReadonlyMap<string, string>;
  /** The arguments of a call without each `null` that stands for an absent argument. */
  readonly present: (call: GateCall) => unknown;
};

/** A gate over the tools of a server; get_operation and preview_operation are added to them. */
export function createGate<View>(
  server: ServerDefinition<View>,
  selection: Selection,
  parts: GateParts<View>,
): Gate {
  const { recorder } = parts;
  const catchUp = catchUpFor(parts);
  const preview: OperationParts['preview'] = (principal, call, options) =>
    previewOf(offer, principal, { call, ...options });
  const operations = operationParts(parts, preview);
  const whole = withOperationTools(server, operations);
  const { runs, checks, staging, composed } = server;
  const tools = registerServer(whole, selection);
  const engine = callEngine(parts, server, tools);
  const withheld = withheldTools(server, selection);
  const offer: Offer<View> = {
    parts: { ...parts, engine },
    runs,
    checks,
    staging,
    composed,
    tools,
    withheld,
    present: presentArguments(whole, tools),
  };

  const entered: Entering = {
    ...parts,
    catchUp,
    actionOf: (name) => offer.tools.get(name)?.action ?? 'NONE',
  };
  return countCalls(recorder, {
    call: (from, call) =>
      withStoreWait(offer.tools.get(call.tool), () =>
        enteredAnswer(entered, from, call, (principal) =>
          withMarks(operations, { principal, tool: call.tool }, () =>
            admitted(offer, principal, call),
          ),
        ),
      ),
    refuse: (from, call, refusal) =>
      enteredAnswer(entered, from, call, async (principal) => {
        await admit(parts, principal);
        throw refusal;
      }),
    ...listsOf(offer),
    withheld,
    answers: (name) => schemaOf(offer.tools.get(name)),
  });
}

function operationParts<View>(
  parts: GateParts<View>,
  preview: OperationParts['preview'],
): OperationParts {
  const { directory, keeper, reader } = parts;
  return {
    reader,
    keeper,
    maySee: (principal, event) => maySee(activeAgent(directory, principal), event),
    readsBranch: (principal, branch) => readsBranch(activeAgent(directory, principal), branch),
    readsAll: (principal) => fileReader(directory, principal).readsAll,
    concealment: async (principal, branch) => await concealmentNow(parts, principal, branch),
    seesMark: async (principal, plan) => await marksSeenNow(parts, principal, plan),
    preview,
  };
}

/** Returns the arguments of a call without each `null` that stands for an absent argument. */
function presentArguments<View>(
  { tools: all }: ServerDefinition<View>,
  tools: ReadonlyMap<string, RegisteredTool<View>>,
): (call: GateCall) => unknown {
  // A composed change may call tools that are not offered by themselves.
  const inputs = new Map<string, z.ZodType>(
    all.map((tool) => [tool.name, tools.get(tool.name)?.schema.human ?? tool.input]),
  );
  const inputOf: SchemaOf = (name) => inputs.get(name);
  return ({ tool, arguments: raw }) => withoutAbsentNulls(inputOf(tool), raw, inputOf);
}

/** A gate that counts its running calls, so that a shutdown can wait for them. */
function countCalls(recorder: GateParts<unknown>['recorder'], gate: Gate): Gate {
  return {
    ...gate,
    call: (from, call) => recorder.during(() => gate.call(from, call)),
    refuse: (from, call, refusal) => recorder.during(() => gate.refuse(from, call, refusal)),
  };
}

/** The lists of the tools of an offer. */
function listsOf<View>({
  parts: { directory },
  tools,
}: Offer<View>): Pick<Gate, 'list' | 'listPermitted' | 'missingPermission'> {
  const all = [...tools.values()];
  return {
    list: ({ kind }) => all.map(({ listed }) => listed[kind]),
    listPermitted: async (from) => {
      await directory.refresh();
      const { kind } = from.identify().principal;
      return permittedTools(directory, from, all).map(({ listed }) => listed[kind]);
    },
    missingPermission: (from, tool) => missingPermission(directory, from, tools.get(tool)),
  };
}

function schemaOf<View>(registered: RegisteredTool<View> | undefined): JsonSchema | null {
  return registered === undefined ? null : answerSchema(registered);
}

/** Bounds the wait of a call for the store; runs may take longer and are recorded more than once. */
function withStoreWait<View>(
  registered: RegisteredTool<View> | undefined,
  answer: () => Promise<GateAnswer>,
): Promise<GateAnswer> {
  return registered?.tool.type === 'job' ? answer() : withMaxWait(STORE_WAIT_MS, answer);
}

/** The server with the tools that every server has; with a preview only if it has tools to preview. */
function withOperationTools<View>(
  server: ServerDefinition<View>,
  parts: OperationParts,
): ServerDefinition<View> {
  const mutating = server.tools.some((tool) => hasPreview(tool));
  return {
    ...server,
    tools: [
      ...server.tools,
      getOperation<View>(parts),
      ...(mutating ? [previewOperation<View>(parts)] : []),
    ],
  };
}

/** The active agent of a call, which is counted towards its rate. */
async function admit<View>(
  { directory, limitRate, now }: GateParts<View>,
  principal: Principal,
): Promise<{ readonly agent: ActingAgent; readonly now: Date }> {
  const agent = activeAgent(directory, principal);
  const { policy } = directory.workspace();
  const at = now();
  await limitRate(agent.name, at.getTime(), policy.rate_limit_per_minute);
  return { agent, now: at };
}

/**
 * Runs one call after all checks: principal, rate, tool, arguments and permission. Absent arguments are removed after the
 * checks that cost less, and are not in the log of a call that succeeds.
 */
async function admitted<View>(
  offer: Offer<View>,
  principal: Principal,
  received: GateCall,
): Promise<Outcome> {
  const who = await admit(offer.parts, principal);
  const registered = findTool(offer, received.tool);
  assertBounded(received.arguments);
  const call = { ...received, arguments: offer.present(received) };
  const governed = checkedCall(registered, principal.kind, { call, principal, ...who });
  return { ...(await run(offer, registered, governed)), arguments: call.arguments };
}

async function run<View>(
  { parts, runs, checks, staging }: Offer<View>,
  { tool }: RegisteredTool<View>,
  governed: Omit<GovernedCall<View>, 'tool'>,
): Promise<Outcome> {
  switch (tool.type) {
    case 'query':
      return runQuery(parts, { ...governed, tool });
    case 'command':
      return runCommand(parts, { ...governed, tool, checks });
    case 'job':
      return runJob(parts, { ...governed, tool, staging }, recordType(tool, runs));
    default:
      return tool satisfies never;
  }
}

/** The event type of a job. Throws for a job whose server definition names none: a fault of the server. */
function recordType(
  { name, records }: { readonly name: string; readonly records?: RunType },
  runs: RunType | null,
): RunType {
  const type = records ?? runs;
  if (type === null) throw new Error(`the server of \`${name}\` has no event type for its runs`);
  return type;
}

/** The effect of a command, or the run of a job, for `preview_operation`, which needs no reasoning. */
async function previewOf<View>(
  { parts, checks, runs, staging, tools, withheld, composed }: Offer<View>,
  principal: Principal,
  { call, ...options }: { readonly call: GateCall } & PreviewOptions,
): Promise<QueryAnswer<Readonly<Record<string, unknown>>>> {
  const registered = findTool({ tools, withheld, composed }, call.tool);
  const { tool } = registered;
  if (tool.type === 'query' || !hasPreview(tool)) {
    const because = tool.type === 'job' ? 'changes no element' : 'changes nothing';
    throw new Refusal(
      'INVALID_ARGUMENT',
      `\`${call.tool}\` ${because}, and it has no preview`,
      `call \`${call.tool}\` itself`,
    );
  }
  const agent = activeAgent(parts.directory, principal);
  const governed = checkedCall(registered, 'human', { call, principal, agent, now: parts.now() });
  if (tool.type === 'job') {
    const { envelope } = await previewJob(
      parts,
      { ...governed, tool, staging },
      recordType(tool, runs),
    );
    return { data: { ...envelope.data, warnings: envelope.warnings } };
  }
  const { envelope, pictures } = await previewCommand(
    parts,
    { ...governed, tool, checks },
    options,
  );
  return { data: { ...envelope.data, warnings: envelope.warnings }, pictures };
}

/** A call with valid arguments whose agent has the permission of its tool, and may read the branch if it reads one. */
function checkedCall<View>(
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

/** Removes the data that a principal may not see, also on servers of other records; null if it sees everything. */
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

/** The marks on a plan that a principal may see now, also on servers of other records. */
async function marksSeenNow<View>(
  parts: GateParts<View>,
  principal: Principal,
  plan: PlanPlace,
): Promise<SeesMark> {
  if (fileReader(parts.directory, principal).readsAll) return () => true;
  const agent = activeAgent(parts.directory, principal);
  if (parts.building === undefined) return marksSeenOn(parts, agent, plan);
  const domain = await parts.building();
  await domain.catchUp();
  return marksSeenOn({ domain }, agent, plan);
}

/** Events of others may be anywhere, so only an agent that may read the whole branch sees them. */
function maySee(agent: AgentRecord, { branch }: Pick<StoredEvent, 'branch'>): boolean {
  const { READ } = agent.permissions.permissions;
  return READ !== undefined && !isPlaced(READ) && readsBranch(agent, branch);
}

/**
 * Refuses PERMISSION_DENIED if the agent was not granted the class of the tool, and SCOPE_DENIED for a tool that reads a
 * branch outside READ. INVARIANT: this precedes the lookup of the branch, so a hidden branch is refused like an unknown one.
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
      'ask the operator to run `plumbline agent grant NAME --permissions FILE`',
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
