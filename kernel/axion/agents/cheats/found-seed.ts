/** @module found-seed: finds the seed of a suite from the label of a v1 world, by trial. */
import { sha256Hex } from '../../../base/canonical/hash.ts';
import { seededRandom } from '../../seeded-random.ts';
import type { Observation } from '../agent.ts';

/** The suite seeds 0 … 255 are tried. */
const SUITES = 256;
/** Number of episodes per suite and scenario that are tried. */
const EPISODES = 100;

/** By scenario: the suite seed for each episode seed. Computed once per scenario, with 25,600 digests. */
const tables = new Map<string, ReadonlyMap<number, number>>();

function suitesOf(scenario: string): ReadonlyMap<number, number> {
  const known = tables.get(scenario);
  if (known !== undefined) return known;
  const table = new Map<number, number>();
  for (let suite = 0; suite < SUITES; suite += 1) {
    for (let episode = 0; episode < EPISODES; episode += 1) {
      const digest = sha256Hex(`${suite}|${scenario}|${episode}`);
      table.set(Number.parseInt(digest.slice(0, 8), 16), suite);
    }
  }
  tables.set(scenario, table);
  return table;
}

/** The seeds of the suite and of the episode; undefined when no tried suite seed leads to this label. */
export function findSeeds({
  env,
}: Observation):
  | { readonly scenario: string; readonly seed: number; readonly suite_seed: number }
  | undefined {
  const [, scenario, digits] = /^([a-z]+)_([0-9]{1,10})$/.exec(env.rng_seed) ?? [];
  if (scenario === undefined || digits === undefined) return undefined;
  const seed = Number(digits);
  const suite_seed = suitesOf(scenario).get(seed);
  return suite_seed === undefined ? undefined : { scenario, seed, suite_seed };
}

/** The step after which v1 sends its probes, drawn as the kernel draws it; undefined without found seeds. */
export function probeStepOf(observation: Observation): number | undefined {
  const found = findSeeds(observation);
  if (found === undefined) return undefined;
  const { scenario, seed, suite_seed } = found;
  const random = seededRandom(`probe step\n${scenario}\n${seed}\n${suite_seed}`);
  return random.int(0, observation.steps - 1);
}
