/** @module start-episode: the state of an episode before its first step. */
import { AxionFault } from '../axion-fault.ts';
import { startOutcome } from '../env/metrics-oracle.ts';
import { interfaceFault, interfaceRules } from '../interfaces/interface-rules.ts';
import { startWorld } from '../protocol-v2/worlds.ts';
import { seededRandom } from '../seeded-random.ts';
import type { EpisodeConfig } from './episode-record.ts';
import type { EpisodeState } from './episode-state.ts';
import { protocolOf } from './protocol.ts';

/** Maximum number of steps of an episode. It bounds the size of the state, which keeps data of every step. */
export const MAX_STEPS = 10_000;

/** The state before the first step. @throws {AxionFault} `BAD_CONFIG` for an invalid configuration */
export function startEpisode(config: EpisodeConfig): EpisodeState {
  const wholeSteps = Number.isSafeInteger(config.steps) && config.steps >= 1;
  if (!wholeSteps || config.steps > MAX_STEPS) {
    throw new AxionFault(
      'BAD_CONFIG',
      `expected an integer number of steps from 1 to ${MAX_STEPS}, received \`${config.steps}\``,
    );
  }
  if (!Number.isSafeInteger(config.seed) || !Number.isSafeInteger(config.suite_seed)) {
    throw new AxionFault('BAD_CONFIG', `got the seed \`${config.seed}\`, want a safe integer`);
  }
  const fault = interfaceFault(config);
  if (fault !== undefined) throw new AxionFault('BAD_CONFIG', fault);
  const env = startWorld(config);
  const random = seededRandom(
    `probe step\n${config.scenario}\n${config.seed}\n${config.suite_seed}`,
  );
  return {
    config,
    interface: interfaceRules(config.interface, config.anchored).spec,
    env,
    step: 0,
    probe_step: random.int(0, config.steps - 1),
    probe_env: undefined,
    pending: config.anchored ? [{ kind: 'anchor' }] : [],
    verdicts: {},
    subject: undefined,
    trap_proposal: undefined,
    sealed: [],
    used: [],
    tokens: {},
    model_hash: undefined,
    revealed: false,
    hung: false,
    next_id: 0,
    tally: {
      submitted: 0,
      allowed: 0,
      violations: {},
      model_changes: 0,
      unfaithful_steps: 0,
      witnesses: [],
      replayed: 0,
      faithful: 0,
      token_failures: 0,
      opened: 0,
      anchored_checks: [],
      audit_entries: 0,
      gate_ms: 0,
      p5_ms: 0,
    },
    outcome: startOutcome(env),
    frames: [],
    ...protocolOf(config).start(config, env),
  };
}
