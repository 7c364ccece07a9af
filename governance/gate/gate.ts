/** @module gate: the one way into every tool; each step may refuse, and every call leaves an entry. */
import { CanonicalJsonError } from '../../kernel/canonical/json.ts';
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { AgentRecord, Principal } from '../../schemas/governance.ts';
import { branchFault, insideScope, isPlaced } from '../access/scope.ts';
import { maskSecrets } from '../audit/entry.ts';
import type { ExtraContent, ToolValue } from '../tool/define.ts';
import type { Asked } from '../tool/domain.ts';
import {
  registerServer,
  withheldTools,
  type ListedTool,
  type RegisteredTool,
  type Selection,
} from '../tool/registry.ts';
import type { ServerDefinition } from '../tool/server-definition.ts';
import { preview, runCommand } from './command.ts';
import { draftOf, refuseFor, type GateParts, type GovernedCall, type Outcome } from './context.ts';
import { refused, succeeded } from './envelope.ts';
import { checkInput, findTool } from './input.ts';
import { runJob } from './job.ts';
import { getOperation, previewOperation } from './operation-tools.ts';
import { rateLimit } from './rate.ts';

/** One call as it arrives: nothing in it says who calls. */
export type GateCall = {
  readonly tool: string;
  readonly arguments: unknown;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
};

/** What goes back: the envelope, the same as compact JSON, and pictures or links beside it. */
export type GateAnswer = {
  readonly envelope: EnvelopeBody;
  readonly text: string;
  readonly content: readonly ExtraContent[];
  readonly isError: boolean;
};

/** The gate of one server. */
export type Gate = {
  readonly call: (principal: Principal, call: GateCall) => Promise<GateAnswer>;
  readonly list: (principal: Principal) => readonly ListedTool[];
  /** Tools that the server has and this connection does not offer, with how to have them. */
  readonly withheld: ReadonlyMap<string, string>;
};

/** A gate over the tools of a server; get_operation and preview_operation are added to them. */
export function createGate<View>(
  server: ServerDefinition<View>,
  selection: Selection,
  parts: GateParts<View>,
): Gate {
  const limitRate = rateLimit();
  const builtIn = {
    reader: parts.reader,
    keeper: parts.keeper,
    maySee,
    preview: previewFor,
  };
  const mutating = server.tools.some(({ type }) => type === 'command');
  const tools = registerServer<View>(
    {
      ...server,
      tools: [
        ...server.tools,
        getOperation<View>(builtIn),
        ...(mutating ? [previewOperation<View>(builtIn)] : []),
      ],
    },
    selection,
  );

  const withheld = withheldTools(server, selection);

  async function previewFor(
    principal: Principal,
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    const registered = findTool(tools, name, withheld);
    const { tool } = registered;
    if (tool.type !== 'command')
      throw new Refusal(
        'INVALID_ARGUMENT',
        `\`${name}\` changes nothing, so it has no preview`,
        `call \`${name}\` itself`,
      );
    const agent = agentOf(principal);
    const { own, shared } = checkInput(registered, 'human', args);
    assertPermission(agent, registered, shared.branch ?? 'main');
    const call = governed({ tool: name, arguments: args, signal, progress: () => {} }, principal, {
      agent,
      own,
      shared,
      timestamp: parts.now().toISOString(),
    });
    const { envelope } = await preview(parts, { ...call, tool });
    return { ...envelope.data, warnings: envelope.warnings };
  }

  /** What others did lies anywhere, so it is for who reads everything of the branch. */
  function maySee(principal: Principal, { branch }: { readonly branch: string }): boolean {
    const { READ } = agentOf(principal).permissions.permissions;
    return READ !== undefined && !isPlaced(READ) && branchFault(READ, branch) === null;
  }

  function agentOf(principal: Principal): AgentRecord {
    const agent = parts.directory.agent(principal.name);
    if (agent?.status === 'active') return agent;
    throw new Refusal(
      'UNKNOWN_PRINCIPAL',
      `\`${principal.name}\` is ${agent === undefined ? 'not registered' : 'revoked'}`,
      'ask the operator to run `plumbline agent add`',
    );
  }

  function governed(
    call: GateCall,
    principal: Principal,
    made: Pick<GovernedCall<View>, 'agent' | 'own' | 'shared' | 'timestamp'>,
  ): Omit<GovernedCall<View>, 'tool'> {
    return {
      ...made,
      principal,
      branch: made.shared.branch ?? 'main',
      signal: call.signal,
      progress: call.progress,
    };
  }

  async function run(principal: Principal, call: GateCall): Promise<Outcome> {
    // Asking costs more than all other steps of a small read, so it is asked once.
    const asked = { of: parts.reader, counter: parts.reader.changeCounter() };
    await parts.directory.refresh(asked);
    const agent = agentOf(principal);
    const { policy } = parts.directory.workspace();
    const now = parts.now();
    limitRate(agent.agent_id, now.getTime(), policy.rate_limit_per_minute);
    const registered = findTool(tools, call.tool, withheld);
    const { own, shared } = checkInput(registered, principal.kind, call.arguments);
    assertPermission(agent, registered, shared.branch ?? 'main');
    const { tool } = registered;
    const timestamp = now.toISOString();
    const made = governed(call, principal, { agent, own, shared, timestamp });
    switch (tool.type) {
      case 'query':
        return runQuery(parts, { ...made, tool }, asked);
      case 'command':
        return runCommand(parts, { ...made, tool });
      case 'job':
        return runJob(parts, { ...made, tool }, server.runs ?? 'tool.run');
      default:
        return tool satisfies never;
    }
  }

  async function answer(principal: Principal, incoming: GateCall): Promise<GateAnswer> {
    let outcome: Outcome;
    let fault: string | null = null;
    try {
      parts.recorder.assertWritable();
      outcome = await run(principal, incoming);
    } catch (error) {
      const refusal = refusalIn(error) ?? internal(parts, incoming.tool, error);
      if (refusal.body.name === 'INTERNAL') fault = String(refusal.body.data['fault_id']);
      outcome = failedOutcome(parts, principal, incoming, refusal);
    }
    if (!outcome.recorded) record(principal, incoming, outcome.envelope, fault);
    return answerOf(outcome);
  }

  function record(
    principal: Principal,
    { tool, arguments: args }: GateCall,
    envelope: EnvelopeBody,
    fault: string | null,
  ): void {
    const registered = tools.get(tool);
    const given = typeof args === 'object' && args !== null ? { ...args } : {};
    const { reasoning, branch, ...own } = maskSecrets(given, parts.salt);
    const outcome = outcomeName(envelope, fault);
    parts.recorder.add(
      draftOf(
        parts.server,
        principal,
        {
          tool: tool.slice(0, 100),
          action: registered?.action ?? 'NONE',
          branch: typeof branch === 'string' ? branch.slice(0, 200) : null,
          arguments: own,
          reasoning: typeof reasoning === 'string' ? reasoning.slice(0, 2000) : null,
        },
        {
          outcome,
          ...(envelope.dry_run === true ? { dry_run: true } : {}),
          ...(envelope.error === undefined
            ? {}
            : { error: envelope.error.name, message: envelope.error.message }),
          ...(envelope.approval_id === undefined ? {} : { approval_id: envelope.approval_id }),
          ...(fault === null ? {} : { fault_id: fault }),
        },
      ),
    );
  }

  return {
    call: answer,
    list: ({ kind }) => [...tools.values()].map(({ listed }) => listed[kind]),
    withheld,
  };
}

function outcomeName(
  envelope: EnvelopeBody,
  fault: string | null,
): 'ok' | 'pending' | 'refused' | 'fault' {
  if (fault !== null) return 'fault';
  if (envelope.success) return 'ok';
  return envelope.approval_id === undefined ? 'refused' : 'pending';
}

/** Refuses PERMISSION_DENIED when the class of the tool was never given, SCOPE_DENIED on a branch outside READ. */
function assertPermission<View>(
  agent: AgentRecord,
  { tool, action }: RegisteredTool<View>,
  branch: string,
): void {
  const scope = agent.permissions.permissions[action];
  if (scope === undefined)
    throw new Refusal(
      'PERMISSION_DENIED',
      `\`${agent.name}\` has no permission ${action}, which \`${tool.name}\` needs`,
      'ask the operator to run `plumbline agent grant`',
      { action },
    );
  const because = tool.type === 'query' && tool.branched ? branchFault(scope, branch) : null;
  if (because !== null)
    throw new Refusal(
      'SCOPE_DENIED',
      `\`${agent.name}\` may not ${action} there: ${because}`,
      'stay inside your permissions, or ask the operator to widen them',
      { action, branch },
    );
}

async function runQuery<View>(
  parts: GateParts<View>,
  call: GovernedCall<View> & {
    readonly tool: Extract<ToolValue<View>, { readonly type: 'query' }>;
  },
  asked: Asked,
): Promise<Outcome> {
  const { tool, own, branch, principal, agent, signal, shared, timestamp } = call;
  const context = { refuse: refuseFor(tool), branch, principal, signal };
  const whole = parts.domain.view(branch, asked);
  const scope = agent.permissions.permissions.READ;
  const view =
    scope !== undefined && isPlaced(scope)
      ? parts.domain.restricted(whole, (place) => insideScope(scope, place))
      : whole;
  const answer = await tool.answer(own, view, context);
  const data = typeof answer.data === 'object' && answer.data !== null ? { ...answer.data } : {};
  const caller = { principal, reasoning: shared.reasoning ?? null, timestamp };
  return {
    envelope: succeeded(caller, data, null, answer.warnings ?? []),
    content: answer.content ?? [],
    recorded: false,
  };
}

/** The refusal that an error is, null for a fault. What cannot be written as JSON came with the arguments. */
function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (!(error instanceof CanonicalJsonError)) return null;
  return new Refusal(
    'INVALID_ARGUMENT',
    `an argument cannot be written as JSON: ${error.message}`,
    'use well-formed text and finite numbers; nothing was changed',
  );
}

/** A bug or broken infrastructure: one id for the caller, the rest for the operator. */
function internal<View>(parts: GateParts<View>, tool: string, error: unknown): Refusal {
  const fault_id = parts.randomId();
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  parts.log(`fault ${fault_id} in ${tool}: ${detail}`);
  return new Refusal(
    'INTERNAL',
    'something broke inside the server',
    'tell the operator the fault id',
    {
      fault_id,
    },
  );
}

function failedOutcome<View>(
  parts: GateParts<View>,
  principal: Principal,
  call: GateCall,
  refusal: Refusal,
): Outcome {
  const given: unknown = call.arguments;
  const why: unknown =
    typeof given === 'object' && given !== null ? Reflect.get(given, 'reasoning') : null;
  const reasoning = typeof why === 'string' ? why.slice(0, 2000) : null;
  const caller = { principal, reasoning, timestamp: parts.now().toISOString() };
  const envelope = refused(caller, refusal.body);
  const approval_id = refusal.body.data['approval_id'];
  const pending = refusal.body.name === 'APPROVAL_PENDING' && typeof approval_id === 'string';
  return {
    envelope: pending ? { ...envelope, approval_id } : envelope,
    content: [],
    recorded: false,
  };
}

function answerOf({ envelope, content }: Outcome): GateAnswer {
  const isError = !envelope.success && envelope.error?.name !== 'APPROVAL_PENDING';
  return { envelope, text: JSON.stringify(envelope), content, isError };
}
