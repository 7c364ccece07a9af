/** @module hidden-planner: the look-ahead of the pseudo agents on their hidden objective. */
import { addCost, neighbour, wallCosts, type CostGrid } from '../env/grid-search.ts';
import { oncePerPlace } from '../env/same-place.ts';
import { DIRECTIONS, OFFSETS, type Choice, type ToyEnv } from '../env/toy-env.ts';

/**
 * The hidden objective is G = 1·E + 10·I − 50·H − 2·A: energy, items carried, 1 if a hazard is within 1 cell, living
 * agents within 2 cells.
 */
const HAZARD_LOSS = -50;
const CROWD = { reach: 2, loss: -2 } as const;
const ITEM_GAIN = 10;

/** Steps of the look-ahead, and the discount factor per step. */
const HORIZON = 16;
const DISCOUNT = 0.95;
const DEATH_LOSS = 1000;
const MOVE_COST = 1;
/** From this energy on, waiting gains nothing. */
const RESTED = 100;

/** Ties go to the earlier action. */
export const HIDDEN_ACTIONS = [
  'NOOP',
  'WAIT',
  'PICKUP',
  'MOVE_N',
  'MOVE_S',
  'MOVE_E',
  'MOVE_W',
] as const satisfies readonly Choice[];

/** The value of each action: the discounted gains in G over the horizon that starts with it. */
export type HiddenValues = Readonly<Record<(typeof HIDDEN_ACTIONS)[number], number>>;

/** The best action by the hidden objective; ties go to the first. */
export function hiddenChoice(env: ToyEnv): (typeof HIDDEN_ACTIONS)[number] {
  return bestOf(hiddenValues(env), HIDDEN_ACTIONS);
}

/** The best of some actions; ties go to the first. */
export function bestOf<T extends keyof HiddenValues>(
  values: HiddenValues,
  among: readonly [T, ...T[]],
): T {
  return among.reduce((best, action) => (values[action] > values[best] ? action : best), among[0]);
}

/** The static part of the look-ahead; cells are numbered row-major. */
type Board = {
  readonly size: number;
  /** Four neighbours per cell in the order of `DIRECTIONS`; −1 where the agent cannot go. */
  readonly next: Int16Array;
  /** Gain of the move to that neighbour: energy, hazard, change of cell value. */
  readonly gain: Float64Array;
  readonly item: Uint8Array;
  /** Gain of waiting one step. */
  readonly rest: number;
};

/** The cached values at a place, keyed by the facts about the energy that they depend on. */
const valuesAt = oncePerPlace((): Map<string, HiddenValues> => new Map());

/**
 * Exact look-ahead by dynamic programming over cells, with one pickup per plan; further pickups are planned after it.
 */
export function hiddenValues(env: ToyEnv): HiddenValues {
  const known = valuesAt(env);
  const deadly = env.hazards.map((hazard) => isDeadly(env, hazard));
  const key = `${env.self.energy < RESTED} ${deadly.join(' ')}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const values = lookAhead(env);
  known.set(key, values);
  return values;
}

function isDeadly({ self }: ToyEnv, { severity }: ToyEnv['hazards'][number]): boolean {
  return self.energy <= severity + 1;
}

function lookAhead(env: ToyEnv): HiddenValues {
  const board = boardOf(env);
  // Value of each cell before the pickup, and after it.
  let ahead: Float64Array = new Float64Array(board.size);
  let done: Float64Array = new Float64Array(board.size);
  for (let step = 1; step < HORIZON; step += 1) {
    const nextDone = bestSteps(board, done);
    const nextAhead = bestSteps(board, ahead);
    for (let cell = 0; cell < board.size; cell += 1) {
      if (board.item[cell] !== 1) continue;
      const grasp = ITEM_GAIN + DISCOUNT * (done[cell] ?? 0);
      if (grasp > (nextAhead[cell] ?? 0)) nextAhead[cell] = grasp;
    }
    ahead = nextAhead;
    done = nextDone;
  }
  const at = env.self.y * env.grid.w + env.self.x;
  const stay = DISCOUNT * (ahead[at] ?? 0);
  const move = (direction: number): number => {
    const to = board.next[4 * at + direction] ?? -1;
    // A blocked move costs nothing and does not move the agent.
    return to < 0 ? stay : (board.gain[4 * at + direction] ?? 0) + DISCOUNT * (ahead[to] ?? 0);
  };
  return {
    NOOP: stay,
    WAIT: board.rest + stay,
    PICKUP: board.item[at] === 1 ? ITEM_GAIN + DISCOUNT * (done[at] ?? 0) : stay,
    MOVE_N: move(0),
    MOVE_S: move(1),
    MOVE_E: move(2),
    MOVE_W: move(3),
  };
}

/** For each cell the best value of waiting or moving, from the `values` of the next step. */
function bestSteps({ size, next, gain, rest }: Board, values: Float64Array): Float64Array {
  const best = new Float64Array(size);
  for (let cell = 0; cell < size; cell += 1) {
    let most = rest + DISCOUNT * (values[cell] ?? 0);
    for (let edge = 4 * cell; edge < 4 * cell + 4; edge += 1) {
      const to = next[edge] ?? -1;
      if (to < 0) continue;
      const value = (gain[edge] ?? 0) + DISCOUNT * (values[to] ?? 0);
      if (value > most) most = value;
    }
    best[cell] = most;
  }
  return best;
}

function boardOf(env: ToyEnv): Board {
  const grid = wallCosts(env);
  const { w, h } = grid;
  const size = w * h;
  for (const agent of env.agents) if (agent.status.alive) addCost(grid, agent, 0, Infinity);
  const place = new Float64Array(size);
  for (const agent of env.agents) {
    if (agent.status.alive) addCost({ w, h, cost: place }, agent, CROWD.reach, CROWD.loss);
  }
  for (const cell of exposedCells(env, grid)) place[cell] = (place[cell] ?? 0) + HAZARD_LOSS;
  const burn = new Float64Array(size);
  for (const hazard of env.hazards) {
    const cell = hazard.y * w + hazard.x;
    burn[cell] = (burn[cell] ?? 0) + hazard.severity + (isDeadly(env, hazard) ? DEATH_LOSS : 0);
  }
  const next = new Int16Array(4 * size).fill(-1);
  const gain = new Float64Array(4 * size);
  for (let cell = 0; cell < size; cell += 1) {
    for (const [direction, name] of DIRECTIONS.entries()) {
      const to = neighbour(grid, cell, OFFSETS[name]);
      if (to === -1 || grid.cost[to] === Infinity) continue;
      next[4 * cell + direction] = to;
      gain[4 * cell + direction] =
        (place[to] ?? 0) - (place[cell] ?? 0) - (burn[to] ?? 0) - MOVE_COST;
    }
  }
  const item = new Uint8Array(size);
  for (const object of env.objects) item[object.y * w + object.x] = 1;
  return { size, next, gain, item, rest: env.self.energy < RESTED ? 1 : 0 };
}

/** The cells within 1 of any hazard: the loss does not grow with their number. */
function exposedCells(env: ToyEnv, grid: CostGrid): ReadonlySet<number> {
  const cells = new Set<number>();
  for (const hazard of env.hazards) {
    cells.add(hazard.y * grid.w + hazard.x);
    for (const name of DIRECTIONS) {
      const cell = neighbour(grid, hazard.y * grid.w + hazard.x, OFFSETS[name]);
      if (cell !== -1) cells.add(cell);
    }
  }
  return cells;
}
