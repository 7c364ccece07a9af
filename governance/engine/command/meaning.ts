/** @module meaning: first step of a command: the branch as its caller sees it, and its arguments with names resolved to ids. */
import { canonicalJson } from '../../../kernel/base/canonical/json.ts';
import type { WorkspaceRecord } from '../../../schemas/governance.ts';
import type { NameLookup } from '../../../schemas/plan.ts';
import type { Concealment } from '../../../schemas/sight.ts';
import { assertReachable } from '../../access/scope-assertions.ts';
import { assertApplied } from '../../access/unapplied-event.ts';
import type { CallerView } from '../../tool/domain.ts';
import { callerView, concealRefusals, givenTexts, wholeBranch } from '../call/caller-view.ts';
import { seedOf } from '../call/identifiers.ts';
import type { Planning } from './planning.ts';

/** The resolved references of a call. */
export type Meaning<View> = {
  readonly workspace: WorkspaceRecord;
  /** The branch of the call. */
  readonly on: CallerView<View>;
  readonly concealment: Concealment | null;
  readonly names: NameLookup;
  /** The arguments of the tool itself, names replaced by ids. */
  readonly own: Readonly<Record<string, unknown>>;
  /** Seed of the ids that the plan assigns. */
  readonly seed: string;
};

/**
 * Returns the meaning of a call. Refuses first a log that cannot be applied in full, then a branch outside READ, before
 * any lookup; then an unknown branch and unknown names.
 */
export async function meaningOf<View>({ parts, call }: Planning<View>): Promise<Meaning<View>> {
  assertApplied(parts.domain, call.agent);
  assertReachable(call);
  const on = callerView(
    parts,
    call.agent,
    wholeBranch(parts, call.agent, call.branch),
    call.branch,
  );
  const { workspace } = call;
  const seed = seedOf({
    id_secret: call.id_secret,
    workspace_id: workspace.workspace_id,
    branch: call.branch,
    from: on.view === on.whole ? parts.domain.versions(on.whole).branch_seq : call.principal,
    tool: call.tool.name,
    input: canonicalJson(call.own),
  });
  const concealment = on.concealment(givenTexts([call.own, call.shared]));
  const names = on.names(call.principal);
  const own = await concealRefusals(concealment, () =>
    on.resolve(call.tool.input, call.own, names),
  );
  return { workspace, on, concealment, names, own, seed };
}
