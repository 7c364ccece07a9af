/** @module invariants: checks the invariants of a proposal that the schema cannot express. */
import { normalizeState } from '../env/normalize-state.ts';
import type { ToyEnv } from '../env/toy-env.ts';
import { axionText, hashJson } from '../hashing.ts';
import { PROJECTION_IDS, projectFactors } from '../interfaces/projection.ts';
import type { InterfaceSpec, Proposal, Trace, Witness } from '../proposal.ts';
import { modelFault } from './replay.ts';

/**
 * I0 trace commitment · I1 counterfactual minimum · I2 trace graph · I3 snapshots · I4 token
 * binding (see `spendToken`) · I5 watchdog (see watchdog.ts) · I6 interface completeness.
 */
type InvariantId = 'I0' | 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6';

/** The findings that a witness can report. */
export type FindingName =
  | InvariantId
  | 'schema'
  | 'canonical_json'
  | 'env_binding'
  | 'replay'
  | 'policy'
  | 'capability'
  | 'internal'
  | 'anchored_model'
  | 'anchored_fidelity';

/** The data of the gate other than the proposal. */
export type InvariantContext = {
  /** The state of the world; in `mci_minimal` no invariant reads it. */
  readonly env: ToyEnv;
  /** The interface under which the episode runs. */
  readonly interface: InterfaceSpec;
  /** Digest of the trace without `trace_commit`. */
  readonly trace_hash: string;
};

const MIN_COUNTERFACTUALS = 3;
/** Smallest total probability mass of the counterfactuals. */
const MIN_MASS = 0.9;
/** Sums of decimal masses such as 0.3 + 0.3 + 0.3 can be a few ulp below 0.9. */
const MASS_TOLERANCE = 1e-9;

/** The violations of a proposal, in the order of the invariants. */
export function checkInvariants(proposal: Proposal, context: InvariantContext): readonly Witness[] {
  const { trace } = proposal;
  return [
    ...traceCommitment(trace, context.trace_hash),
    ...counterfactualMinimum(trace),
    ...traceGraph(trace),
    ...(context.interface.mode === 'full'
      ? forkSnapshots(trace, context.env)
      : factorSnapshot(trace, context.interface)),
    ...interfaceBinding(proposal, context.interface),
    ...(context.interface.mode === 'full' ? [] : interfaceCompleteness(trace, context)),
  ];
}

/** A witness of a violation; it stores only the digest of `data`, the offending value. */
export function witness(
  invariant: FindingName,
  message: string,
  data: unknown,
  severity: Witness['severity'] = 'fatal',
): Witness {
  return { invariant, severity, message, data_hash: hashJson(data) };
}

function traceCommitment(trace: Trace, trace_hash: string): readonly Witness[] {
  return trace.trace_commit === trace_hash
    ? []
    : [witness('I0', 'trace_commit is not the digest of the trace', trace.trace_commit)];
}

function counterfactualMinimum(trace: Trace): readonly Witness[] {
  const { counterfactuals } = trace;
  const mass = counterfactuals.reduce((sum, one) => sum + one.prob_mass, 0);
  const found: Witness[] = [];
  if (counterfactuals.length < MIN_COUNTERFACTUALS) {
    const message = `got ${counterfactuals.length} counterfactuals, want at least ${MIN_COUNTERFACTUALS}`;
    found.push(witness('I1', message, counterfactuals.length));
  }
  if (mass < MIN_MASS - MASS_TOLERANCE) {
    found.push(
      witness(
        'I1',
        `got a probability mass of ${mass.toFixed(4)}, want at least ${MIN_MASS}`,
        mass,
      ),
    );
  }
  return found;
}

/**
 * A defective graph is weak evidence but no forgery, so it is a warning: the proposal is allowed and the defect logged.
 */
function traceGraph(trace: Trace): readonly Witness[] {
  const ids = new Set(trace.nodes.map((node) => node.id));
  const found: Witness[] = [];
  if (ids.size !== trace.nodes.length) {
    found.push(witness('I2', 'a node id occurs twice', trace.nodes.length, 'warn'));
  }
  if (trace.edges.some((edge) => !ids.has(edge.from) || !ids.has(edge.to))) {
    found.push(witness('I2', 'an edge leads to a node that is not there', trace.edges, 'warn'));
  }
  const claim = trace.causal_claims.find((one) => one.supporting_nodes.some((id) => !ids.has(id)));
  if (claim !== undefined) {
    found.push(witness('I2', 'a claim rests on a node that is not there', claim, 'warn'));
  }
  return found;
}

function forkSnapshots(trace: Trace, env: ToyEnv): readonly Witness[] {
  const { fork_snapshots } = trace;
  if (fork_snapshots.length === 0) {
    return [witness('I3', 'got no fork snapshot, want at least 1', fork_snapshots)];
  }
  return fork_snapshots
    .filter((fork) => fork.state_digest !== hashJson(normalizeState(env, fork.focus_vars)))
    .map((fork) => witness('I3', 'a fork snapshot is not of the present state', fork.state_digest));
}

function factorSnapshot(trace: Trace, spec: InterfaceSpec): readonly Witness[] {
  const { factor_snapshot: snapshot, factors } = trace;
  if (snapshot === undefined) {
    return [witness('I3', 'got no factor snapshot, want one', null)];
  }
  if (factors === undefined) return [];
  const digest = hashJson({ factors, interface_spec: spec });
  if (snapshot.factor_digest === digest && snapshot.dim === spec.factor_dim) return [];
  return [witness('I3', 'the factor snapshot is not of these factors', snapshot.factor_digest)];
}

function interfaceBinding(proposal: Proposal, spec: InterfaceSpec): readonly Witness[] {
  const found: Witness[] = [];
  if (axionText(proposal.interface) !== axionText(spec)) {
    const message = `got the interface \`${proposal.interface.mode}\` with ${proposal.interface.factor_dim} factors, want \`${spec.mode}\` with ${spec.factor_dim}`;
    found.push(witness('I6', message, proposal.interface));
  }
  const { interface_mode: stated } = proposal.trace;
  const missing = stated === undefined && spec.mode !== 'full';
  if (missing || (stated !== undefined && stated !== spec.mode)) {
    const got = stated ?? 'no mode';
    found.push(witness('I6', `the trace says \`${got}\`, want \`${spec.mode}\``, got));
  }
  return found;
}

function interfaceCompleteness(trace: Trace, context: InvariantContext): readonly Witness[] {
  const { factors, replay_model: model } = trace;
  const spec = context.interface;
  const found: Witness[] = [];
  if (factors?.length !== spec.factor_dim) {
    const message = `got ${factors?.length ?? 0} factors, want ${spec.factor_dim}`;
    found.push(witness('I6', message, factors ?? null));
  } else if (spec.mode === 'mci_latent') {
    found.push(...projectionMismatch(factors, context));
  }
  const fault =
    model === undefined ? 'got no replay model, want one' : modelFault(model, spec.factor_dim);
  if (fault !== undefined) found.push(witness('I6', fault, model ?? null));
  return found;
}

/** In `mci_latent` the factors are computed by the kernel; any difference from the projection is a violation. */
function projectionMismatch(
  factors: readonly number[],
  context: InvariantContext,
): readonly Witness[] {
  const projection = PROJECTION_IDS.find((id) => id === context.interface.projection_id);
  if (projection === undefined) return [];
  const expected = projectFactors(context.env, projection);
  return axionText(expected) === axionText(factors)
    ? []
    : [witness('I6', `the factors are not those of \`${projection}\``, factors)];
}
