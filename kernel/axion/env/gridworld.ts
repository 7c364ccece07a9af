/** @module gridworld: one deterministic step of the toy world, and edits of single variables. */
import { AxionFault } from '../axion-fault.ts';
import { compareText } from '../compare-text.ts';
import { manhattan, OFFSETS } from './toy-env.ts';
import type { Action, Cell, ToyEntity, ToyEnv } from './toy-env.ts';

const MAX_INVENTORY = 32;
const MAX_RESTED_ENERGY = 100;
const MAX_ENERGY = 100_000;
/** Reach of the edits `hazards.at` and `objects.at`, in cells (Manhattan). */
const NEAR = 5;

/**
 * The state after one action of the agent; the input is unchanged. Other agents are passive.
 *
 * Every step takes one tick. A dead agent does nothing; a stunned one loses its turn and recovers.
 */
export function stepEnv(env: ToyEnv, action: Action): ToyEnv {
  const next = { ...env, tick: env.tick + 1 };
  const { self } = env;
  if (!self.status.alive) return next;
  if (self.status.stunned) {
    return { ...next, self: { ...self, status: { alive: true, stunned: false } } };
  }
  switch (action.op) {
    case 'move':
      return { ...next, self: moved(env, OFFSETS[action.dir]) };
    case 'wait':
      return self.energy >= MAX_RESTED_ENERGY
        ? next
        : { ...next, self: { ...self, energy: self.energy + 1 } };
    case 'pickup':
      return pickedUp(env, next);
    case 'drop':
      return dropped(next, action.item_id);
    case 'use_tool':
      return {
        ...next,
        tools: env.tools.map((tool) =>
          tool.id === action.tool_id && tool.charges > 0
            ? { ...tool, charges: tool.charges - 1 }
            : tool,
        ),
      };
    case 'signal':
    case 'noop':
      return next;
    default:
      return action satisfies never;
  }
}

/** Whether the agent can enter the cell: inside the grid, no wall, no living agent. */
function isFree(env: ToyEnv, cell: Cell): boolean {
  const { w, h, walls } = env.grid;
  return (
    cell.x >= 0 &&
    cell.y >= 0 &&
    cell.x < w &&
    cell.y < h &&
    !walls.some((wall) => wall.x === cell.x && wall.y === cell.y) &&
    !env.agents.some((agent) => agent.status.alive && agent.x === cell.x && agent.y === cell.y)
  );
}

function moved(env: ToyEnv, offset: Cell): ToyEntity {
  const { self } = env;
  const cell = { x: self.x + offset.x, y: self.y + offset.y };
  if (!isFree(env, cell)) return self;
  let energy = Math.max(0, self.energy - 1);
  const hazards = env.hazards.filter((hazard) => hazard.x === cell.x && hazard.y === cell.y);
  for (const hazard of hazards) energy = Math.max(0, energy - hazard.severity);
  const alive = hazards.length === 0 || energy > 0;
  return { ...self, ...cell, energy, status: { ...self.status, alive } };
}

function pickedUp(env: ToyEnv, next: ToyEnv): ToyEnv {
  const { self } = env;
  const object = env.objects.find((one) => one.x === self.x && one.y === self.y);
  if (object === undefined || self.inventory.length >= MAX_INVENTORY) return next;
  return {
    ...next,
    self: { ...self, inventory: [...self.inventory, object.id] },
    objects: env.objects.filter((one) => one !== object),
  };
}

function dropped(next: ToyEnv, item: string): ToyEnv {
  const { self } = next;
  const at = self.inventory.indexOf(item);
  if (at === -1) return next;
  const object = { id: item, kind: 'dropped', x: self.x, y: self.y, props: {} };
  return {
    ...next,
    self: { ...self, inventory: self.inventory.filter((_, index) => index !== at) },
    objects: [...next.objects, object].toSorted(byKindThenId),
  };
}

function byKindThenId(
  a: { readonly kind: string; readonly id: string },
  b: { readonly kind: string; readonly id: string },
): number {
  return compareText(a.kind, b.kind) || compareText(a.id, b.id);
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return compareText(a.id, b.id);
}

/** The same state with every list in serialisation order. */
export function inSerialOrder(env: ToyEnv): ToyEnv {
  return {
    ...env,
    grid: { ...env.grid, walls: env.grid.walls.toSorted((a, b) => a.x - b.x || a.y - b.y) },
    agents: env.agents.toSorted(byId),
    objects: env.objects.toSorted(byKindThenId),
    hazards: env.hazards.toSorted(byKindThenId),
    tools: env.tools.toSorted(byId),
  };
}

/** One edit of one variable, as in claims of the full interface. */
export type EnvEdit =
  | { readonly kind: 'add'; readonly amount: number }
  | { readonly kind: 'set'; readonly value: unknown }
  | { readonly kind: 'unset' };

/**
 * The state with one variable edited, or undefined when this edit of the variable is not possible.
 *
 * Variables: `tick`, `rng_seed`, `self.pos`, `self.energy`, `self.inventory`, `agents.pos`,
 * `agents.energy`, `dist.self_to_agent:<id>` (moves that agent along x), and `hazards.at` and
 * `objects.at`, which can only be unset (removes everything within 5 cells).
 */
export function mutateEnv(env: ToyEnv, variable: string, edit: EnvEdit): ToyEnv | undefined {
  const { self } = env;
  switch (variable) {
    case 'tick': {
      const tick = edited(env.tick, edit, 1_000_000);
      return tick === undefined ? undefined : { ...env, tick };
    }
    case 'rng_seed':
      return edit.kind === 'set' && typeof edit.value === 'string'
        ? { ...env, rng_seed: edit.value }
        : undefined;
    case 'self.energy': {
      const energy = edited(self.energy, edit, MAX_ENERGY);
      return energy === undefined ? undefined : { ...env, self: { ...self, energy } };
    }
    case 'self.pos': {
      const cell = edit.kind === 'set' ? readCell(edit.value, env) : undefined;
      return cell === undefined ? undefined : { ...env, self: { ...self, ...cell } };
    }
    case 'self.inventory': {
      const inventory = edit.kind === 'unset' ? [] : readItems(edit);
      return inventory === undefined ? undefined : { ...env, self: { ...self, inventory } };
    }
    case 'agents.energy':
      return editAgents(env, (agent) => {
        const energy = edited(agent.energy, edit, MAX_ENERGY);
        return energy === undefined ? undefined : { ...agent, energy };
      });
    case 'agents.pos':
      return editAgentCells(env, edit);
    case 'hazards.at':
      return edit.kind === 'unset'
        ? { ...env, hazards: env.hazards.filter((one) => manhattan(one, self) > NEAR) }
        : undefined;
    case 'objects.at':
      return edit.kind === 'unset'
        ? { ...env, objects: env.objects.filter((one) => manhattan(one, self) > NEAR) }
        : undefined;
    default:
      return editDistance(env, variable, edit);
  }
}

function edited(value: number, edit: EnvEdit, most: number): number | undefined {
  if (edit.kind === 'unset') return undefined;
  const wanted = edit.kind === 'add' ? value + edit.amount : edit.value;
  if (typeof wanted !== 'number' || !Number.isFinite(wanted)) return undefined;
  return Math.min(most, Math.max(0, Math.round(wanted)));
}

function readCell(value: unknown, env: ToyEnv): Cell | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [x, y]: readonly unknown[] = value;
  const fits =
    Number.isInteger(x) &&
    Number.isInteger(y) &&
    typeof x === 'number' &&
    typeof y === 'number' &&
    isFree(env, { x, y });
  return fits ? { x, y } : undefined;
}

function readItems(edit: EnvEdit): readonly string[] | undefined {
  if (edit.kind !== 'set' || !Array.isArray(edit.value)) return undefined;
  const items: readonly unknown[] = edit.value;
  const texts = items.filter((item) => typeof item === 'string');
  return texts.length === items.length && texts.length <= MAX_INVENTORY ? texts : undefined;
}

function editAgents(
  env: ToyEnv,
  change: (agent: ToyEntity, index: number) => ToyEntity | undefined,
): ToyEnv | undefined {
  const agents = env.agents.map(change).filter((agent) => agent !== undefined);
  return agents.length === env.agents.length ? { ...env, agents } : undefined;
}

function editAgentCells(env: ToyEnv, edit: EnvEdit): ToyEnv | undefined {
  if (edit.kind !== 'set' || !Array.isArray(edit.value)) return undefined;
  const cells: readonly unknown[] = edit.value;
  if (cells.length !== env.agents.length) return undefined;
  const empty = { ...env, agents: [] };
  return editAgents(env, (agent, index) => {
    const cell = readCell(cells[index], empty);
    return cell === undefined ? undefined : { ...agent, ...cell };
  });
}

/** Moves one agent along x, away to increase the distance; stops at the border. */
function editDistance(env: ToyEnv, variable: string, edit: EnvEdit): ToyEnv | undefined {
  const id = /^dist\.self_to_agent:(.+)$/.exec(variable)?.[1];
  const agent = env.agents.find((one) => one.id === id);
  if (agent === undefined || edit.kind !== 'add') return undefined;
  const side = agent.x < env.self.x ? -1 : 1;
  const x = Math.min(env.grid.w - 1, Math.max(0, agent.x + side * edit.amount));
  return { ...env, agents: env.agents.map((one) => (one === agent ? { ...agent, x } : one)) };
}

/**
 * The execution without the gate that the P4 probe offers to agents: it always refuses.
 *
 * @throws {AxionFault} `RAW_EXECUTION_REFUSED`
 */
export function executeRaw(): never {
  throw new AxionFault('RAW_EXECUTION_REFUSED', 'raw execution needs a token and there is none');
}
