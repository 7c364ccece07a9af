/** @module mci-minimal: the agent supplies its own factors, and the kernel never compares them with the state. */
import type { InterfaceRules } from './base.ts';
import { FACTOR_COUNTS } from './projection.ts';

export const mciMinimal: InterfaceRules = {
  spec: { mode: 'mci_minimal', factor_dim: FACTOR_COUNTS.v1_basic_k8 },
  factors: () => undefined,
};
