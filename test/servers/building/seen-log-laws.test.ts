/** @module laws of the candidates of restricted callers: histories read through them are those of a full scan of the log. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { insideScope } from '../../../governance/access/scope.ts';
import type { Element, ElementOf } from '../../../kernel/building/kinds/elements.ts';
import type { BranchView } from '../../../kernel/building/view/branch-view.ts';
import { laterSight } from '../../../kernel/building/view/past/later-sight.ts';
import { RestrictedView } from '../../../kernel/building/view/restricted-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { type PlannedEvent, runsOfTool, type StoredEvent } from '../../../schemas/events.ts';
import type { PermissionScope } from '../../../schemas/permissions.ts';
import type { Sight } from '../../../schemas/sight.ts';
import { created, deletes, modifies } from '../../kernel/building/model/build.ts';
import { HISTORY, livedThrough } from '../../kernel/building/model/histories.ts';
import { EXAMPLE_EVENTS } from '../../schemas/example-events.ts';
import { World } from './world.ts';

function sightOf(scope: PermissionScope, rest: Partial<Sight> = {}): Sight {
  const key = JSON.stringify(scope);
  const place: Sight['place'] = (one) => insideScope(scope, one);
  return { key, maker: key, own: () => false, branch: () => true, place, ...rest };
}

const BELOW = { min: { x: -1e7, y: -1e4, z: -1e5 }, max: { x: 1e7, y: 50_000, z: 1e5 } };
const SIGHTS: readonly Sight[] = [
  sightOf({ levels: ['Ground', 'a'] }),
  sightOf({ categories: ['Walls', 'Rooms', 'Groups'] }, { own: () => true }),
  sightOf({ regions: [BELOW] }),
  sightOf({
    regions: [{ min: { x: -1500, y: -1500, z: -1e5 }, max: { x: 4000, y: 4000, z: 1e5 } }],
  }),
  sightOf({ levels: ['Ground'] }, { key: 'main only', branch: (name) => name === 'main' }),
  sightOf({}, { key: 'no main', branch: (name) => name !== 'main', place: null }),
];

/** What a view shows of the log: all events, in pages of `size`, and its operations. */
async function shownBy(
  view: BuildingView,
  log: readonly StoredEvent[],
  size: number,
): Promise<string> {
  const pages: StoredEvent[] = [];
  for (let before = Infinity; ;) {
    const page = await view.history({ element_id: null, limit: size, before });
    pages.push(...page);
    if (page.length < size) break;
    before = page.at(-1)?.seq ?? 0;
  }
  const middle = log[Math.floor(log.length / 2)]?.seq ?? 0;
  const later = await view.history({ element_id: null, limit: 1000, after: middle });
  expect(later).toEqual(pages.filter(({ seq }) => seq > middle));
  const operations: unknown[] = [];
  for (const id of new Set(log.map(({ operation_id }) => operation_id))) {
    operations.push((await view.operationOf(id))?.map(({ event_id }) => event_id) ?? null);
  }
  const runs = await view.history({ element_id: runsOfTool('validate_constraints'), limit: 50 });
  return JSON.stringify({ pages, operations, runs });
}

/** A moment as a caller sees it if all of the log is read. */
async function plainAt(
  { domain }: World,
  { branch, seq }: { readonly branch: string; readonly seq: number },
  sight: Sight,
): Promise<BuildingView> {
  const at = async (moment: number): Promise<BranchView> => await domain.past(branch, moment);
  const [past, now] = [await at(seq), await at(domain.lastSeq)];
  return new RestrictedView(past, sight, { later: await laterSight({ past, now, at }, sight) });
}

/** Compares the present and two moments of a branch for a caller; returns the number of events that it sees and does not see. */
async function compareOn(
  world: World,
  branch: string,
  { sight, salt }: { readonly sight: Sight; readonly salt: number },
): Promise<readonly [seen: number, hidden: number]> {
  const { domain, log } = world;
  const size = 1 + (salt % 9);
  const whole = domain.view(branch);
  const shown = await shownBy(domain.callerView(whole, sight).view, log.all, size);
  expect(shown).toBe(await shownBy(new RestrictedView(whole, sight), log.all, 1000));
  for (const seq of [domain.lastSeq, (salt * 31) % domain.lastSeq]) {
    try {
      const { view } = await domain.pastCallerView(branch, seq, sight);
      const plain = await plainAt(world, { branch, seq }, sight);
      expect(await shownBy(view, log.all, size)).toBe(await shownBy(plain, log.all, 1000));
    } catch (error) {
      // A moment before the fork from a hidden branch.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  const count = (await domain.callerView(whole, sight).view.history(EVERYTHING)).length;
  return [count, (await whole.history(EVERYTHING)).length - count];
}
const EVERYTHING = { element_id: null, limit: 100_000 };

test('histories of a building with forks, merges, undos and restores are those of a full scan', async () => {
  const total = { seen: 0, hidden: 0 };
  await fc.assert(
    fc.asyncProperty(HISTORY, fc.nat(10_000), async (moves, salt) => {
      const { events, ends } = await livedThrough(moves);
      const world = await World.create();
      for (const [i, end] of ends.entries()) {
        world.log.all.push(...events.slice(world.log.all.length, end));
        await world.domain.catchUp();
        for (const [n, sight] of SIGHTS.entries()) {
          // Some callers ask seldom.
          if ((i + salt) % (n + 1) !== 0) continue;
          const open = world.view.branches().filter(({ status }) => status === 'open');
          const branch = open[(i * 7 + n) % open.length]?.name ?? 'main';
          const [seen, hidden] = await compareOn(world, branch, { sight, salt: salt + i });
          total.seen += seen;
          total.hidden += hidden;
        }
      }
    }),
    { numRuns: 10 },
  );
  expect(Math.min(total.seen, total.hidden)).toBeGreaterThan(500);
});

const NAMES = ['Ground', 'a', 'Other'];
const DEEDS = [
  'wall',
  'wall',
  'wall',
  'door',
  'move',
  'move',
  'storey',
  'change',
  'delete',
  'delete',
  'group',
  'rename',
  'level',
  'lower',
  'topic',
  'clash',
  'drawing',
  'undone',
  'run',
  'bulk',
  'fork',
  'merge',
] as const;
const Deed = fc.record({
  deed: fc.constantFrom(...DEEDS),
  n: fc.nat(5),
  m: fc.nat(5),
  /** Whether the next deed belongs to the same operation. */
  joins: fc.boolean(),
  /** Bits: which callers ask after it. */
  asks: fc.nat(63),
});
type Deed = { readonly deed: (typeof DEEDS)[number]; readonly n: number; readonly m: number };

/** Commits random changes of a few walls that come into sight and leave it. */
class Life {
  readonly world: World;
  #pending: PlannedEvent[] = [];

  constructor(world: World) {
    this.world = world;
  }

  async commit(): Promise<void> {
    if (this.#pending.length === 0) return;
    this.world.log.append('main', `o${this.world.log.all.length}`, this.#pending);
    this.#pending = [];
    await this.world.domain.catchUp();
    if (this.world.domain.unapplied() !== null) throw new Error('an event cannot be applied');
  }

  async do(deed: Deed): Promise<void> {
    if (deed.deed === 'fork' || deed.deed === 'merge') return await this.#branch(deed);
    const { view, log } = this.world;
    const known = this.#pending;
    try {
      const at = log.all.length + known.length;
      const events = [...known, ...eventsOf(deed, view.apply(known), at)];
      view.apply(events);
      this.#pending = events;
    } catch (error) {
      // Such as two levels with one name.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  async #branch({ deed, n }: Deed): Promise<void> {
    await this.commit();
    const name = `b${n % 2}`;
    const open = this.world.view.branches();
    if (deed === 'fork') {
      if (open.every((one) => one.name !== name)) {
        await this.world.do('create_branch', { name, from: 'main' });
      }
    } else if (open.some((one) => one.name === name)) {
      const id = `${name}_${this.world.log.all.length}`;
      const level_id = this.world.view.levels()[0]?.id ?? 'L0';
      if (this.world.domain.view(name).element(level_id) === undefined) return;
      this.world.log.append(name, id, [created('column', id, { level_id })]);
      await this.world.domain.catchUp();
      try {
        await this.world.do('merge_branch', { source: name, target: 'main' });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
    await this.world.domain.catchUp();
  }
}

/** What a deed is about. */
type About = {
  readonly view: BuildingView;
  readonly n: number;
  readonly m: number;
  /** A number that no other deed of the history has. */
  readonly at: number;
  readonly wall: ElementOf<'wall'> | undefined;
  readonly level: ElementOf<'level'> | undefined;
  readonly level_id: string;
  readonly ends: { readonly start: PlanPoint; readonly end: PlanPoint };
};
type PlanPoint = { readonly x: number; readonly y: number };
type Events = readonly PlannedEvent[];

function groupsWith(id: string, view: BuildingView): readonly Element[] {
  return [...view.elementsOf('group')].filter(({ params }) => params.members.flat().includes(id));
}

const EVENTS: Partial<Record<Deed['deed'], (about: About) => Events>> = {
  wall: ({ wall, n, level_id, ends: { start, end } }) =>
    wall === undefined ? [created('wall', `W${n}`, { level_id, start, end })] : [],
  door: ({ wall, view, at }) => {
    const hosted = wall === undefined ? [] : view.hostedBy(wall.id);
    if (wall === undefined || hosted.length >= 3) return [];
    const [host_id, hosted_id] = [wall.id, `D${at}`];
    return [
      created('door', hosted_id, { host_id, offset: 500 + hosted.length * 1500 }),
      { type: 'element.hosted', aggregate_id: host_id, payload: { host_id, hosted_id } },
    ];
  },
  move: ({ wall, ends }) => (wall === undefined ? [] : [modifies(wall, ends)]),
  storey: ({ wall, level_id }) => (wall === undefined ? [] : [modifies(wall, { level_id })]),
  change: ({ wall, at }) => (wall === undefined ? [] : [modifies(wall, { height: 2000 + at })]),
  bulk: ({ view, at }) =>
    [...view.elementsOf('wall')].map((one) => modifies(one, { height: 2500 + at })),
  delete: ({ wall, view }) => {
    if (wall === undefined) return [];
    const groups = groupsWith(wall.id, view).map((group) => deletes(group));
    const doors = view.hostedBy(wall.id).map((door) => deletes(door, wall.id));
    return [...groups, ...doors, deletes(wall)];
  },
  group: ({ view, at }) => {
    const walls = [...view.elementsOf('wall')].map(({ id }) => id);
    const free = walls.filter((id) => groupsWith(id, view).length === 0).slice(0, 2);
    return free.length < 2 ? [] : [created('group', `G${at}`, { members: [free] })];
  },
  rename: ({ level, n }) =>
    level === undefined ? [] : [modifies(level, { name: NAMES[n % 3] ?? '' })],
  lower: ({ level }) =>
    level === undefined ? [] : [modifies(level, { elevation: level.params.elevation + 10 })],
  level: ({ view, level, n, m, at }) => {
    const params = { name: NAMES[n % 3] ?? '', elevation: at * 100 };
    if (m % 2 === 0) return [created('level', `L${at}`, params)];
    const isUsed = level === undefined || [...view.elementsOnLevel(level.id)].length > 0;
    return isUsed || view.levels().length < 2 ? [] : [deletes(level)];
  },
  topic: ({ n, m }) => {
    const { 'topic.created': topic } = EXAMPLE_EVENTS;
    return [
      {
        ...topic,
        payload: { ...topic.payload, element_ids: [`W${n}`, m === 5 ? 'ifc a' : `W${m}`] },
      },
    ];
  },
  clash: ({ n, m }) => {
    const { 'clash.excluded': clash } = EXAMPLE_EVENTS;
    return [{ ...clash, payload: { ...clash.payload, element_ids: [`W${n}`, `W${m}`] } }];
  },
  drawing: ({ level_id }) => {
    const { 'view.created': drawing } = EXAMPLE_EVENTS;
    return [{ ...drawing, payload: { ...drawing.payload, level_ids: [level_id] } }];
  },
  run: () => [EXAMPLE_EVENTS['validation.run']],
  undone: () => [EXAMPLE_EVENTS['event.reverted']],
};

function eventsOf({ deed, n, m }: Deed, view: BuildingView, at: number): Events {
  const level = view.levels()[m % view.levels().length];
  const y = (m % 3) * 30_000;
  const ends = { start: { x: n * 20_000, y }, end: { x: n * 20_000 + 5000, y } };
  const wall = view.elementOf(`W${n}`, 'wall');
  const about = { view, n, m, at, wall, level, level_id: level?.id ?? 'L0', ends };
  return EVENTS[deed]?.(about) ?? [];
}

test('histories are those of a full scan while walls, levels and names come into sight and leave it', async () => {
  const total = { seen: 0, hidden: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(Deed, { minLength: 30, maxLength: 80 }), async (deeds) => {
      const life = new Life(await World.create());
      const { world } = life;
      world.log.append('main', 'o0', [
        created('level', 'L0', { name: 'Ground' }),
        created('level', 'L1', { name: 'Other', elevation: 3000 }),
      ]);
      await world.domain.catchUp();
      for (const [i, { joins, asks, ...deed }] of deeds.entries()) {
        await life.do(deed);
        if (joins) continue;
        await life.commit();
        for (const [n, sight] of SIGHTS.entries()) {
          if ((asks >> n) % 2 === 0) continue;
          const [seen, hidden] = await compareOn(world, 'main', { sight, salt: asks + i });
          total.seen += seen;
          total.hidden += hidden;
        }
      }
    }),
    { numRuns: 25 },
  );
  expect(Math.min(total.seen, total.hidden)).toBeGreaterThan(1000);
});

test('a deleted wall is in the log again when no other level has the name of its level any more', async () => {
  const world = await World.create();
  const [sight = sightOf({})] = SIGHTS;
  const commit = async (...events: readonly PlannedEvent[]): Promise<readonly string[]> => {
    world.log.append('main', `o${world.log.all.length}`, events);
    await world.domain.catchUp();
    const { view } = await world.domain.pastCallerView('main', world.domain.lastSeq, sight);
    return (await view.history(EVERYTHING)).map(
      ({ type, aggregate_id }) => `${type} ${aggregate_id}`,
    );
  };
  await commit(created('level', 'L1', { name: 'Ground' }), created('wall', 'W1'));
  const away = [deletes(world.view.element('W1')), deletes(world.view.element('L1'))];
  expect(await commit(...away)).toHaveLength(4);
  expect(await commit(created('level', 'L9', { name: 'Ground' }))).toEqual(['level.created L9']);
  expect(await commit(modifies(world.view.element('L9'), { name: 'Other' }))).toHaveLength(4);
});
