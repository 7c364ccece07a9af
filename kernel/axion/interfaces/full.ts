/** @module full: the interface without factors; the agent commits to forks of the normalised state. */
import type { InterfaceRules } from './base.ts';
import { FACTOR_COUNTS } from './projection.ts';

/** The dimension is that of the default projection; nothing is computed from it. */
export const fullInterface: InterfaceRules = {
  spec: { mode: 'full', factor_dim: FACTOR_COUNTS.v1_basic_k8 },
  factors: () => undefined,
};
