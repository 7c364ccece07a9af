/** @module engine: executes the building part of calls on a model: queries, plans with their effect, diffs and jobs. */
import { Buffer } from 'node:buffer';

import { watched } from '../../kernel/base/work/checkpoint.ts';
import { Refusal } from '../../schemas/errors.ts';
import { planData } from '../approval/plan-data.ts';
import type { JobAnswer, ToolValue } from '../tool/define.ts';
import {
  callerView,
  concealedAnswer,
  concealRefusals,
  givenTexts,
  targetBranch,
  visibleLosses,
  wholeBranch,
} from './call/caller-view.ts';
import type { EngineParts, EngineServer } from './call/engine-parts.ts';
import { refuseFor, type GovernedCall } from './call/governed-call.ts';
import { planCommand } from './command/plan-command.ts';
import { previewPage } from './command/preview-page.ts';
import type { CallData, Engine, Live, Replies, Request, PageOptions, Step } from './protocol.ts';

type Handlers<View> = {
  readonly [S in Step]: (
    parts: EngineParts<View>,
    request: Request<S>,
    live: Live,
  ) => Promise<Replies[S]>;
};

/** An engine over a domain that is caught up with the ledger before each request. */
export function createEngine<View>(parts: EngineParts<View>): Engine {
  const handlers: Handlers<View> = { query, plan, show, job };
  return {
    handle: async (step, request, live) =>
      await watched(live.watch, async () => await handlers[step](parts, request, live)),
  };
}

function serverOf<View>({ servers }: EngineParts<View>, { server }: CallData): EngineServer<View> {
  const found = servers.get(server);
  if (found === undefined) throw new Error(`expected a server of this engine, got ${server}`);
  return found;
}

/** The call with its tool, which must be of the expected type. */
function callOf<View, Type extends ToolValue<View>['type']>(
  parts: EngineParts<View>,
  type: Type,
  { call: { tool: name, ...call } }: { readonly call: CallData },
  { signal, progress }: Live,
): Omit<CallData, 'tool'> &
  GovernedCall<View> & { readonly tool: Extract<ToolValue<View>, { readonly type: Type }> } {
  const tool = serverOf(parts, { ...call, tool: name }).tools.get(name);
  if (tool === undefined || !isOfType(tool, type)) {
    throw new Error(`expected a ${type} of server ${call.server}, got ${name}`);
  }
  return { ...call, tool, signal, progress };
}

function isOfType<View, Type extends ToolValue<View>['type']>(
  tool: ToolValue<View>,
  type: Type,
): tool is Extract<ToolValue<View>, { readonly type: Type }> {
  return tool.type === type;
}

async function query<View>(
  parts: EngineParts<View>,
  request: Request<'query'>,
  live: Live,
): Promise<Replies['query']> {
  const { tool, ...call } = callOf(parts, 'query', request, live);
  const { own, shared, branch, principal, agent, signal } = call;
  const context = { refuse: refuseFor(tool), branch, principal, signal };
  const whole = wholeBranch(parts, agent, branch);
  const on = callerView(parts, agent, whole, tool.branched ? branch : null);
  const concealment = on.concealment(givenTexts([own, shared]));
  const names = on.names(principal);
  const answer = await concealRefusals(concealment, async () =>
    tool.answer(await on.resolve(tool.input, own, names), on.view, context),
  );
  return {
    ...concealedAnswer(concealment, answer),
    pictures: answer.pictures ?? [],
    pending: answer.pending ?? null,
  };
}

/** The page shown for a plan that needs an approval when its caller did not request a preview. */
const FOR_APPROVAL: PageOptions = { dry_run: false, picture: false };

async function plan<View>(
  parts: EngineParts<View>,
  request: Request<'plan'>,
  live: Live,
): Promise<Replies['plan']> {
  const { checks: available } = serverOf(parts, request.call);
  const call = { ...callOf(parts, 'command', request, live), checks: available };
  using held = new DisposableStack();
  const planned = await planCommand(parts, call, held);
  const { document, branch, branch_seq, losses, checks, effect } = planned;
  const shown = request.input.show ?? (document.triggers.length > 0 ? FOR_APPROVAL : null);
  return {
    document,
    branch,
    checks,
    expected: effect.expected(),
    preview:
      shown === null
        ? null
        : previewPage(effect, losses, {
            cursor: shown.cursor,
            branch_seq,
            ...(shown.dry_run
              ? { planned: { data: planData(document), events: document.events } }
              : {}),
          }),
    picture: shown?.picture === true ? base64Of(await effect.picture()) : null,
    // What is not submitted is not stored.
    blobs: request.input.show?.dry_run === true ? [] : (planned.plan.blobs ?? []),
  };
}

function base64Of(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('base64');
}

/** Refuses a plan that no longer fits the model. */
async function show<View>(
  parts: EngineParts<View>,
  { call, input: { plan: pending } }: Request<'show'>,
): Promise<Replies['show']> {
  const { domain } = parts;
  const view = wholeBranch(parts, call.agent, call.branch);
  const base = pending.branch === call.branch ? view : targetBranch(parts, pending.branch, view);
  const on = callerView(parts, call.agent, base, pending.branch);
  using held = new DisposableStack();
  held.use(await domain.openImports(pending.events));
  const effect = domain.effect(on, pending.events);
  const losses = visibleLosses(parts, pending.losses ?? [], { on, changes: effect.changes });
  const branch_seq = on.view === on.whole ? domain.versions(on.whole).branch_seq : 0;
  const { checks = null } = pending;
  const concealment = on.concealment([]);
  return {
    preview: previewPage(effect, losses, { branch_seq }),
    checks: checks === null || concealment === null ? checks : concealment.data(checks),
  };
}

async function job<View>(
  parts: EngineParts<View>,
  request: Request<'job'>,
  live: Live,
): Promise<Replies['job']> {
  const { tool, ...call } = callOf(parts, 'job', request, live);
  const { own, shared, branch, principal, agent, signal, progress } = call;
  const { event_id, dry_run } = request.input;
  const refuse = refuseFor(tool);
  const context = {
    event_id,
    dry_run,
    begin: live.begin,
    refuse,
    branch,
    principal,
    signal,
    progress,
  };
  const whole = wholeBranch(parts, agent, branch);
  const on = callerView(parts, agent, whole, branch);
  const concealment = on.concealment(givenTexts([own, shared]));
  const names = on.names(principal);
  const answer = await concealRefusals(concealment, async () => {
    const input = await on.resolve(tool.input, own, names);
    if (!dry_run || tool.preview === undefined) return await tool.run(input, on.view, context);
    return { ...(await tool.preview(input, on.view, context)), events: [] };
  });
  return {
    ...concealedAnswer(concealment, answer),
    content: answer.content ?? [],
    events: answer.events,
    refusal: answer.refusal === undefined ? null : refusalOf(tool, answer.refusal),
    staged: answer.staged ?? null,
  };
}

function refusalOf<View>(
  tool: Extract<ToolValue<View>, { readonly type: 'job' }>,
  { name, message, hint, data }: NonNullable<JobAnswer<unknown>['refusal']>,
): Refusal['body'] {
  return new Refusal(name, message, hint ?? tool.refusals[name] ?? '', data).body;
}
