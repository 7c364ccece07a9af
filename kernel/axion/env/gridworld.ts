/** @module gridworld: one deterministic step of the toy world, and edits of single variables. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import {
  isAt,
  isInside,
  manhattan,
  OFFSETS,
  type Action,
  type Cell,
  type ToyEntity,
  type ToyEnv,
} from './toy-env.ts';

/** Maximum number of carried items; `pickup` has no effect above it. */
const MAX_INVENTORY = 32;
/** Energy up to which waiting adds 1 per step. */
const MAX_RESTED_ENERGY = 100;
/** Upper bounds of edited values. */
const MAX_ENERGY = 100_000;
const MAX_TICK = 1_000_000;
/** Radius of the edits `hazards.at` and `objects.at`, in cells (Manhattan). */
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
      return { ...next, self: selfAfterMove(env, OFFSETS[action.dir]) };
    case 'wait':
      return self.energy >= MAX_RESTED_ENERGY
        ? next
        : { ...next, self: { ...self, energy: self.energy + 1 } };
    case 'pickup':
      return afterPickup(env, next);
    case 'drop':
      return afterDrop(next, action.item_id);
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
export function isFree(env: ToyEnv, cell: Cell): boolean {
  return (
    isInside(env.grid, cell) &&
    !env.grid.walls.some(isAt(cell)) &&
    !env.agents.some((agent) => agent.status.alive && isAt(cell)(agent))
  );
}

function selfAfterMove(env: ToyEnv, offset: Cell): ToyEntity {
  const { self } = env;
  const cell = { x: self.x + offset.x, y: self.y + offset.y };
  if (!isFree(env, cell)) return self;
  let energy = Math.max(0, self.energy - 1);
  const hazards = env.hazards.filter(isAt(cell));
  for (const hazard of hazards) energy = Math.max(0, energy - hazard.severity);
  const alive = hazards.length === 0 || energy > 0;
  return { ...self, ...cell, energy, status: { ...self.status, alive } };
}

function afterPickup(env: ToyEnv, next: ToyEnv): ToyEnv {
  const { self } = env;
  const object = env.objects.find(isAt(self));
  if (object === undefined || self.inventory.length >= MAX_INVENTORY) return next;
  return {
    ...next,
    self: { ...self, inventory: [...self.inventory, object.id] },
    objects: env.objects.filter((one) => one !== object),
  };
}

function afterDrop(next: ToyEnv, item: string): ToyEnv {
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

/** An edit of one variable, as in claims of the full interface: add an amount, set a value, or unset. */
export type EnvEdit =
  | { readonly kind: 'add'; readonly amount: number }
  | { readonly kind: 'set'; readonly value: number }
  | { readonly kind: 'unset' };

/**
 * The state with one variable edited, or undefined when the variable does not support this edit.
 *
 * Variables: `tick`, `self.energy`, `agents.energy`, `dist.self_to_agent:<id>` (moves that agent along x), and
 * `self.inventory`, `hazards.at` and `objects.at`, which can only be unset (the last two remove everything within 5
 * cells).
 */
export function mutateEnv(env: ToyEnv, variable: string, edit: EnvEdit): ToyEnv | undefined {
  const { self } = env;
  switch (variable) {
    case 'tick': {
      const tick = editedNumber(env.tick, edit, MAX_TICK);
      return tick === undefined ? undefined : { ...env, tick };
    }
    case 'self.energy': {
      const energy = editedNumber(self.energy, edit, MAX_ENERGY);
      return energy === undefined ? undefined : { ...env, self: { ...self, energy } };
    }
    case 'agents.energy': {
      const agents = env.agents.flatMap((agent) => {
        const energy = editedNumber(agent.energy, edit, MAX_ENERGY);
        return energy === undefined ? [] : { ...agent, energy };
      });
      return agents.length === env.agents.length ? { ...env, agents } : undefined;
    }
    case 'self.inventory':
      return edit.kind === 'unset' ? { ...env, self: { ...self, inventory: [] } } : undefined;
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

function editedNumber(value: number, edit: EnvEdit, most: number): number | undefined {
  if (edit.kind === 'unset') return undefined;
  const wanted = edit.kind === 'add' ? value + edit.amount : edit.value;
  return Math.min(most, Math.max(0, Math.round(wanted)));
}

/** Moves one agent along x to change its distance from `self`; a positive amount moves it away. Stops at the border. */
function editDistance(env: ToyEnv, variable: string, edit: EnvEdit): ToyEnv | undefined {
  const id = /^dist\.self_to_agent:(.+)$/.exec(variable)?.[1];
  const agent = env.agents.find((one) => one.id === id);
  if (agent === undefined || edit.kind !== 'add') return undefined;
  const side = agent.x < env.self.x ? -1 : 1;
  const x = Math.min(env.grid.w - 1, Math.max(0, agent.x + side * edit.amount));
  return { ...env, agents: env.agents.map((one) => (one === agent ? { ...agent, x } : one)) };
}

/** Execution without the gate, which probe P4 offers to agents: changes nothing and returns the reason for refusal. */
export function executeRaw(): string {
  return 'raw execution needs a token and there is none';
}
