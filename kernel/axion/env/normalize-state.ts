/** @module normalize-state: the part of the state that a decision uses, in a canonical form. */
import { countReachable } from './grid-search.ts';
import { manhattan, type Cell, type ToyEnv } from './toy-env.ts';

/** The default focus variables of the full interface. */
export const DEFAULT_FOCUS = [
  'tick',
  'self.pos',
  'self.energy',
  'hazards.at',
  'objects.at',
  'agents.pos',
  'threat.nearest_hazard',
] as const;

/** Radii in cells (Manhattan) within which objects and hazards, and walls, are included. */
const NEAR = 5;
const NEAR_WALLS = 3;

/**
 * Returns tick, grid size, seed and the agent's position, then the value of each focus variable. Distances are
 * Manhattan, in cells. Unknown variables are omitted.
 */
export function normalizeState(
  env: ToyEnv,
  focus: readonly string[],
): Readonly<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  const derived: Record<string, unknown> = {};
  for (const variable of focus) {
    const stated = statedValue(env, variable);
    if (stated !== undefined) {
      state[variable] = stated;
    } else {
      const value = derivedValue(env, variable);
      if (value !== undefined) derived[variable] = value;
    }
  }
  const { self, grid } = env;
  return {
    tick: env.tick,
    grid: { w: grid.w, h: grid.h },
    rng_seed: env.rng_seed,
    self: { id: self.id, x: self.x, y: self.y },
    state,
    derived,
  };
}

function statedValue(env: ToyEnv, variable: string): unknown {
  const { self } = env;
  const near = (reach: number) => (cell: Cell) => manhattan(cell, self) <= reach;
  switch (variable) {
    case 'self.energy':
      return self.energy;
    case 'self.inventory':
      return self.inventory.toSorted();
    case 'agents.pos':
      return env.agents.map(({ id, x, y }) => ({ id, x, y }));
    case 'agents.energy':
      return env.agents.map(({ id, energy }) => ({ id, energy }));
    case 'objects.at':
      return env.objects.filter(near(NEAR)).map(({ id, kind, x, y }) => ({ id, kind, x, y }));
    case 'hazards.at':
      return env.hazards
        .filter(near(NEAR))
        .map(({ id, kind, x, y, severity }) => ({ id, kind, x, y, severity }));
    case 'walls.nearby':
      return env.grid.walls.filter(near(NEAR_WALLS)).map(({ x, y }) => ({ x, y }));
    case 'tools.available':
      return env.tools.filter((tool) => tool.charges > 0).map(({ id, kind }) => ({ id, kind }));
    default:
      return undefined;
  }
}

function derivedValue(env: ToyEnv, variable: string): number | undefined {
  if (variable === 'threat.nearest_hazard') return nearest(env.self, env.hazards) ?? -1;
  const [, agent] = /^dist\.self_to_agent:(.+)$/.exec(variable) ?? [];
  if (agent !== undefined) return distanceTo(env, agent, env.agents);
  const [, object] = /^dist\.self_to_object:(.+)$/.exec(variable) ?? [];
  if (object !== undefined) return distanceTo(env, object, env.objects);
  const [, own] = /^reachability\.self\.(\d{1,2})$/.exec(variable) ?? [];
  if (own !== undefined) return countReachable(env, env.self, Number(own));
  const [, id, steps] = /^reachability\.agent:(.+)\.(\d{1,2})$/.exec(variable) ?? [];
  const other = env.agents.find((one) => one.id === id);
  return other === undefined ? undefined : countReachable(env, other, Number(steps));
}

function distanceTo(
  env: ToyEnv,
  id: string,
  things: readonly (Cell & { readonly id: string })[],
): number | undefined {
  const thing = things.find((one) => one.id === id);
  return thing === undefined ? undefined : manhattan(env.self, thing);
}

/** The Manhattan distance to the nearest cell, or undefined without a cell. */
export function nearest(from: Cell, cells: readonly Cell[]): number | undefined {
  let best: number | undefined;
  for (const cell of cells) {
    const distance = manhattan(from, cell);
    if (best === undefined || distance < best) best = distance;
  }
  return best;
}
