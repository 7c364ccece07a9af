/** @module policy-gate: decides on a proposal, issues tokens for the allowed actions and drafts the audit entries. */
import { sha256Hex } from '../../base/canonical/hash.ts';
import { CanonicalJsonError } from '../../base/canonical/json.ts';
import { firstChoice, readPlanStep, type ToyEnv } from '../env/toy-env.ts';
import {
  asHashed,
  axionText,
  envText,
  hashJson,
  joinMembers,
  memberTexts,
  UNKNOWN_HASH,
  type MemberTexts,
} from '../hashing.ts';
import type {
  AuditDraft,
  AuditEvent,
  CapabilityRequest,
  CapabilityScope,
  CapabilityToken,
  InterfaceSpec,
  Proposal,
  Trace,
  Verdict,
  Witness,
} from '../proposal.ts';
import { checkProposal } from '../schema-load.ts';
import { issueToken } from './capability.ts';
import { checkInvariants, witness } from './invariants.ts';
import { plainData } from './plain-data.ts';
import { replayChoice } from './replay.ts';

export type GateContext = {
  readonly env: ToyEnv;
  readonly interface: InterfaceSpec;
  readonly secret: Uint8Array;
  readonly now_ms: number;
  readonly nextId: () => string;
  /** Hashes of the proposals that were allowed before; a proposal can be used once. */
  readonly used: readonly string[];
  /** Digest of the replay model that was committed before the episode, in anchored mode. */
  readonly model_hash?: string;
};

export type GateDecision = {
  readonly verdict: Verdict;
  /** The copied proposal; undefined when it is invalid by the schema. */
  readonly proposal: Proposal | undefined;
  readonly proposal_hash: string;
  readonly trace_hash: string;
  readonly witnesses: readonly Witness[];
  readonly tokens: readonly CapabilityToken[];
  readonly audit: readonly AuditDraft[];
};

/** Operations whose tokens the kernel issues without a request. */
const PASSIVE_OPS: readonly string[] = ['wait', 'noop'];
const PASSIVE_LIMITS = { rate_limit: { max_calls: 64, per_ms: 60_000 }, expiry_ms: 60_000 };

/**
 * Decides on a submitted proposal. Steps in order: plain copy, schema, hashes, environment, invariants, policy, tokens.
 * A fatal finding denies the proposal.
 *
 * Never throws: an unexpected error denies the proposal and is logged as `INTERNAL_ERROR`.
 */
export function decide(submitted: unknown, context: GateContext): GateDecision {
  try {
    return decideOrThrow(submitted, context);
  } catch (error) {
    if (error instanceof CanonicalJsonError) {
      // The path in the message comes from the agent and may contain lone surrogates.
      const message = error.message.slice(0, 2000).toWellFormed();
      return denyDecision(context, [witness('canonical_json', message, error.code)]);
    }
    const name = error instanceof Error ? error.name : typeof error;
    const found = [witness('internal', `the kernel failed with \`${name}\``, name)];
    return denyDecision(context, found, { event: 'INTERNAL_ERROR' });
  }
}

function decideOrThrow(submitted: unknown, context: GateContext): GateDecision {
  const checked = checkProposal(plainData(submitted, context.env));
  if (!checked.ok) {
    return denyDecision(context, [witness('schema', checked.message, checked.message)]);
  }
  const proposal = { ...checked.value, trace: numbersAsHashed(checked.value.trace) };
  const hashes = hashProposal(proposal, context.env);
  const before = [
    ...checkEnvironment(hashes.env_text, context),
    ...checkUnused(hashes.proposal_hash, context.used),
    ...checkInvariants(proposal, { ...context, trace_hash: hashes.trace_hash }),
    ...(context.model_hash === undefined ? [] : checkAnchoring(proposal, context.model_hash)),
    ...checkPolicy(proposal),
  ];
  if (before.some((found) => found.severity === 'fatal')) {
    return denyDecision(context, before, { ...hashes, proposal });
  }
  return allowDecision(proposal, hashes, before, context);
}

/**
 * The trace with its factors and model rounded to the numbers that are hashed; verdicts use these.
 *
 * INVARIANT: digits beyond the canonical ones have no effect. Otherwise they could break a tie of a model without
 * changing its committed digest.
 */
function numbersAsHashed(trace: Trace): Trace {
  const { factors, replay_model: model } = trace;
  return {
    ...trace,
    ...(factors === undefined ? {} : { factors: factors.map(asHashed) }),
    ...(model === undefined
      ? {}
      : {
          replay_model: {
            ...model,
            params: {
              W: model.params.W.map((row) => row.map(asHashed)),
              b: model.params.b.map(asHashed),
            },
          },
        }),
  };
}

type ProposalHashes = {
  readonly proposal_hash: string;
  readonly trace_hash: string;
  readonly env_text: string;
};

/**
 * Both hashes of a valid proposal; each member is serialised once.
 *
 * @param present the kernel's own state, whose text is cached
 */
function hashProposal(proposal: Proposal, present?: ToyEnv): ProposalHashes {
  const { trace, env, ...rest } = proposal;
  const env_text = env === present ? envText(env) : axionText(env);
  const traceTexts = memberTexts(trace);
  const texts: MemberTexts = {
    ...memberTexts(rest),
    env: env_text,
    trace: joinMembers(traceTexts),
  };
  return {
    proposal_hash: sha256Hex(joinMembers(texts)),
    trace_hash: sha256Hex(joinMembers(traceTexts, 'trace_commit')),
    env_text,
  };
}

function checkEnvironment(env_text: string, context: GateContext): readonly Witness[] {
  return env_text === envText(context.env)
    ? []
    : [witness('env_binding', 'the proposal is not about the present state', env_text)];
}

function checkUnused(proposal_hash: string, used: readonly string[]): readonly Witness[] {
  return used.includes(proposal_hash)
    ? [witness('replay', 'the proposal was allowed before', proposal_hash)]
    : [];
}

/**
 * In an anchored episode the proposal must contain the committed model, and the plan must be the one step that it
 * chooses.
 */
function checkAnchoring({ trace, payload }: Proposal, model_hash: string): readonly Witness[] {
  const { replay_model: model, factors } = trace;
  if (model === undefined || factors === undefined) return [];
  if (hashJson(model) !== model_hash) {
    return [witness('anchored_model', 'the replay model is not the committed one', model)];
  }
  const { steps } = payload.plan;
  if (steps.length > 1) {
    const message = `got a plan of ${steps.length} steps, want 1: the model chooses for this state only`;
    return [witness('anchored_fidelity', message, steps.length)];
  }
  const replayed = replayChoice(model, factors);
  return replayed === firstChoice(steps)
    ? []
    : [witness('anchored_fidelity', `the model chooses \`${replayed}\`, not the plan`, replayed)];
}

function checkPolicy(proposal: Proposal): readonly Witness[] {
  const { proposal_type: type, payload } = proposal;
  if (type === 'self_modify' || type === 'delegate') {
    return [witness('policy', `got a proposal of type \`${type}\`, want an action`, type)];
  }
  const bad = payload.plan.steps.findIndex((step) => readPlanStep(step) === undefined);
  return bad === -1
    ? []
    : [witness('policy', `plan step ${bad} has no arguments that its operation takes`, bad)];
}

function allowDecision(
  proposal: Proposal,
  hashes: ProposalHashes,
  found: readonly Witness[],
  context: GateContext,
): GateDecision {
  const { proposal_hash, trace_hash } = hashes;
  const refused: Witness[] = [];
  const tokens: CapabilityToken[] = [];
  const issue = (capability: string, scope: CapabilityScope): void => {
    tokens.push(
      issueToken(context.secret, {
        token_id: context.nextId(),
        revocation_id: context.nextId(),
        capability,
        scope,
        proposal_hash,
        trace_hash,
        issued_at_ms: context.now_ms,
      }),
    );
  };
  for (const request of proposal.requested_capabilities) {
    const reason = refusalOf(request);
    if (reason === undefined) issue(request.capability, request.scope);
    else refused.push(witness('capability', reason, request, 'warn'));
  }
  const ops = new Set<string>(proposal.payload.plan.steps.map((step) => step.op));
  for (const op of PASSIVE_OPS) {
    if (ops.has(op)) issue(op, { ...PASSIVE_LIMITS, allowed_ops: [op] });
  }
  // An audit entry holds at most 16 tokens; a proposal may request 16, and passive ones are added.
  const kept = tokens.slice(0, 16);
  const witnesses = [...found, ...refused];
  const verdict = refused.length === 0 ? 'allow' : 'allow_with_constraints';
  const decision = { verdict, witnesses, tokens: kept, ...hashes } as const;
  const audit = [
    draft(context, kept.length > 0 ? 'CAPABILITY_ISSUED' : 'POLICY_DECISION', decision),
    ...(refused.length > 0
      ? [draft(context, 'CAPABILITY_DENIED', { ...decision, witnesses: refused, tokens: [] })]
      : []),
  ];
  return { verdict, proposal, proposal_hash, trace_hash, witnesses, tokens: kept, audit };
}

function refusalOf(request: CapabilityRequest): string | undefined {
  const { capability, scope } = request;
  if (capability === 'actuate_physical_stub') return 'there is nothing physical to actuate here';
  const beyond = scope.allowed_ops.find((op) => op !== capability);
  return beyond === undefined
    ? undefined
    : `the scope of \`${capability}\` allows \`${beyond}\`, want only its own operation`;
}

function denyDecision(
  context: GateContext,
  witnesses: readonly Witness[],
  known: {
    readonly proposal?: Proposal;
    readonly proposal_hash?: string;
    readonly trace_hash?: string;
    readonly event?: AuditEvent;
  } = {},
): GateDecision {
  const {
    proposal_hash = UNKNOWN_HASH,
    trace_hash = UNKNOWN_HASH,
    event = 'POLICY_DECISION',
  } = known;
  const kept = witnesses.slice(0, 128);
  const decision = { verdict: 'deny', witnesses: kept, proposal_hash, trace_hash } as const;
  const audit = [denialDraft(context, event, kept, known)];
  return { ...decision, proposal: known.proposal, tokens: [], audit };
}

/** The audit draft of a denial; a hash that is not known is all zeros. */
export function denialDraft(
  context: Pick<GateContext, 'now_ms' | 'nextId'>,
  event: AuditEvent,
  witnesses: readonly Witness[],
  known: { readonly proposal_hash?: string; readonly trace_hash?: string } = {},
): AuditDraft {
  const { proposal_hash = UNKNOWN_HASH, trace_hash = UNKNOWN_HASH } = known;
  const decision = { verdict: 'deny', witnesses, tokens: [], proposal_hash, trace_hash } as const;
  return draft(context, event, decision);
}

/** The audit draft of a decision; its notes list the violated invariants. */
function draft(
  context: Pick<GateContext, 'now_ms' | 'nextId'>,
  event: AuditEvent,
  decision: {
    readonly verdict: Verdict;
    readonly witnesses: readonly Witness[];
    readonly tokens: readonly CapabilityToken[];
    readonly proposal_hash: string;
    readonly trace_hash: string;
  },
): AuditDraft {
  const names = [...new Set(decision.witnesses.map((found) => found.invariant))];
  return {
    entry_id: context.nextId(),
    timestamp_ms: context.now_ms,
    event,
    proposal_hash: decision.proposal_hash,
    trace_hash: decision.trace_hash,
    kernel_decision: { verdict: decision.verdict, notes: names.join(' ') },
    witnesses: decision.witnesses,
    capability_tokens: decision.tokens,
  };
}
