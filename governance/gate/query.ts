import { unappliedWarnings } from '../access/unapplied.ts';
/** @module query: runs a query over the view that its agent may see; nothing is planned or committed. */
import type { ToolValue } from '../tool/define.ts';
import { callerOf, refuseFor, type GateParts, type GovernedCall, type Outcome } from './context.ts';
import { succeeded } from './envelope.ts';
import { pendingOutcome } from './pending.ts';
import { branchView, concealing, givenTexts, seenBy } from './seen.ts';

/** Answers a query: its data, or the approval that it found waiting. */
export async function runQuery<View>(
  parts: GateParts<View>,
  call: GovernedCall<View> & {
    readonly tool: Extract<ToolValue<View>, { readonly type: 'query' }>;
  },
): Promise<Outcome> {
  const { tool, own, shared, branch, principal, agent, signal } = call;
  const context = { refuse: refuseFor(tool), branch, principal, signal };
  const whole = branchView(parts, agent, branch);
  const view = seenBy(parts, agent, whole, tool.branched ? branch : null);
  const concealment = parts.domain.concealment(whole, view, givenTexts([own, shared]));
  const { domain } = parts;
  const named = domain.named(view, principal);
  const answer = await concealing(concealment, async () =>
    tool.answer(await domain.meant(tool.input, own, { view, named }), view, context),
  );
  const said = concealment === null ? answer.data : concealment.data(answer.data);
  const data = typeof said === 'object' && said !== null ? { ...said } : {};
  const warnings = concealment?.warnings(answer.warnings ?? []) ?? answer.warnings ?? [];
  if (answer.pending !== undefined) return pendingOutcome(parts, call, answer.pending);
  return {
    envelope: succeeded(callerOf(call), data, null, [
      ...unappliedWarnings(parts.domain, agent),
      ...warnings,
    ]),
    content: answer.content ?? [],
    recorded: false,
  };
}
