/** @module laws of restricted views: each answer is that of the whole view, filtered element by element. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { insideScope } from '../../../governance/access/scope.ts';
import {
  ELEMENT_KINDS,
  KINDS,
  type Element,
  type ElementKind,
} from '../../../kernel/building/kinds/elements.ts';
import { nearestIds } from '../../../kernel/building/model/near-ids.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { EventPayloads, PlannedEvent, StoredEvent } from '../../../schemas/events.ts';
import { PermissionScope } from '../../../schemas/permissions.ts';
import type { PlaceLimits } from '../../../schemas/sight.ts';
import type { BoxMm } from '../../../schemas/units.ts';
import type { Spot as Place } from '../../kernel/building/kinds/kind-table.ts';
import { KIND_TABLE } from '../../kernel/building/kinds/kind-table.ts';
import { ONE_OF_EACH } from '../../kernel/building/kinds/one-of-each.ts';
import { created, modifies } from '../../kernel/building/model/build.ts';
import { DRAWN, EXCLUDED, VOIDED } from './drawn-events.ts';
import { IMPORT_LAWS } from './import-laws.ts';
import { ABOUT, RUN, RUN_OF_ALL } from './shown-runs.ts';
import { World } from './world.ts';

const RUNS = { numRuns: 40 };
const ALL_KINDS: readonly ElementKind[] = ONE_OF_EACH.map(({ kind }) => kind);

const Spot = fc.record({
  x: fc.integer({ min: -8, max: 8 }),
  y: fc.integer({ min: -8, max: 8 }),
  level_id: fc.constantFrom('L1', 'L2'),
});
type Spot = { readonly x: number; readonly y: number; readonly level_id: string };
const Corner = fc.integer({ min: -12_000, max: 12_000 });
const Box: fc.Arbitrary<BoxMm> = fc
  .tuple(Corner, Corner, Corner, Corner, Corner, Corner)
  .map(([a, b, c, d, e, f]) => ({
    min: { x: Math.min(a, b), y: Math.min(c, d), z: Math.min(e, f) },
    max: { x: Math.max(a, b), y: Math.max(c, d), z: Math.max(e, f) },
  }));
const Scope: fc.Arbitrary<PermissionScope> = fc.record(
  {
    categories: fc.subarray([...KINDS.categories]),
    levels: fc.subarray(['L1', 'Upper', 'L3']),
    regions: fc.array(Box, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const Spots = fc.array(Spot, { minLength: 3, maxLength: 3 });

function placedIn(kind: ElementKind, place: Place): readonly PlannedEvent[] {
  const { placed } = KIND_TABLE[kind];
  return placed === 'none' ? [] : [created<ElementKind>(kind, `${kind}_${place.n}`, placed(place))];
}

/** Three elements of each kind with a position, spread over two storeys; walls host doors, windows and openings. */
function eventsFor(spots: readonly Spot[]): readonly PlannedEvent[] {
  const plain = spots.flatMap(({ x, y, level_id }, n): readonly PlannedEvent[] => {
    const at = (dx: number, dy: number): { x: number; y: number } => ({
      x: x * 1000 + dx,
      y: y * 1000 + dy,
    });
    return [
      ...ELEMENT_KINDS.flatMap((kind) => placedIn(kind, { level_id, n, at })),
      ...(n === 0 ? [created('site', 'site')] : []),
      {
        type: 'element.hosted',
        aggregate_id: `wall_${n}`,
        payload: { host_id: `wall_${n}`, hosted_id: `door_${n}` },
      },
    ];
  });
  return [
    created('level', 'L1', { name: 'Lower' }),
    created('level', 'L2', { name: 'Upper', elevation: 3000 }),
    created('level', 'L3', { name: 'Top', elevation: 6000 }),
    ...plain,
    ...spots.map((_, n) => created('group', `group_${n}`, { members: [[`column_${n}`]] })),
    created('group', 'group_of_two', { members: [['beam_0', 'door_1']] }),
  ];
}

/** A building of one operation for each element, so that history and operations have results. */
async function built(spots: readonly Spot[]): Promise<World> {
  const fresh = await World.create();
  for (const [n, event] of eventsFor(spots).entries()) fresh.log.append('main', `op${n}`, [event]);
  fresh.log.append('main', 'both', [
    { type: 'element.modified', aggregate_id: 'wall_0', payload: renamed('a') },
    { type: 'element.modified', aggregate_id: 'door_1', payload: renamed('b') },
  ]);
  fresh.log.append('main', 'run', [RUN, EXCLUDED]);
  fresh.log.append('main', 'other run', [RUN_OF_ALL]);
  fresh.log.append('main', 'taken out', [VOIDED]);
  for (const event of DRAWN) fresh.log.append('main', `op ${event.aggregate_id}`, [event]);
  await fresh.domain.catchUp();
  return fresh;
}

/** The visible part of the runs above: findings about visible elements, and no counts of others. */
function runSeen(event: StoredEvent, sees: Asked['sees']): StoredEvent {
  if (event.type !== 'validation.run') return event;
  const own = !event.payload.whole;
  const kept = ABOUT.flatMap((ids, n) => (own && ids.every(sees) ? [`finding-${n}`] : []));
  const findings = event.payload.findings.filter(({ finding_id }) => kept.includes(finding_id));
  const head = { branch: 'main', branch_seq: 0, seq: 0 };
  const found = kept.length;
  const payload = { ...event.payload, head, options: {}, summary: {}, findings, found };
  return { ...event, reasoning: null, payload };
}

function renamed(name: string): EventPayloads['element.modified'] {
  return { updates: { name }, previous: { name: null } };
}

const WHO = { key: 'test', maker: 'maker', own: () => false };

/** Whether an element lies inside the scope, from the words of the scope alone. */
function seesIn(whole: BuildingView, scope: PermissionScope): (id: string) => boolean {
  return function sees(id): boolean {
    const element = whole.element(id);
    if (element === undefined) return false;
    const { levels: _, regions: __, ...anywhere } = scope;
    // A group names its elements: it is visible only with all of them.
    if (element.kind === 'group') {
      const place = { category: 'Groups', levels: [], boxes: [] };
      return element.params.members.flat().every(sees) && insideScope(anywhere, place);
    }
    const level_id = element.kind === 'level' ? id : whole.levelOf(id);
    const level = level_id === null ? undefined : whole.elementOf(level_id, 'level');
    const levels =
      level === undefined ? [] : [{ id: level.id, meant: level.params.name, shown: null }];
    const category = KINDS.of(element).category;
    const box = whole.bounds(id);
    const boxes = box === null ? [] : [box];
    if (element.kind !== 'level') return insideScope(scope, { category, levels, boxes });
    const { elevation, height } = element.params;
    const { regions, ...rest } = scope;
    const meets = regions?.some(
      ({ min, max }) => min.z <= elevation + height && max.z >= elevation,
    );
    return meets !== false && insideScope(rest, { category, levels, boxes });
  };
}

function meet(a: BoxMm, b: BoxMm): boolean {
  return (['x', 'y', 'z'] as const).every(
    (axis) => a.min[axis] <= b.max[axis] && b.min[axis] <= a.max[axis],
  );
}

/** A query and its expected result. */
type Asked = {
  readonly whole: BuildingView;
  readonly seen: BuildingView;
  readonly sees: (id: string) => boolean;
  readonly ids: readonly string[];
  readonly box: BoxMm;
  readonly log: readonly StoredEvent[];
};

const idsOf = (items: Iterable<{ readonly id: string }>): readonly string[] =>
  [...items].map(({ id }) => id);

/** One element at a time: the whole answer for a visible one, else that for an unknown id. */
function each(ask: (view: BuildingView, id: string) => unknown): (asked: Asked) => void {
  return ({ whole, seen, sees, ids }) => {
    for (const id of ids) {
      expect([id, ask(seen, id)]).toEqual([id, ask(whole, sees(id) ? id : 'not-there')]);
    }
  };
}

/** Lists of elements: the whole list without hidden ones. */
function list(ask: (view: BuildingView) => Iterable<Element>): (asked: Asked) => void {
  return ({ whole, seen, sees }) => {
    expect(idsOf(ask(seen))).toEqual(idsOf(ask(whole)).filter(sees));
  };
}

/** Lists about an element: empty for a hidden one. */
function listAbout(
  ask: (view: BuildingView, id: string) => readonly string[],
): (asked: Asked) => void {
  return ({ whole, seen, sees, ids }) => {
    for (const id of ids) {
      expect([id, ask(seen, id)]).toEqual([id, sees(id) ? ask(whole, id).filter(sees) : []]);
    }
  };
}

function eventSeen(event: StoredEvent, sees: Asked['sees']): boolean {
  if (event.type === 'validation.run') {
    return !event.payload.whole && event.payload.sight === 'test';
  }
  if (event.type === 'clash.excluded') return event.payload.element_ids.every(sees);
  if (event.type === 'export.created') return false;
  if (event.type === 'view.created' || event.type === 'sheet.created') {
    return event.payload.level_ids.every(sees);
  }
  const filled = event.type !== 'element.hosted' || sees(event.payload.hosted_id);
  return filled && sees(event.aggregate_id);
}

const CORNER = { min: { x: -500, y: -500, z: -500 }, max: { x: 4000, y: 4000, z: 4000 } };
const LIMITS: readonly PlaceLimits[] = [
  {},
  { categories: ['Walls', 'Doors'] },
  { categories: ['Doors'], levels: ['L1', 'Upper'] },
  { regions: [CORNER] },
  { categories: ['Rooms', 'Windows'], levels: ['L1'], regions: [CORNER] },
];

/** A law for each method about elements: a method added to the view does not compile without one. */
const LAWS: Readonly<
  Record<
    Exclude<keyof BuildingView, 'compare' | 'merge' | 'inverse' | 'apply' | 'applying'>,
    (asked: Asked) => void | Promise<void>
  >
> = {
  branch: ({ whole, seen }) => expect(seen.branch).toBe(whole.branch),
  imports: ({ seen }) => expect(seen.imports()).toEqual([]),
  supersedingImport: ({ seen }) => expect(seen.supersedingImport('import_1')).toBeNull(),
  restoration: async ({ seen }) =>
    await expect(seen.restoration(1)).rejects.toMatchObject({ body: { name: 'SCOPE_DENIED' } }),
  openImports: async ({ seen }) => expect(await seen.openImports('main')).toBeUndefined(),
  branch_seq: ({ whole, seen }) => expect(seen.branch_seq).toBe(whole.branch_seq),
  sight: ({ whole, seen }) => expect([whole.sight, seen.sight]).toEqual([null, 'test']),
  maker: ({ whole, seen }) => expect([whole.maker, seen.maker]).toEqual([null, 'maker']),
  seq: ({ whole, seen }) => expect(seen.seq).toBe(whole.seq),
  position: ({ whole, seen }) => expect([whole.position(7), seen.position(7)]).toEqual([7, null]),
  placeInLog: ({ whole, seen, ids }) => {
    expect(new Set(ids.map((id) => whole.placeInLog(id))).size).toBe(ids.length);
    expect(ids.map((id) => seen.placeInLog(id))).toEqual(ids.map(() => null));
  },
  branchLike: (at) => expect(at.seen.branchLike('MAIN')).toEqual(at.whole.branchLike('main')),
  kinds: ({ whole, seen }) => expect(seen.kinds).toBe(whole.kinds),
  head: ({ whole, seen }) => expect(seen.head('main')).toEqual(whole.head('main')),
  branches: ({ whole, seen }) => expect(seen.branches()).toEqual(whole.branches()),
  importedAs: each((view, id) => view.importedAs(id)),
  withImportedGuid: each((view, id) => view.withImportedGuid(view.importedAs(id)?.guid ?? id)),
  productOf: each((view, id) => view.productOf(id)),
  idsWithGuid: each((view, id) => view.idsWithGuid(view.productOf(id)?.guid ?? id)),
  fileFacts: each((view, id) => view.fileFacts(id)),
  fileProperty: each((view, id) => view.fileProperty(id, 'Set.Name')),
  element: each((view, id) => view.element(id)),
  elementOf: each((view, id) => ALL_KINDS.map((kind) => view.elementOf(id, kind))),
  version: each((view, id) => view.version(id)),
  references: ({ seen }) => expect(seen.references()).toEqual([]),
  referenceOf: each((view, id) => view.referenceOf(id)),
  levelOf: ({ whole, seen, sees, ids }) => {
    for (const id of ids) {
      const level = whole.levelOf(id);
      const both = sees(id) && level !== null && sees(level);
      expect([id, seen.levelOf(id)]).toEqual([id, both ? level : null]);
    }
  },
  bounds: each((view, id) => view.bounds(id)),
  footprint: each((view, id) => view.footprint(id)),
  outline: each((view, id) => view.outline(id)),
  holes: each((view, id) => view.holes(id)),
  mesh: each((view, id) => view.mesh(id)),
  bodyKey: each((view, id) => view.bodyKey(id) !== null),
  fileMesh: each((view, id) => view.fileMesh(id)),
  fineMesh: each((view, id) => view.fineMesh(id)),
  uncutMesh: each((view, id) => view.uncutMesh(id)),
  pieces: each((view, id) => view.pieces(id)),
  marks: each((view, id) => view.marks(id)),
  workspace: each((view, id) => view.workspace(id)),
  measures: each((view, id) => view.measures(id)),
  grossMeasures: each((view, id) => view.grossMeasures(id)),
  levels: list((view) => view.levels()),
  elements: list((view) => view.elements()),
  elementsOf: (asked) => {
    for (const kind of ALL_KINDS) list((view) => view.elementsOf(kind))(asked);
  },
  elementsOnLevel: (asked) => {
    for (const id of ['L1', 'L2', 'L3']) {
      const seen = idsOf(asked.seen.elementsOnLevel(id));
      const whole = idsOf(asked.whole.elementsOnLevel(id)).filter(asked.sees);
      const isHeld = (one: string): boolean => {
        const { host } = KINDS.references(asked.whole.element(one) ?? { kind: '', id, params: {} });
        return host !== null && !asked.sees(host);
      };
      expect(seen.filter((one) => !isHeld(one))).toEqual(
        asked.sees(id) ? whole.filter((one) => !isHeld(one)) : [],
      );
      expect(seen.toSorted()).toEqual(asked.sees(id) ? whole.toSorted() : []);
    }
  },
  count: ({ whole, seen, sees }) => {
    const all = [...whole.elements()].filter(({ id }) => sees(id));
    expect(seen.count()).toBe(all.length);
    for (const kind of ALL_KINDS) {
      expect(seen.count(kind)).toBe(all.filter((one) => one.kind === kind).length);
    }
  },
  hostedBy: listAbout((view, id) => idsOf(view.hostedBy(id))),
  wallsNear: (asked) => {
    const box = { min: { x: -1e6, y: -1e6 }, max: { x: 1e6, y: 1e6 } };
    for (const id of ['L1', 'L2', 'L3']) {
      if (asked.sees(id)) list((view) => view.wallsNear(id, box))(asked);
      else expect(asked.seen.wallsNear(id, box)).toEqual([]);
    }
  },
  joinedWalls: listAbout((view, id) => view.joinedWalls(id)),
  cascadeOf: (asked) => {
    listAbout((view, id) => idsOf(view.cascadeOf(id)))(asked);
    for (const id of asked.ids) {
      for (const { cascade_of } of asked.seen.cascadeOf(id)) {
        expect(cascade_of === null || asked.sees(cascade_of)).toBe(true);
      }
    }
  },
  named: list((view) => ['lower', 'UPPER', 'top'].flatMap((name) => view.named(name))),
  candidates: ({ whole, seen, sees }) => {
    for (const limits of LIMITS) {
      const keeps = seesIn(whole, PermissionScope.parse(limits));
      const found = idsOf(whole.candidates(limits));
      const all = idsOf(whole.elements());
      expect(found.filter(keeps)).toEqual(all.filter(keeps));
      expect(idsOf(seen.candidates(limits))).toEqual(found.filter(sees));
    }
  },
  nearIds: ({ whole, seen, sees }) => {
    const visible = idsOf(whole.elements()).filter(sees);
    for (const id of ['wall_9', 'door', 'L9', 'floor_1']) {
      for (const limit of [1, 5]) {
        expect(seen.nearIds(id, limit)).toEqual(nearestIds(visible, id, limit));
      }
    }
  },
  branchesWith: ({ seen, ids }) => expect(ids.flatMap((id) => seen.branchesWith(id))).toEqual([]),
  inBox: ({ whole, seen, sees, box }) => {
    const brute = idsOf(whole.elements())
      .filter((id) => {
        const own = whole.bounds(id);
        return own !== null && meet(own, box);
      })
      .toSorted((a, b) => (a < b ? -1 : 1));
    expect(whole.inBox(box)).toEqual(brute);
    expect(seen.inBox(box)).toEqual(brute.filter(sees));
  },
  includes: ({ seen, sees, log }) => {
    for (const event of log) expect(seen.includes(event)).toBe(eventSeen(event, sees));
  },
  operationOf: async ({ seen, sees, log }) => {
    for (const { operation_id } of log) {
      const all = log.filter((event) => event.operation_id === operation_id);
      const whole = all.every((event) => eventSeen(event, sees));
      const shown = all.map((event) => runSeen(event, sees));
      expect(await seen.operationOf(operation_id)).toEqual(whole ? shown : null);
    }
  },
  whole: ({ whole, seen }) => expect([whole.whole, seen.whole]).toEqual([true, false]),
  drawing: async ({ whole, seen, sees, log }) => {
    for (const id of ['view_1', 'view_0', 'sheet_1']) {
      const event = log.find(({ aggregate_id }) => aggregate_id === id);
      if (event === undefined) throw new Error(`no ${id} in the log`);
      expect(await whole.drawing(id)).toEqual(event);
      const shown = eventSeen(event, sees) ? Object.assign({}, event, { reasoning: null }) : null;
      expect(await seen.drawing(id)).toEqual(shown);
    }
    for (const id of ['wall_0', 'artefacts at house.ifc', 'not-there']) {
      expect(await whole.drawing(id)).toBeNull();
      expect(await seen.drawing(id)).toBeNull();
    }
  },
  ...IMPORT_LAWS,
  validationRun: async ({ whole, seen, sees, log }) => {
    const [run, ofAll] = log.filter(({ type }) => type === 'validation.run');
    if (run === undefined || ofAll === undefined) throw new Error('no runs in the log');
    expect(await whole.validationRun(ofAll.event_id)).toEqual(ofAll);
    expect(await seen.validationRun(ofAll.event_id)).toBeNull();
    expect(await whole.validationRun(run.event_id)).toEqual(run);
    expect(await seen.validationRun(run.event_id)).toEqual(runSeen(run, sees));
    expect(await seen.validationRun(log[0]?.event_id ?? '')).toBeNull();
    expect(await seen.validationRun('not-there')).toBeNull();
  },
  history: async ({ seen, sees, log, ids }) => {
    // The reasoning applies to the whole operation.
    const wholly = ({ operation_id }: StoredEvent): boolean =>
      log.every((other) => other.operation_id !== operation_id || eventSeen(other, sees));
    const brute = log
      .toReversed()
      .filter((event) => eventSeen(event, sees))
      .map((event) => (wholly(event) ? event : Object.assign({}, event, { reasoning: null })))
      .map((event) => runSeen(event, sees));
    for (const limit of [1, 7, 500]) {
      expect(await seen.history({ element_id: null, limit })).toEqual(brute.slice(0, limit));
    }
    for (const element_id of ids) {
      expect(await seen.history({ element_id, limit: 2 })).toEqual(
        brute.filter(({ aggregate_id }) => aggregate_id === element_id).slice(0, 2),
      );
    }
  },
};

test.each(Object.entries(LAWS))(
  '%s returns the result of the whole view, filtered',
  async (_name, law) => {
    await fc.assert(
      fc.asyncProperty(Spots, Scope, Box, async (spots, scope, box) => {
        const { domain, log } = await built(spots);
        const whole = domain.view('main');
        const sees = seesIn(whole, scope);
        const place = (at: Parameters<typeof insideScope>[1]): boolean => insideScope(scope, at);
        const sight = { ...WHO, place, limits: scope, branch: () => true };
        const seen = domain.callerView(whole, sight).view;
        const ids = [...idsOf(whole.elements()), 'not-there'];
        await law({ whole, seen, sees, ids, box, log: log.all });
        // Results from events are restricted in the same way.
        const events = [modifies(whole.element('wall_0'), { name: 'after' })];
        const [after, seenAfter] = [whole.apply(events), seen.apply(events)];
        const told = { whole: after, seen: seenAfter, sees: seesIn(after, scope), ids, box };
        await law({ ...told, log: log.all });
      }),
      RUNS,
    );
  },
);

test('the test building contains every kind', () => {
  expect(KINDS.all.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...ALL_KINDS]));
  expect(KINDS.all).toHaveLength(ALL_KINDS.length);
  const kinds = new Set(
    eventsFor([{ x: 0, y: 0, level_id: 'L1' }]).flatMap(({ payload }) =>
      'element' in payload ? [Object(payload.element).kind] : [],
    ),
  );
  expect(kinds).toEqual(new Set(ALL_KINDS));
});
