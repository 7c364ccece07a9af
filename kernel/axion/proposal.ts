/** @module proposal: the types of proposals, traces, tokens and audit entries, as defined in `schemas/axion`. */
import type { PlanStep, ToyEnv } from './env/toy-env.ts';

export const INTERFACE_MODES = ['full', 'mci_latent', 'mci_minimal'] as const;
export type InterfaceMode = (typeof INTERFACE_MODES)[number];

export type InterfaceSpec = {
  readonly mode: InterfaceMode;
  readonly factor_dim: number;
  readonly projection_id?: string;
};

export type FactorSnapshot = {
  readonly snapshot_id: string;
  readonly factor_digest: string;
  readonly dim: number;
  readonly commitment: string;
  readonly nonce_ref: string;
};

export type ForkSnapshot = {
  readonly fork_id: string;
  readonly state_digest: string;
  readonly focus_vars: readonly string[];
  readonly commitment: string;
  readonly nonce_ref: string;
};

export type CausalClaim = {
  readonly var: string;
  readonly direction: 'increase' | 'decrease' | 'threshold' | 'categorical';
  readonly expected_effect_on_choice: string;
  readonly confidence: number;
  readonly supporting_nodes: readonly number[];
};

export type Counterfactual = {
  readonly cf_id: string;
  readonly base_state_digest: string;
  readonly mutation: { readonly var: string; readonly new_value: unknown };
  readonly predicted_outcome: { readonly choice: string; readonly score: number };
  readonly prob_mass: number;
};

/** A linear model: `actions[i]` has the logit (W·f + b)[i], where f are the factors. */
export type ReplayModel = {
  readonly model_type: 'linear_logits';
  readonly actions: readonly string[];
  readonly params: { readonly W: readonly (readonly number[])[]; readonly b: readonly number[] };
};

export type TraceNode = {
  readonly id: number;
  readonly kind: 'assumption' | 'inference' | 'simulation' | 'evaluation' | 'observation';
  readonly summary: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

export type TraceEdge = {
  readonly from: number;
  readonly to: number;
  readonly type: 'supports' | 'assumes' | 'derives' | 'simulates' | 'evaluates';
};

export type Trace = {
  readonly trace_version: '0.3';
  /** Digest of the trace without this member; used as the hash of the trace everywhere. */
  readonly trace_commit: string;
  readonly nodes: readonly TraceNode[];
  readonly edges: readonly TraceEdge[];
  readonly fork_snapshots: readonly ForkSnapshot[];
  readonly causal_claims: readonly CausalClaim[];
  readonly counterfactuals: readonly Counterfactual[];
  readonly interface_mode?: InterfaceMode;
  readonly factors?: readonly number[];
  readonly factor_snapshot?: FactorSnapshot;
  readonly replay_model?: ReplayModel;
};

export type CapabilityScope = {
  readonly allowed_ops: readonly string[];
  readonly rate_limit: { readonly max_calls: number; readonly per_ms: number };
  readonly expiry_ms: number;
};

export type CapabilityRequest = {
  readonly capability: 'move' | 'pickup' | 'drop' | 'signal' | 'use_tool' | 'actuate_physical_stub';
  readonly scope: CapabilityScope;
  readonly justification: string;
};

export type Proposal = {
  readonly proposal_id: string;
  readonly proposal_type: 'action' | 'self_modify' | 'delegate' | 'capability_request';
  readonly env: ToyEnv;
  readonly interface: InterfaceSpec;
  readonly payload: {
    readonly intent: string;
    readonly plan: { readonly steps: readonly PlanStep[] };
    readonly constraints?: readonly string[];
  };
  readonly trace: Trace;
  readonly requested_capabilities: readonly CapabilityRequest[];
};

export type CapabilityToken = {
  readonly token_id: string;
  readonly capability: string;
  readonly scope: CapabilityScope;
  readonly binding: {
    readonly proposal_hash: string;
    readonly trace_hash: string;
    readonly scope_hash: string;
  };
  readonly issued_at_ms: number;
  readonly expires_at_ms: number;
  readonly revocation_id: string;
  readonly signature: string;
};

export type Witness = {
  readonly invariant: string;
  readonly severity: 'fatal' | 'warn';
  readonly message: string;
  readonly data_hash: string;
};

export type Verdict = 'allow' | 'deny' | 'allow_with_constraints';

export type AuditEvent =
  | 'POLICY_DECISION'
  | 'CAPABILITY_ISSUED'
  | 'CAPABILITY_DENIED'
  | 'FATAL_HANG'
  | 'INTERNAL_ERROR';

/** An audit entry that is not yet chained. */
export type AuditDraft = {
  readonly entry_id: string;
  readonly timestamp_ms: number;
  readonly event: AuditEvent;
  readonly proposal_hash: string;
  readonly trace_hash: string;
  readonly kernel_decision: { readonly verdict: Verdict; readonly notes: string };
  readonly witnesses: readonly Witness[];
  readonly capability_tokens: readonly CapabilityToken[];
};

export type AuditEntry = AuditDraft & {
  readonly prev_entry_hash: string;
  readonly entry_hash: string;
};
