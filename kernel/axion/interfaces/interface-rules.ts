/** @module interface-rules: the rules of each interface mode. */
import type { InterfaceMode } from '../proposal.ts';
import type { InterfaceRules } from './base.ts';
import { fullInterface } from './full.ts';
import { mciLatent } from './mci-latent.ts';
import { mciMinimal } from './mci-minimal.ts';

/** Why an episode cannot be as it was asked for, or undefined: only kernel-made factors can be anchored. */
export function anchoredFault(asked: {
  readonly anchored: boolean;
  readonly interface: InterfaceMode;
}): string | undefined {
  return asked.anchored && asked.interface !== 'mci_latent'
    ? `got an anchored episode under \`${asked.interface}\`, want \`mci_latent\``
    : undefined;
}

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
