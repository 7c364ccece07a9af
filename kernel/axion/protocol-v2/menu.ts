/** @module menu: the changes to the world in which protocol v2 asks an agent to propose again. */
import {
  choiceNamed,
  isAt,
  isInside,
  stepFrom,
  type Cell,
  type Choice,
  type Direction,
  type ToyEnv,
} from '../env/toy-env.ts';
import type { CausalClaim, Counterfactual } from '../proposal.ts';

/** Changes in the language of claims, `<variable> <kind> [<value>]`; changes that do not affect positions are first. */
export const CHANGES = [
  'self.energy EQ 15',
  'self.energy EQ 100',
  'self.inventory EQ 0',
  'self.inventory EQ 1',
  'tick INC',
  'tick DEC',
  'objects.all UNSET',
  'object.here EQ 1',
  'hazards.all UNSET',
  'agents.all UNSET',
  'wall.N EQ 1',
  'wall.S EQ 1',
  'wall.E EQ 1',
  'wall.W EQ 1',
] as const;
export type Change = (typeof CHANGES)[number];

/** Descriptions of the changes, for people and live agents. */
export const CHANGE_WORDS: Readonly<Record<Change, string>> = {
  'self.energy EQ 15': 'the energy is 15',
  'self.energy EQ 100': 'the energy is 100',
  'self.inventory EQ 0': 'nothing is carried',
  'self.inventory EQ 1': 'one item is carried instead of none',
  'objects.all UNSET': 'there is no object',
  'object.here EQ 1': 'an object is in the own cell, which had none',
  'hazards.all UNSET': 'there is no hazard',
  'agents.all UNSET': 'there is no other agent',
  'wall.N EQ 1': 'the free cell to the north is a wall',
  'wall.S EQ 1': 'the free cell to the south is a wall',
  'wall.E EQ 1': 'the free cell to the east is a wall',
  'wall.W EQ 1': 'the free cell to the west is a wall',
  'tick INC': 'it is one tick later',
  'tick DEC': 'it is one tick earlier',
};

/** The world after a change, or undefined when the change has no effect in it. */
export function changedWorld(env: ToyEnv, change: Change): ToyEnv | undefined {
  return APPLY_CHANGE[change](env);
}

/**
 * The results of a change are cached per list and cell: an equal change returns the same object, so that results cached
 * by place (see same-place) are found again.
 */
const NO_OBJECTS: ToyEnv['objects'] = [];
const NO_HAZARDS: ToyEnv['hazards'] = [];
const NO_AGENTS: ToyEnv['agents'] = [];
const objectsWith = new WeakMap<ToyEnv['objects'], Map<string, ToyEnv['objects']>>();
const gridsWith = new WeakMap<ToyEnv['grid'], Map<string, ToyEnv['grid']>>();

/** The cached value for a list or grid and a cell; made by `make` at the first call. */
function cachedByCell<K extends object, T>(
  known: WeakMap<K, Map<string, T>>,
  { key, at: { x, y } }: { readonly key: K; readonly at: Cell },
  make: () => T,
): T {
  const byCell = known.get(key) ?? new Map<string, T>();
  known.set(key, byCell);
  const made = byCell.get(`${x} ${y}`) ?? make();
  byCell.set(`${x} ${y}`, made);
  return made;
}

const APPLY_CHANGE: Readonly<Record<Change, (env: ToyEnv) => ToyEnv | undefined>> = {
  'self.energy EQ 15': (env) => withEnergy(env, 15),
  'self.energy EQ 100': (env) => withEnergy(env, 100),
  'self.inventory EQ 0': (env) => withItems(env, []),
  'self.inventory EQ 1': (env) => withItems(env, ['found_1']),
  'objects.all UNSET': (env) =>
    env.objects.length === 0 ? undefined : { ...env, objects: NO_OBJECTS },
  'object.here EQ 1': withObjectHere,
  'hazards.all UNSET': (env) =>
    env.hazards.length === 0 ? undefined : { ...env, hazards: NO_HAZARDS },
  'agents.all UNSET': (env) =>
    env.agents.length === 0 ? undefined : { ...env, agents: NO_AGENTS },
  'wall.N EQ 1': (env) => withWall(env, 'N'),
  'wall.S EQ 1': (env) => withWall(env, 'S'),
  'wall.E EQ 1': (env) => withWall(env, 'E'),
  'wall.W EQ 1': (env) => withWall(env, 'W'),
  'tick INC': (env) => (env.tick >= 1_000_000 ? undefined : { ...env, tick: env.tick + 1 }),
  'tick DEC': (env) => (env.tick === 0 ? undefined : { ...env, tick: env.tick - 1 }),
};

/** The state with this inventory; undefined when both inventories are empty or both are not. */
function withItems(env: ToyEnv, inventory: readonly string[]): ToyEnv | undefined {
  const { self } = env;
  const same = (self.inventory.length === 0) === (inventory.length === 0);
  return same ? undefined : { ...env, self: { ...self, inventory } };
}

function withEnergy(env: ToyEnv, energy: number): ToyEnv | undefined {
  return env.self.energy === energy ? undefined : { ...env, self: { ...env.self, energy } };
}

function withObjectHere(env: ToyEnv): ToyEnv | undefined {
  const { x, y } = env.self;
  if (env.objects.some(isAt(env.self))) return undefined;
  const objects = cachedByCell(objectsWith, { key: env.objects, at: { x, y } }, () => {
    // `found` is inserted in serialisation order (by kind, then id).
    const found = { id: 'found_1', kind: 'found', x, y, props: {} };
    const before = env.objects.filter((one) => one.kind < found.kind);
    return [...before, found, ...env.objects.slice(before.length)];
  });
  return { ...env, objects };
}

function withWall(env: ToyEnv, direction: Direction): ToyEnv | undefined {
  const cell = stepFrom(env.self, direction);
  const { x, y } = cell;
  const { w, h, walls } = env.grid;
  const isHere = isAt(cell);
  const isTaken = walls.some(isHere) || env.objects.some(isHere) || env.agents.some(isHere);
  if (!isInside(env.grid, cell) || isTaken) return undefined;
  const grid = cachedByCell(gridsWith, { key: env.grid, at: cell }, () => {
    const before = walls.filter((one) => one.x < x || (one.x === x && one.y < y));
    return { w, h, walls: [...before, { x, y }, ...walls.slice(before.length)] };
  });
  return { ...env, grid };
}

/** The changes that have an effect in this world, in the order of the menu. */
export function changesIn(env: ToyEnv): readonly Change[] {
  return CHANGES.filter((change) => changedWorld(env, change) !== undefined);
}

/** The variable and the new value of a change, as a counterfactual states them. */
export function mutationOf(change: Change): Counterfactual['mutation'] {
  const [name = '', kind = '', value] = change.split(' ');
  return { var: name, new_value: value === undefined ? kind : Number(value) };
}

/** The change of a counterfactual; undefined when it is not in the menu. */
export function changeOf({ mutation }: Counterfactual): Change | undefined {
  const { new_value: value } = mutation;
  const kind = typeof value === 'number' ? `EQ ${value}` : value;
  return CHANGES.find((change) => change === `${mutation.var} ${String(kind)}`);
}

const CLAIM = /^IF (.{1,40}) THEN CHOICE ([A-Z_]{1,16})$/;

/** A claim about a change of the menu; undefined for a claim about anything else. */
export function readMenuClaim({
  var: name,
  expected_effect_on_choice: text,
}: CausalClaim): { readonly change: Change; readonly expected: Choice } | undefined {
  const match = CLAIM.exec(text);
  const change = CHANGES.find((one) => one === match?.[1] && one.startsWith(`${name} `));
  const expected = choiceNamed(match?.[2]);
  return change === undefined || expected === undefined ? undefined : { change, expected };
}
