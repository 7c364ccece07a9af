/** @module interface-rules: the rules of each interface mode. */
import type { InterfaceMode } from '../proposal.ts';
import type { InterfaceRules } from './base.ts';
import { fullInterface } from './full.ts';
import { mciLatent } from './mci-latent.ts';
import { mciMinimal } from './mci-minimal.ts';

/** Why the requested mode is invalid, or undefined: anchoring needs factors computed by the kernel. */
export function anchoredFault(asked: {
  readonly anchored: boolean;
  readonly interface: InterfaceMode;
}): string | undefined {
  return asked.anchored && asked.interface !== 'mci_latent'
    ? `got an anchored episode under \`${asked.interface}\`, want \`mci_latent\``
    : undefined;
}

/** Why protocol v2 cannot be played so, or undefined. It changes the world, which `mci_minimal` hides from the kernel's probes. */
export function v2Fault(asked: {
  readonly anchored: boolean;
  readonly interface: InterfaceMode;
  readonly v2?: unknown;
}): string | undefined {
  if (asked.v2 === undefined) return undefined;
  if (asked.anchored) return 'got an anchored episode under protocol v2, want one that is not';
  return asked.interface === 'mci_minimal'
    ? 'got protocol v2 under `mci_minimal`, want `mci_latent` or `full`'
    : undefined;
}

/** @param anchored whether the model is committed before the episode; needs the factors of the route projection */
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
