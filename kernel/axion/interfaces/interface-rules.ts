/** @module interface-rules: the rules of each interface mode. */
import type { InterfaceMode } from '../proposal.ts';
import type { InterfaceRules } from './base.ts';
import { fullInterface } from './full.ts';
import { mciLatent } from './mci-latent.ts';
import { mciMinimal } from './mci-minimal.ts';

/** @param anchored whether the model is committed before the episode; it needs factors that show ways */
export function interfaceRules(mode: InterfaceMode, anchored: boolean): InterfaceRules {
  switch (mode) {
    case 'full':
      return fullInterface;
    case 'mci_latent':
      return mciLatent(anchored ? 'v2_route_k20' : 'v1_basic_k8');
    case 'mci_minimal':
      return mciMinimal;
    default:
      return mode satisfies never;
  }
}
