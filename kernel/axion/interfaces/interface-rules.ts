/** @module interface-rules: the rules of each interface mode. */
import type { ToyEnv } from '../env/toy-env.ts';
import type { InterfaceMode, InterfaceSpec } from '../proposal.ts';
import { FACTOR_COUNTS, projectFactors } from './projection.ts';

/**
 * The reason why an interface cannot be combined with anchoring or with protocol v2; undefined if it can. Anchoring
 * needs factors that the kernel computes. v2 changes the world, which the kernel's probes do not see under
 * `mci_minimal`.
 */
export function interfaceFault({
  anchored,
  interface: mode,
  v2,
}: {
  readonly anchored: boolean;
  readonly interface: InterfaceMode;
  readonly v2?: unknown;
}): string | undefined {
  if (anchored && mode !== 'mci_latent') {
    return `expected \`mci_latent\` for an anchored episode, received \`${mode}\``;
  }
  if (v2 === undefined) return undefined;
  if (anchored) return 'protocol v2 has no anchored episodes';
  return mode === 'mci_minimal'
    ? 'expected `mci_latent` or `full` for protocol v2, received `mci_minimal`'
    : undefined;
}

/** The rules of an interface mode. */
type InterfaceRules = {
  readonly spec: InterfaceSpec;
  /** Factors that the kernel computes and the agent must return; undefined when the mode has none. */
  readonly factors: (env: ToyEnv) => readonly number[] | undefined;
};

/**
 * The rules of an interface mode.
 *
 * - `full`: no factors; the agent commits to forks of the normalised state.
 * - `mci_latent`: the kernel computes the factors from the state, and the agent commits to them.
 * - `mci_minimal`: the agent supplies its own factors, and the kernel never compares them with the state.
 *
 * `factor_dim` is the number of factors of the projection; in modes without a projection that of the default one.
 *
 * @param anchored whether the model is committed before the episode, which needs the factors of the route projection
 */
export function interfaceRules(mode: InterfaceMode, anchored: boolean): InterfaceRules {
  if (mode !== 'mci_latent') {
    return { spec: { mode, factor_dim: FACTOR_COUNTS.v1_basic_k8 }, factors: () => undefined };
  }
  const projection_id = anchored ? 'v2_route_k20' : 'v1_basic_k8';
  return {
    spec: { mode, factor_dim: FACTOR_COUNTS[projection_id], projection_id },
    factors: (env) => projectFactors(env, projection_id),
  };
}
