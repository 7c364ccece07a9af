/** @module mci-latent: the kernel computes the factors from the state; the agent commits to them. */
import type { InterfaceRules } from './base.ts';
import { FACTOR_COUNTS, projectFactors } from './projection.ts';
import type { ProjectionId } from './projection.ts';

export function mciLatent(projection: ProjectionId = 'v1_basic_k8'): InterfaceRules {
  return {
    spec: {
      mode: 'mci_latent',
      factor_dim: FACTOR_COUNTS[projection],
      projection_id: projection,
    },
    factors: (env) => projectFactors(env, projection),
  };
}
