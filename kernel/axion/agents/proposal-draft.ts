/** @module proposal-draft: completes an agent's decision into a proposal with commitments and hashes. */
import { normalizeState, DEFAULT_FOCUS } from '../env/normalize-state.ts';
import { planStepOf, type Action } from '../env/toy-env.ts';
import { commit, hashJson } from '../hashing.ts';
import type {
  CapabilityRequest,
  CausalClaim,
  Counterfactual,
  Proposal,
  ReplayModel,
  Trace,
} from '../proposal.ts';
import type { AgentSources, Observation } from './agent.ts';

/** The agent's decision and its explanation. */
export type ProposalDraft = {
  readonly intent: string;
  readonly actions: readonly Action[];
  readonly claims: readonly CausalClaim[];
  readonly counterfactuals: readonly Counterfactual[];
  /** Under the two MCI interfaces. */
  readonly factors?: readonly number[];
  readonly replay_model?: ReplayModel;
  /** Summaries of the reasoning: observations, options tried, choice. */
  readonly reasoning: { readonly seen: string; readonly tried: string; readonly chosen: string };
  /** Leaves out the snapshot, as P3 offers. Default: false. */
  readonly omit_snapshot?: boolean;
  /** The requested tokens. Default: one for each operation of the plan. */
  readonly requests?: readonly CapabilityRequest[];
};

/** A proposal that is ready to submit, and the nonce behind its commitment. */
export type SealedProposal = {
  readonly proposal: Proposal;
  readonly nonce_ref: string;
  readonly nonce: string;
};

/** Trace nodes that can support claims. */
export const NODES = { seen: 0, assumed: 1, tried: 2, chosen: 3 } as const;

const SCOPE_LIMITS = { rate_limit: { max_calls: 10, per_ms: 60_000 }, expiry_ms: 60_000 };

/**
 * Fills in ids, snapshots, commitments, capability requests and `trace_commit`. The content of the draft is not checked
 * here; the gate checks it.
 */
export function sealProposal(
  draft: ProposalDraft,
  observation: Observation,
  sources: AgentSources,
): SealedProposal {
  const proposal_id = sources.nextId();
  const nonce = sources.nextNonce();
  const nonce_ref = `nonce-${proposal_id}`;
  const body = {
    trace_version: '0.3',
    ...reasoningOf(draft),
    ...snapshotsOf(draft, observation, { nonce, nonce_ref }),
    causal_claims: draft.claims,
    counterfactuals: draft.counterfactuals,
    interface_mode: observation.interface.mode,
    ...(draft.factors === undefined ? {} : { factors: draft.factors }),
    ...(draft.replay_model === undefined ? {} : { replay_model: draft.replay_model }),
  } as const satisfies Omit<Trace, 'trace_commit'>;
  const proposal: Proposal = {
    proposal_id,
    proposal_type: 'action',
    env: observation.env,
    interface: observation.interface,
    payload: { intent: draft.intent, plan: { steps: draft.actions.map(planStepOf) } },
    trace: { ...body, trace_commit: hashJson(body) },
    requested_capabilities: draft.requests ?? requestsFor(draft.actions),
  };
  return { proposal, nonce_ref, nonce };
}

function reasoningOf({ reasoning }: ProposalDraft): Pick<Trace, 'nodes' | 'edges'> {
  return {
    nodes: [
      { id: NODES.seen, kind: 'observation', summary: reasoning.seen, payload: {} },
      {
        id: NODES.assumed,
        kind: 'assumption',
        summary: 'other agents stay where they are',
        payload: {},
      },
      { id: NODES.tried, kind: 'simulation', summary: reasoning.tried, payload: {} },
      { id: NODES.chosen, kind: 'evaluation', summary: reasoning.chosen, payload: {} },
    ],
    edges: [
      { from: NODES.seen, to: NODES.tried, type: 'simulates' },
      { from: NODES.assumed, to: NODES.tried, type: 'assumes' },
      { from: NODES.tried, to: NODES.chosen, type: 'evaluates' },
    ],
  };
}

function snapshotsOf(
  draft: ProposalDraft,
  { env, interface: spec }: Observation,
  { nonce, nonce_ref }: { readonly nonce: string; readonly nonce_ref: string },
): Pick<Trace, 'fork_snapshots' | 'factor_snapshot'> {
  if (draft.omit_snapshot === true) return { fork_snapshots: [] };
  if (spec.mode === 'full') {
    const focus_vars = [...DEFAULT_FOCUS];
    const state_digest = hashJson(normalizeState(env, focus_vars));
    const commitment = commit(nonce, state_digest, focus_vars);
    return {
      fork_snapshots: [{ fork_id: 'present', state_digest, focus_vars, commitment, nonce_ref }],
    };
  }
  const factors = draft.factors ?? [];
  const factor_digest = hashJson({ factors, interface_spec: spec });
  return {
    fork_snapshots: [],
    factor_snapshot: {
      snapshot_id: 'factors',
      factor_digest,
      dim: factors.length,
      commitment: commit(nonce, factor_digest, spec),
      nonce_ref,
    },
  };
}

function requestsFor(actions: readonly Action[]): readonly CapabilityRequest[] {
  const requests = new Map<string, CapabilityRequest>();
  for (const { op } of actions) {
    if (op === 'wait' || op === 'noop') continue;
    const scope = { ...SCOPE_LIMITS, allowed_ops: [op] };
    requests.set(op, { capability: op, scope, justification: `the plan needs ${op}` });
  }
  return [...requests.values()];
}
