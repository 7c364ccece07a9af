/** @module revision.test: a branch with an imported building meets a later revision of its file. */
import { expect, test } from 'vitest';

import { isSameContent } from '../../../../../kernel/base/manifest/same-content.ts';
import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import {
  mergeRevision,
  type RevisedImport,
  type RevisionMerge,
  type Side,
} from '../../../../../kernel/building/model/branches/revision.ts';
import type { ElementRecord, ParamValues, PlannedEvent } from '../../../../../schemas/events.ts';
import { madeImport } from '../../../../made-import.ts';
import { created, deletes, make, modifies, Site } from '../build.ts';

const LEVEL = make('level', 'L1', { name: 'Ground' });
const WALL = make('wall', 'W1', {
  level_id: 'L1',
  start: { x: 0, y: 0 },
  end: { x: 5000, y: 0 },
});
const OTHER = make('wall', 'W2', {
  level_id: 'L1',
  start: { x: 0, y: 4000 },
  end: { x: 5000, y: 4000 },
});
const DOOR = make('door', 'D1', { host_id: 'W1', offset: 2000 });
const BODY = make('body', 'B1', {
  level_id: 'L1',
  mesh: { blob: 'a'.repeat(64), offset: 0, length: 10 },
  digest: 'd'.repeat(64),
});

const OLD: readonly Element[] = [LEVEL, WALL, OTHER, DOOR, BODY];

const changed = (element: Element, params: Readonly<Record<string, unknown>>): Element =>
  Object.assign({}, element, { params: { ...element.params, ...params } });

/** The elements of the file with some replaced, added, or left out. */
function revised(...changes: readonly (Element | string)[]): readonly Element[] {
  const ids = new Set(changes.map((one) => (typeof one === 'string' ? one : one.id)));
  return [
    ...OLD.filter(({ id }) => !ids.has(id)),
    ...changes.filter((one) => typeof one !== 'string'),
  ];
}

/** A branch with the import and these edits. */
function branch(...edits: readonly ((site: Site) => PlannedEvent)[]): Site {
  const site = new Site();
  site.commit(
    'main',
    OLD.map(({ id, kind, params }) => created(kind, id, params)),
  );
  for (const edit of edits) site.commit('main', [edit(site)]);
  return site;
}

type Result = RevisionMerge & {
  /** The elements of the branch after the import of the revision and its events. */
  readonly after: ReadonlyMap<string, Element>;
};

function met(
  site: Site,
  revision: readonly Element[],
  taken: Readonly<Record<string, Side>> = {},
): Result {
  const given: RevisedImport = { superseded: OLD, revision, taken: new Map(Object.entries(taken)) };
  const merge = mergeRevision(site.view(), given);
  return { ...merge, after: merge.conflicts.length > 0 ? new Map() : afterAll(site, given, merge) };
}

/** Applies the event of the revision and those of the merge, as a model does. */
function afterAll(
  site: Site,
  { superseded, revision }: RevisedImport,
  { events }: RevisionMerge,
): ReadonlyMap<string, Element> {
  const [old, next] = [madeImport(superseded), madeImport(revision, { import_id: 'import_2' })];
  const { manifests } = site.view().state.keys;
  const lend = ({ event }: typeof old, records: readonly ElementRecord[]) =>
    manifests.provide(event.payload.manifest.sha256, {
      elements: records,
      products: records.map(() => null),
    });
  lend(old, superseded);
  lend(next, revision);
  const { sha256, elements } = old.event.payload.manifest;
  const payload = {
    ...next.event.payload,
    supersedes: { import_id: 'import_1', manifest: { sha256, elements } },
  };
  const view = site.view().apply([{ ...next.event, payload }, ...events]);
  return new Map([...view.elements()].map((element) => [element.id, element]));
}

const named = ({ conflicts }: RevisionMerge): readonly unknown[] =>
  conflicts.map(({ element_id, parameter, kind }) => [element_id, parameter, kind]);

test('without edits the branch is as the file, without further events', () => {
  const moved = changed(WALL, { end: { x: 6000, y: 0 } });
  const fresh = make('wall', 'W3', {
    level_id: 'L1',
    start: { x: 0, y: 0 },
    end: { x: 0, y: 4000 },
  });
  const { events, after, edited } = met(branch(), revised(moved, fresh, 'W2'));
  expect([events, edited]).toEqual([[], []]);
  expect([...after.keys()].toSorted()).toEqual(['B1', 'D1', 'L1', 'W1', 'W3']);
  expect(after.get('W1')?.params).toMatchObject({ end: { x: 6000, y: 0 } });
});

test('edits of the branch are kept, and changes of other parameters in the file are taken', () => {
  const site = branch((now) => modifies(now.element('W1'), { height: 2500 }));
  const { events, after, edited } = met(site, revised(changed(WALL, { thickness: 300 })));
  expect(edited).toEqual(['W1']);
  expect(events).toMatchObject([
    { type: 'element.modified', aggregate_id: 'W1', payload: { updates: { thickness: 300 } } },
  ]);
  expect(after.get('W1')?.params).toMatchObject({ height: 2500, thickness: 300 });
});

test('an element of the branch stays, and one that the branch deleted stays deleted', () => {
  const site = branch(
    () =>
      created('wall', 'own', {
        level_id: 'L1',
        start: { x: 0, y: 9000 },
        end: { x: 900, y: 9000 },
      }),
    (now) => deletes(now.element('W2')),
  );
  const { events, after } = met(site, revised(changed(WALL, { height: 2700 })));
  expect(events).toEqual([]);
  expect([...after.keys()].toSorted()).toEqual(['B1', 'D1', 'L1', 'W1', 'own']);
});

test('two values of one parameter conflict, and a decision takes one of them', () => {
  const site = branch((now) => modifies(now.element('W1'), { height: 2500 }));
  const file = revised(changed(WALL, { height: 2700, thickness: 300 }));
  expect(named(met(site, file))).toEqual([['W1', 'height', 'modify_modify']]);
  const ours = met(site, file, { W1: 'branch' });
  expect(ours.after.get('W1')?.params).toMatchObject({
    height: 2500,
    thickness: WALL.params.thickness,
  });
  const theirs = met(site, file, { W1: 'file' });
  expect(theirs.after.get('W1')?.params).toMatchObject({ height: 2700, thickness: 300 });
});

test('an edited element that is gone in the file conflicts', () => {
  const site = branch((now) => modifies(now.element('W2'), { height: 2500 }));
  const file = revised('W2');
  expect(named(met(site, file))).toEqual([['W2', null, 'delete_modify']]);
  expect(met(site, file, { W2: 'branch' }).after.has('W2')).toBe(true);
  const { events, after } = met(site, file, { W2: 'file' });
  expect(events).toMatchObject([{ type: 'element.deleted', aggregate_id: 'W2' }]);
  expect(after.has('W2')).toBe(false);
});

test('an element of the branch in a host that is gone in the file conflicts', () => {
  const site = branch(() => created('door', 'own', { host_id: 'W2', offset: 2000 }));
  const file = revised('W2');
  expect(named(met(site, file))).toEqual([['own', 'host_id', 'delete_modify']]);
  expect(met(site, file, { W2: 'branch' }).after.has('own')).toBe(true);
  const dropped = met(site, file, { own: 'file' });
  expect([...dropped.after.keys()].toSorted()).toEqual(['B1', 'D1', 'L1', 'W1']);
});

test('a new element of the file in a host that the branch deleted conflicts', () => {
  const site = branch((now) => deletes(now.element('W2')));
  const file = revised(make('door', 'D2', { host_id: 'W2', offset: 2000 }));
  expect(named(met(site, file))).toEqual([['D2', 'host_id', 'delete_modify']]);
  expect([...met(site, file, { D2: 'branch' }).after.keys()].toSorted()).toEqual([
    'B1',
    'D1',
    'L1',
    'W1',
  ]);
  const { after } = met(site, file, { W2: 'file' });
  expect([after.has('W2'), after.has('D2')]).toEqual([true, true]);
});

test('a deleted element that the file changes conflicts', () => {
  const site = branch((now) => deletes(now.element('W2')));
  const file = revised(changed(OTHER, { height: 2700 }));
  expect(named(met(site, file))).toEqual([['W2', null, 'delete_modify']]);
  const { after } = met(site, file, { W2: 'file' });
  expect(after.get('W2')?.params).toMatchObject({ height: 2700 });
});

test('the place of a mesh in the blob of a file is no change', () => {
  const mesh = { blob: 'b'.repeat(64), offset: 5, length: 10 };
  const file = revised(changed(BODY, { mesh, reason: 'another reason' }));
  expect(met(branch(), file).after.get('B1')?.params).toMatchObject({ mesh });
  const offset = { x: 9, y: 0, z: 0 };
  const moved = branch((now) => modifies(now.element('B1'), { offset }));
  // An edited body stays as it is, so that the revision shows and undoes nothing of it.
  for (const taken of [{}, { B1: 'branch' }] as const) {
    const { after, events } = met(moved, file, taken);
    expect(events).toEqual([]);
    expect(after.get('B1')?.params).toEqual({ ...BODY.params, offset });
  }
  const gone = branch((now) => deletes(now.element('B1')));
  expect(met(gone, file)).toMatchObject({ conflicts: [], events: [] });
});

test('an edited body takes a new shape of the next revision, wherever its mesh is', () => {
  const offset = { x: 9, y: 0, z: 0 };
  const moved = branch((now) => modifies(now.element('B1'), { offset }));
  const placed = (blob: string, digest: string) =>
    revised(
      changed(BODY, {
        mesh: { blob: blob.repeat(64), offset: 5, length: 10 },
        digest: digest.repeat(64),
      }),
    );
  const [superseded, revision] = [placed('b', 'd'), placed('c', 'e')];
  const next = mergeRevision(moved.view(), { superseded, revision, taken: new Map() });
  expect(next.conflicts).toEqual([]);
  const mesh = { blob: 'c'.repeat(64), offset: 5, length: 10 };
  expect(next.events).toMatchObject([
    { aggregate_id: 'B1', payload: { updates: { mesh, digest: 'e'.repeat(64) } } },
  ]);
});

test('the place of the mesh of an appearance is no change, also of an edited door', () => {
  const appearance = (blob: string, mirrored = false) => ({
    mesh: { blob: blob.repeat(64), offset: 0, length: 10 },
    digest: 'd'.repeat(64),
    low: { x: 0, y: -100, z: 0 },
    closed: true,
    glass: 0,
    mirrored,
    of: { width: 900 },
  });
  const first = changed(DOOR, { appearance: appearance('a') });
  const superseded = revised(first);
  const file = revised(changed(DOOR, { appearance: appearance('b') }));
  const sides = (edit: ParamValues | null) => {
    const site = new Site();
    site.commit(
      'main',
      superseded.map(({ id, kind, params }) => created(kind, id, params)),
    );
    if (edit !== null) site.commit('main', [modifies(site.element('D1'), edit)]);
    const { events, conflicts } = mergeRevision(site.view(), {
      superseded,
      revision: file,
      taken: new Map(),
    });
    expect(conflicts).toEqual([]);
    return events;
  };
  expect(sides(null)).toEqual([]);
  expect(sides({ appearance: appearance('a', true) })).toEqual([]);
  expect(sides({ width: 800 })).toEqual([]);
  const other = changed(DOOR, { appearance: { ...appearance('b'), digest: 'e'.repeat(64) } });
  expect(isSameContent(first, changed(DOOR, { appearance: appearance('b') }))).toBe(true);
  expect(isSameContent(first, other)).toBe(false);
});

test('a body that stays as on the branch keeps its mesh if the file has another shape', () => {
  const moved = branch((now) => modifies(now.element('B1'), { name: 'Ours' }));
  const mesh = { blob: 'b'.repeat(64), offset: 5, length: 10 };
  const file = revised(changed(BODY, { mesh, digest: 'e'.repeat(64), name: 'Theirs' }));
  const { after } = met(moved, file, { B1: 'branch' });
  expect(after.get('B1')?.params).toMatchObject({ ...BODY.params, name: 'Ours' });
});

const AT = { number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false };
const setOf = (...members: string[]): Element =>
  make('group', 'G1', { name: 'Set', members: [members], placements: [AT] });

test('a new set of the file has no elements that the branch deleted', () => {
  const site = branch((now) => deletes(now.element('W2')));
  const { after, conflicts } = met(site, revised(setOf('W1', 'W2')));
  expect(conflicts).toEqual([]);
  expect(after.get('G1')?.params).toMatchObject({ members: [['W1']] });
  expect(met(site, revised(setOf('W2'))).after.get('G1')).toBeUndefined();
});

test('a set of the branch loses elements that the file lacks', () => {
  const of = (...members: string[]) =>
    branch(() => created('group', 'G1', { name: 'Set', members: [members], placements: [AT] }));
  const { after, conflicts } = met(of('W1', 'W2'), revised('W2'));
  expect(conflicts).toEqual([]);
  expect(after.get('G1')?.params).toMatchObject({ members: [['W1']] });
  expect(met(of('W2'), revised('W2')).after.get('G1')).toBeUndefined();
});

test('a group in two placements conflicts with the deletion of an element of it', () => {
  const placements = [AT, { ...AT, number: 2, y: 4000 }];
  const twice = make('group', 'G1', { name: 'Pair', members: [['W1'], ['W2']], placements });
  const gone = branch((now) => deletes(now.element('W2')));
  expect(named(met(gone, revised(twice)))).toEqual([['G1', 'members', 'delete_modify']]);
  const made = branch(() => created('group', 'G1', twice.params));
  expect(named(met(made, revised('W2')))).toEqual([['G1', 'members', 'delete_modify']]);
});

test('elements of the branch follow a level that the file raises', () => {
  const own = { level_id: 'L1', location: { x: 0, y: 9000 }, follows_level: true };
  const site = branch(() => created('column', 'own', own));
  const { events, conflicts } = met(site, revised(changed(LEVEL, { height: 3500 })));
  expect(conflicts).toEqual([]);
  expect(events).toMatchObject([{ aggregate_id: 'own', payload: { updates: { height: 3500 } } }]);
});

test('the keys of the model do not learn the ids of a planned revision', () => {
  const site = branch();
  const before = site.view().state.keys.elements.size;
  const fresh = make('wall', 'W3', {
    level_id: 'L1',
    start: { x: 0, y: 0 },
    end: { x: 0, y: 4000 },
  });
  mergeRevision(site.view(), { superseded: OLD, revision: revised(fresh), taken: new Map() });
  expect(site.view().state.keys.elements.size).toBe(before);
});

test('an element of the branch that the file has, too, stays unless the file is taken', () => {
  const own = make('wall', 'own', {
    level_id: 'L1',
    start: { x: 0, y: 9000 },
    end: { x: 5000, y: 9000 },
  });
  const site = (): Site => branch(() => created('wall', 'own', own.params));
  const file = revised(changed(own, { thickness: 300, name: 'Theirs' }));
  const kept = met(site(), file);
  expect(kept).toMatchObject({ conflicts: [], events: [], edited: ['own'] });
  expect(kept.after.get('own')?.params).toMatchObject(own.params);
  const taken = met(site(), file, { own: 'file' });
  expect(taken.after.get('own')?.params).toMatchObject({ thickness: 300, name: 'Theirs' });
  expect(met(site(), revised(own))).toMatchObject({ conflicts: [], events: [], edited: [] });
});
