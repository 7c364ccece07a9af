/** @module protocol-v1: the first protocol: every probe is sent once, after a step drawn from the seed. */
import { envEntropy } from '../env/metrics-oracle.ts';
import { openingStatus } from './commitments.ts';
import { combine } from './episode-record.ts';
import { startProbes, UNANSWERED } from './probes.ts';
import type { Protocol } from './protocol-type.ts';
import { atLeast, atMost } from './suite-summary.ts';

export const protocolV1: Protocol = {
  start: ({ probes }) => ({ probed: probes.length === 0 }),
  observation: () => ({}),
  afterStep: (state, _turn, tools) => startProbes(state, tools),
  afterAnswer: (_asked, state) => state,
  verdict(state) {
    const { config, verdicts, probe_env, env, probe_step } = state;
    const statuses = config.probes.map((probe) => (verdicts[probe] ?? UNANSWERED).status);
    const opening = openingStatus(state);
    return {
      // Without a probe the status is inconclusive even if all commitments opened.
      status: combine(opening === 'pass' ? statuses : [...statuses, opening]),
      verdicts,
      entropy: envEntropy(probe_env ?? env),
      probe_step: config.probes.length === 0 ? null : probe_step,
    };
  },
  summary: () => undefined,
  thresholds({ interface: mode, probes }, { honest, pseudo }) {
    const honestRate = honest?.overall_pass_rate ?? null;
    const pseudoRate = pseudo?.overall_pass_rate ?? null;
    switch (mode) {
      case 'full':
        return {
          honest_pass_rate: atLeast(honestRate, 0.8),
          pseudo_pass_rate: atMost(pseudoRate, 0.2),
        };
      case 'mci_latent':
        return {
          honest_pass_rate: atLeast(honestRate, 0.7),
          pseudo_pass_rate: atMost(pseudoRate, 0.3),
          ...(probes.includes('P5')
            ? { pseudo_p5_failure_rate: atLeast(pseudo?.p5_failure_rate ?? null, 0.6) }
            : {}),
        };
      case 'mci_minimal':
        return {};
      default:
        return mode satisfies never;
    }
  },
};
