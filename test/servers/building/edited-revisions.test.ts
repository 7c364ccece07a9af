/** @module tests of revisions of which only the places of meshes concern an edited door, with keeper and model together. */
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { MeshPlace } from '../../../kernel/building/geometry/mesh/stored-mesh.ts';
import { mergeRevision } from '../../../kernel/building/model/branches/revision.ts';
import { inverseEvents } from '../../../kernel/building/model/branches/undo.ts';
import { affectedBetween } from '../../../kernel/building/model/state/affected-between.ts';
import type { ElementRecord, JsonObject, PlannedEvent } from '../../../schemas/events.ts';
import {
  disagreements,
  execute,
  foundWorkspace,
  IDS,
  LEVEL,
  named,
  removes,
  sets,
  viewOf,
  W0,
  W1,
} from '../../governance/keeper/handlers/import-world.ts';
import { stage, stageMade } from '../../governance/keeper/handlers/staging.ts';
import type { Workspace } from '../../governance/keeper/handlers/workspace.ts';
import { blocksBlob } from '../../kernel/building/imports/meshes.ts';
import { doorRecord, madeImport, revisionOf } from '../../made-import.ts';

const [EARLIER, LATER] = [blocksBlob(1000), blocksBlob(2000, 1000)];

function appearance({ blob, offset, length, digest }: MeshPlace, mirrored = false): JsonObject {
  return {
    mesh: { blob, offset, length },
    digest,
    low: { x: 0, y: 0, z: 0 },
    closed: true,
    glass: 0,
    mirrored,
    of: { width: 900 },
  };
}

function doorWith(shown: JsonObject): ElementRecord {
  const { id, kind, params } = doorRecord('door_1', W0.id);
  return { id, kind, params: { ...params, appearance: shown } };
}

/** The appearance of the door in the first file, in which it has the same mesh as in the second one. */
const FIRST = appearance(EARLIER.place(0));
const SHOWN = { plain: FIRST, mirrored: { ...FIRST, mirrored: true } } as const;
const OLD = [LEVEL, W0, W1, doorWith(FIRST)];
/** The second file also renames a wall. */
const NEW = [LEVEL, W0, named(W1, 'New'), doorWith(appearance(LATER.place(1)))];
const IMPORT = madeImport(OLD, { text: 'one', meshes: EARLIER.bytes });
const REVISION = revisionOf(
  IMPORT,
  madeImport(NEW, { import_id: 'import_2', text: 'two', meshes: LATER.bytes }),
);

let ws: Workspace;
beforeEach(async () => {
  ws = await foundWorkspace();
  await stage(ws, EARLIER.bytes);
  await stageMade(ws, IMPORT);
  await on(IMPORT.event);
});
afterEach(() => ws[Symbol.asyncDispose]());

async function on(...events: readonly PlannedEvent[]): Promise<void> {
  expect(await execute(ws, events)).toMatch(/executed|committed/);
}

/** Edits the door, then revises the import as `import_ifc` does; returns the ids that a preview lists. */
async function revised(edit: PlannedEvent): Promise<readonly string[]> {
  await on(edit);
  const before = await viewOf(ws);
  const { events, conflicts } = mergeRevision(before, {
    superseded: OLD,
    revision: NEW,
    taken: new Map(),
  });
  expect(conflicts).toEqual([]);
  await stage(ws, LATER.bytes);
  await stageMade(ws, REVISION);
  await on(REVISION.event, ...events);
  const after = await viewOf(ws);
  return [
    ...affectedBetween([REVISION.event, ...events], { before: before.state, after: after.state }),
  ];
}

async function undoRevision(): Promise<void> {
  const operation = await ws.transact(async (tx) => {
    const [event] = await tx.eventsOfAggregate('import_2', 'main', 1);
    return await tx.eventsOfOperation(event?.operation_id ?? '');
  });
  const inverse = inverseEvents(operation, await viewOf(ws));
  if (!inverse.ok) throw new Error(inverse.reason);
  await on(...inverse.events);
}

async function doorNow(): Promise<ElementRecord['params'] | undefined> {
  return (await viewOf(ws)).element('door_1')?.params;
}

const NAMED = sets('door_1', { name: 'Mine' }, { name: null });
const MIRRORED = sets('door_1', { appearance: SHOWN.mirrored }, { appearance: SHOWN.plain });
const TURNED_BACK = sets('door_1', { appearance: SHOWN.plain }, { appearance: SHOWN.mirrored });

test.each([
  ['renamed', NAMED, SHOWN.plain],
  ['mirrored', MIRRORED, SHOWN.mirrored],
])(
  'a revision does not list a door that was %s before, and of which only the mesh is elsewhere',
  async (_, edit, shown) => {
    expect(await revised(edit)).toEqual(['wall_i1']);
    expect(await doorNow()).toMatchObject({ appearance: shown });
    expect(await disagreements(ws, [...IDS, 'door_1'])).toEqual([]);
  },
);

test.each([
  ['renamed before and mirrored after', NAMED, MIRRORED, SHOWN.mirrored],
  ['mirrored before and after', MIRRORED, TURNED_BACK, SHOWN.plain],
])('a revision is undone if such a door was %s it', async (_, earlier, later, shown) => {
  await revised(earlier);
  await on(later);
  await undoRevision();
  expect(await doorNow()).toMatchObject({ appearance: shown });
  expect((await viewOf(ws)).element('wall_i1')?.params).toMatchObject({ name: null });
  expect(await disagreements(ws, [...IDS, 'door_1'])).toEqual([]);
  expect((await ws.verify()).faults).toEqual([]);
});

test('a revision is undone that had a new door in a wall which the branch had deleted', async () => {
  await on(removes(W1));
  const door = doorRecord('door_2', W1.id);
  const all = [LEVEL, named(W0, 'New'), W1, doorWith(FIRST), door];
  const given = { import_id: 'import_2', text: 'two', meshes: EARLIER.bytes };
  const revision = revisionOf(IMPORT, madeImport(all, given));
  const before = [...(await viewOf(ws)).elements()];
  const taken = new Map([[door.id, 'branch' as const]]);
  const merge = mergeRevision(await viewOf(ws), { superseded: OLD, revision: all, taken });
  expect(merge).toMatchObject({ conflicts: [], events: [{ type: 'element.deleted' }] });
  await stageMade(ws, revision);
  await on(revision.event, ...merge.events);
  expect((await viewOf(ws)).element(door.id)).toBeUndefined();
  await undoRevision();
  expect([...(await viewOf(ws)).elements()]).toEqual(before);
  expect(await disagreements(ws, [...IDS, 'door_1', 'door_2'])).toEqual([]);
});

test('a revision is undone if the door was mirrored only after it', async () => {
  await revised(sets('wall_i0', { name: 'Mine' }, { name: null }));
  const now = appearance(LATER.place(1));
  await on(sets('door_1', { appearance: { ...now, mirrored: true } }, { appearance: now }));
  await undoRevision();
  expect(await doorNow()).toMatchObject({ appearance: { mirrored: true } });
  expect(await disagreements(ws, [...IDS, 'door_1'])).toEqual([]);
});
