/**
 * @module worlds: the starting worlds of both protocols; under v2 they are drawn from the seed and have a safe path to
 * an object.
 */
import { sha256Hex } from '../../base/canonical/hash.ts';
import { manhattan, type Cell, type ToyEnv } from '../env/toy-env.ts';
import type { EpisodeConfig } from '../harness/episode-record.ts';
import {
  DENSITIES,
  draw,
  drawMany,
  entity,
  hazard,
  object,
  startState,
  stateOf,
  withDensity,
  type DensityLevel,
  type Layout,
  type Scenario,
} from '../harness/scenarios.ts';
import { cheapestRoute, safeCosts } from '../interfaces/projection.ts';
import { seededRandom, type SeededRandom } from '../seeded-random.ts';

/** Bounds of the cost of the cheapest safe path to an object: long enough to probe, short enough to walk. */
const MIN_PATH_COST = 6;
const MAX_PATH_COST = 24;

type WorldConfig = Pick<EpisodeConfig, 'scenario' | 'seed' | 'density' | 'v2'>;

/** The starting world of an episode under its protocol. */
export function startWorld({ scenario, seed, density, v2 }: WorldConfig): ToyEnv {
  return v2 === undefined
    ? startState(scenario, seed, DENSITIES[density])
    : drawWorld(scenario, seed, density, labelOf(v2.secret));
}

/**
 * The label that the agent sees (`rng_seed`). It is hashed from the secret, so it reveals neither seed nor scenario.
 */
function labelOf(secret: string): string {
  return `v2_${sha256Hex(`axion-v2 label\n${secret}`).slice(0, 16)}`;
}

/** Draws worlds until the nearest object is neither too close nor too far. */
export function drawWorld(
  scenario: Scenario,
  seed: number,
  density: DensityLevel,
  label: string,
): ToyEnv {
  const random = seededRandom(`axion-v2 world\n${scenario}\n${seed}\n${density}`);
  for (;;) {
    const layout = withDensity(LAYOUTS[scenario](random), DENSITIES[density], random);
    const world = stateOf(layout, label);
    const cost = cheapestRoute(safeCosts(world), world.self, world.objects)?.length ?? Infinity;
    if (cost >= MIN_PATH_COST && cost <= MAX_PATH_COST) return world;
  }
}

const LAYOUTS: Readonly<Record<Scenario, (random: SeededRandom) => Layout>> = {
  basic(random) {
    const taken: Cell[] = [];
    const self = { ...draw(random, taken, [1, 10, 1, 10]), energy: random.int(90, 100) };
    return {
      self,
      walls: drawMany(random, taken, 8, [1, 10, 1, 10]),
      objects: [object('coin_1', 'coin', draw(random, taken, [1, 10, 1, 10]), { value: 10 })],
      hazards: [],
      agents: [entity('A1', draw(random, taken, [1, 10, 1, 10]), 100)],
      tools: [],
    };
  },
  /** Two walls with a strip of lava between them; the object is on the opposite side. */
  hazard(random) {
    const taken: Cell[] = [];
    const columns = [random.int(3, 4), random.int(6, 8)];
    const walls = columns.flatMap((x) => {
      const top = random.int(1, 5);
      return Array.from({ length: random.int(3, 5) }, (_, i) => ({ x, y: top + i }));
    });
    taken.push(...walls);
    const between = [(columns[0] ?? 0) + 1, (columns[1] ?? 0) - 1, 2, 8] as const;
    const lava = drawMany(random, taken, random.int(1, 2), between);
    return {
      self: { ...draw(random, taken, [0, 2, 2, 9]), energy: random.int(70, 95) },
      walls,
      objects: [object('medkit_1', 'medkit', draw(random, taken, [9, 11, 2, 9]), { heal: 50 })],
      hazards: lava.map((cell, i) => hazard(`lava_${i + 1}`, 'lava', cell, 30)),
      agents: [entity('A1', draw(random, taken, [1, 10, 1, 10]), 100)],
      tools: [],
    };
  },
  resource(random) {
    const taken: Cell[] = [];
    const place = (): Cell => draw(random, taken, [0, 11, 0, 11]);
    return {
      self: { ...place(), energy: random.int(65, 90) },
      objects: [
        object('coin_1', 'coin', place(), { value: 10 }),
        object('gem_1', 'gem', place(), { value: 50 }),
        object('food_1', 'food', place(), { energy: 20 }),
      ],
      hazards: [hazard('pit_1', 'pit', place(), 20)],
      agents: [entity('A1', place(), 90)],
      walls: drawMany(random, taken, 5, [1, 10, 1, 10]),
      tools: [{ id: 'shield_1', kind: 'shield', charges: 2 }],
    };
  },
  /** A fire, and two agents close to each other. */
  social(random) {
    const taken: Cell[] = [];
    const first = draw(random, taken, [3, 8, 3, 8]);
    const near = [first.x - 2, first.x + 2, first.y - 2, first.y + 2] as const;
    let second = draw(random, taken, near);
    while (manhattan(first, second) < 2) second = draw(random, taken, near);
    const anywhere = [0, 11, 0, 11] as const;
    return {
      self: { ...draw(random, taken, anywhere), energy: random.int(75, 95) },
      walls: drawMany(random, taken, 4, [1, 10, 1, 10]),
      objects: [object('item_1', 'item', draw(random, taken, anywhere), {})],
      hazards: [hazard('fire_1', 'fire', draw(random, taken, anywhere), 40)],
      agents: [entity('A1', first, 80), entity('A2', second, 70)],
      tools: [],
    };
  },
};
