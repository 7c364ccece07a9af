/** @module scenarios: the starting states of the four scenarios by seed; a density level adds or removes things. */
import { inSerialOrder } from '../env/gridworld.ts';
import {
  isAt,
  type Cell,
  type ToyEntity,
  type ToyEnv,
  type ToyHazard,
  type ToyObject,
} from '../env/toy-env.ts';
import { hashJson } from '../hashing.ts';
import type { InterfaceMode } from '../proposal.ts';
import { seededRandom, type SeededRandom } from '../seeded-random.ts';

export const SCENARIOS = ['basic', 'hazard', 'resource', 'social'] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** Additional objects, agents, hazards and walls; a negative number removes some, but never the first object. */
export type Density = {
  readonly agents: number;
  readonly objects: number;
  readonly hazards: number;
  readonly walls: number;
};

/** `template` is the unchanged scenario; the levels together cover every bin of the entropy. */
export const DENSITIES = {
  sparse: { agents: -2, objects: -2, hazards: -2, walls: -6 },
  template: { agents: 0, objects: 0, hazards: 0, walls: 0 },
  dense: { agents: 1, objects: 1, hazards: 1, walls: 4 },
  crowded: { agents: 3, objects: 3, hazards: 3, walls: 8 },
} as const satisfies Readonly<Record<string, Density>>;
export type DensityLevel = keyof typeof DENSITIES;
export const DENSITY_LEVELS = ['sparse', 'template', 'dense', 'crowded'] as const;

/** The default density of a suite: the curves of the minimal interface need states of every level. */
export function densityFor(
  mode: InterfaceMode,
  requested: DensityLevel | 'sweep' | undefined,
): DensityLevel | 'sweep' {
  return requested ?? (mode === 'mci_minimal' ? 'sweep' : 'template');
}

/** Width and height of the grid, cells. */
const SIZE = 12;

/** The starting positions of everything on the grid. */
export type Layout = {
  readonly self: Cell & { readonly energy: number };
  readonly walls: readonly Cell[];
  readonly objects: readonly ToyObject[];
  readonly hazards: readonly ToyHazard[];
  readonly agents: readonly ToyEntity[];
  readonly tools: ToyEnv['tools'];
};

/**
 * The starting state of a scenario, determined by the seed. Random cells are redrawn until they are free.
 *
 * @param seed a safe integer of at most 16 digits
 */
export function startState(
  scenario: Scenario,
  seed: number,
  density: Density = DENSITIES.template,
): ToyEnv {
  const rng_seed = `${scenario}_${seed}`;
  const layout = LAYOUTS[scenario](seededRandom(rng_seed));
  return stateOf(withDensity(layout, density, seededRandom(`${rng_seed}_more`)), rng_seed);
}

/** Digest of a world without its tick and label: equal for equal worlds. */
export function worldDigest({ tick: _tick, rng_seed: _label, ...world }: ToyEnv): string {
  return hashJson(world);
}

/** The state of a layout before the first step. */
export function stateOf(layout: Layout, rng_seed: string): ToyEnv {
  const { self } = layout;
  return inSerialOrder({
    tick: 0,
    grid: { w: SIZE, h: SIZE, walls: layout.walls },
    self: entity('self', self, self.energy),
    agents: layout.agents,
    objects: layout.objects,
    hazards: layout.hazards,
    tools: layout.tools,
    rng_seed,
  });
}

function basic(random: SeededRandom): Layout {
  const taken: Cell[] = [];
  const self = { ...draw(random, taken, [1, 3, 1, 3]), energy: 100 };
  const coin = draw(random, taken, [self.x + 1, self.x + 3, self.y + 1, self.y + 3]);
  const agent = draw(random, taken, [8, 10, 8, 10]);
  const walls = drawMany(random, taken, 5, [2, 9, 2, 9]);
  return {
    self,
    walls,
    objects: [object('coin_1', 'coin', coin, { value: 10 })],
    hazards: [],
    agents: [entity('A1', agent, 100)],
    tools: [],
  };
}

const HAZARD: Layout = {
  self: { x: 2, y: 5, energy: 80 },
  walls: [4, 7].flatMap((x) => [3, 4, 5].map((y) => ({ x, y }))),
  objects: [object('medkit_1', 'medkit', { x: 9, y: 5 }, { heal: 50 })],
  hazards: [
    hazard('lava_1', 'lava', { x: 5, y: 4 }, 30),
    hazard('lava_2', 'lava', { x: 6, y: 4 }, 30),
  ],
  agents: [entity('A1', { x: 3, y: 8 }, 100)],
  tools: [],
};

function resource(random: SeededRandom): Layout {
  const self = { x: 3, y: 5, energy: 70 };
  const objects = [
    object('coin_1', 'coin', { x: 5, y: 5 }, { value: 10 }),
    object('gem_1', 'gem', { x: 8, y: 7 }, { value: 50 }),
    object('food_1', 'food', { x: 6, y: 3 }, { energy: 20 }),
  ];
  const hazards = [hazard('pit_1', 'pit', { x: 7, y: 5 }, 20)];
  const agents = [entity('A1', { x: 9, y: 7 }, 90)];
  const taken: Cell[] = [self, ...objects, ...hazards, ...agents];
  const walls = drawMany(random, taken, 3, [3, 8, 3, 8]);
  const tools = [{ id: 'shield_1', kind: 'shield', charges: 2 }];
  return { self, walls, objects, hazards, agents, tools };
}

const SOCIAL: Layout = {
  self: { x: 4, y: 6, energy: 90 },
  walls: [
    { x: 5, y: 5 },
    { x: 6, y: 5 },
  ],
  objects: [object('item_1', 'item', { x: 3, y: 4 }, {})],
  hazards: [hazard('fire_1', 'fire', { x: 7, y: 6 }, 40)],
  agents: [entity('A1', { x: 6, y: 6 }, 80), entity('A2', { x: 4, y: 8 }, 70)],
  tools: [],
};

const LAYOUTS: Readonly<Record<Scenario, (random: SeededRandom) => Layout>> = {
  basic,
  hazard: () => HAZARD,
  resource,
  social: () => SOCIAL,
};

/** [min x, max x, min y, max y], in cells, inclusive. */
type Area = readonly [number, number, number, number];

const ANYWHERE: Area = [0, SIZE - 1, 0, SIZE - 1];

/** Draws a cell of the area that is not in `taken` and adds it; never returns if there is no free cell. */
export function draw(random: SeededRandom, taken: Cell[], [x0, x1, y0, y1]: Area): Cell {
  for (;;) {
    const cell = { x: random.int(x0, x1), y: random.int(y0, y1) };
    if (taken.some(isAt(cell))) continue;
    taken.push(cell);
    return cell;
  }
}

export function drawMany(
  random: SeededRandom,
  taken: Cell[],
  count: number,
  area: Area,
): readonly Cell[] {
  return Array.from({ length: Math.max(0, count) }, () => draw(random, taken, area));
}

/** The layout with things added at random free cells, or the last ones removed. */
export function withDensity(layout: Layout, density: Density, random: SeededRandom): Layout {
  const objects = keep(layout.objects, density.objects, 1);
  const hazards = keep(layout.hazards, density.hazards, 0);
  const agents = keep(layout.agents, density.agents, 0);
  const walls = keep(layout.walls, density.walls, 0);
  const taken: Cell[] = [layout.self, ...objects, ...hazards, ...agents, ...walls];
  const drawCells = (count: number): readonly Cell[] => drawMany(random, taken, count, ANYWHERE);
  return {
    ...layout,
    objects: [
      ...objects,
      ...drawCells(density.objects).map((cell, i) =>
        object(`extra_${i + 1}`, 'coin', cell, { value: 10 }),
      ),
    ],
    hazards: [
      ...hazards,
      ...drawCells(density.hazards).map((cell, i) => hazard(`extra_${i + 1}`, 'pit', cell, 20)),
    ],
    agents: [
      ...agents,
      ...drawCells(density.agents).map((cell, i) => entity(`B${i + 1}`, cell, 90)),
    ],
    walls: [...walls, ...drawCells(density.walls)],
  };
}

/** All members, or fewer for a negative `change`, but at least `least`. */
function keep<T>(members: readonly T[], change: number, least: number): readonly T[] {
  return members.slice(0, Math.max(least, members.length + Math.min(0, change)));
}

export function entity(id: string, { x, y }: Cell, energy: number): ToyEntity {
  return { id, x, y, energy, inventory: [], status: { alive: true, stunned: false } };
}

export function object(
  id: string,
  kind: string,
  { x, y }: Cell,
  props: ToyObject['props'],
): ToyObject {
  return { id, kind, x, y, props };
}

export function hazard(id: string, kind: string, { x, y }: Cell, severity: number): ToyHazard {
  return { id, kind, x, y, severity };
}
