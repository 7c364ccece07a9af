/** @module tests of imported elements: the model with one event is that with an event for each element. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import { emptyModel, Model } from '../../../../../kernel/building/model/model.ts';
import { openProjection } from '../../../../../kernel/building/model/projection/open-projection.ts';
import { replay } from '../../../../../kernel/building/model/replay.ts';
import {
  snapshotOf,
  stateFromSnapshot,
} from '../../../../../kernel/building/model/snapshot/snapshot.ts';
import { stateDifference } from '../../../../../kernel/building/model/snapshot/state-difference.ts';
import { ModelFault } from '../../../../../kernel/building/model/state/model-fault.ts';
import { createSqliteStore } from '../../../../../kernel/ledger/sqlite-file.ts';
import { openSqliteReader, type SqliteReader } from '../../../../../kernel/ledger/sqlite-reader.ts';
import { openSqliteWriter, type SqliteWriter } from '../../../../../kernel/ledger/sqlite-writer.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import {
  levelRecord,
  madeImport,
  revisionOf,
  stageImport,
  wallRecord,
} from '../../../../made-import.ts';
import { eventRow } from '../../../ledger/rows.ts';

const LEVEL = levelRecord('level_i', 'Ground');
const WALLS = [0, 1, 2].map((i) => wallRecord(`wall_i${i}`, LEVEL.id, 4000 * i));
/** The level comes last in the file. */
const IMPORT = madeImport([...WALLS, null, LEVEL]);
const { sha256 } = IMPORT.event.payload.manifest;

let dir: string;
let writer: SqliteWriter;
let reader: SqliteReader;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'imports-'));
  const path = join(dir, 'ledger.db');
  createSqliteStore(path);
  writer = openSqliteWriter(path);
  reader = openSqliteReader(path);
});
afterEach(async () => {
  reader.close();
  await writer.close();
  rmSync(dir, { recursive: true });
});

async function commit(...events: readonly PlannedEvent[]): Promise<void> {
  await writer.transact(async (tx) => {
    if ((await tx.blobInfo(sha256)) === null) await stageImport(tx, IMPORT);
    await tx.appendEvents(events.map((event) => eventRow({}, event)));
  });
}

async function replayed(): Promise<Model> {
  const model = new Model();
  await replay(model, reader);
  return model;
}

const renamed = (id: string, name: string): PlannedEvent => ({
  type: 'element.modified',
  aggregate_id: id,
  payload: { updates: { name }, previous: { name: null } },
});

describe('model.imported', () => {
  test('creates every element of its manifest with its own version, the levels first', async () => {
    await commit(IMPORT.event, renamed('wall_i1', 'B'));
    const model = await replayed();
    const view = model.view('main');
    const walls = WALLS.map((wall) => KINDS.of(wall).params.parse(wall.params));
    expect(view?.count()).toBe(4);
    expect(view?.element('level_i')?.params).toEqual(LEVEL.params);
    expect(view?.element('wall_i0')?.params).toEqual(walls[0]);
    expect(view?.element('wall_i1')?.params).toEqual({ ...walls[1], name: 'B' });
    expect(['level_i', 'wall_i0', 'wall_i1', 'wall_i2'].map((id) => view?.version(id))).toEqual([
      1, 1, 2, 1,
    ]);
    expect(view?.version('import_1')).toBe(1);
    expect(model.keys.elements.find('level_i')).toBe(0);
  });

  test('gives the state of as many single events, but for their versions', async () => {
    await commit(IMPORT.event);
    const imported = (await replayed()).view('main');
    const single = new Model();
    for (const [i, element] of [LEVEL, ...WALLS].entries()) {
      single.applyStored({
        ...eventRow(
          {},
          {
            type: element.kind === 'level' ? 'level.created' : 'element.created',
            aggregate_id: element.id,
            payload: { element },
          },
        ),
        seq: i + 1,
        branch_seq: i + 1,
      });
    }
    const alone = single.view('main');
    for (const { id } of [LEVEL, ...WALLS]) {
      expect(imported?.element(id)).toEqual(alone?.element(id));
    }
  });

  test('is at hand on branches, in snapshots and in projections', async () => {
    await commit(IMPORT.event);
    await writer.transact((tx) =>
      tx.appendEvents([
        eventRow(
          { branch: 'b' },
          {
            type: 'branch.created',
            aggregate_id: 'b',
            payload: { name: 'b', from: 'main', from_seq: 1 },
          },
        ),
        eventRow({ branch: 'b' }, renamed('wall_i0', 'of b')),
      ]),
    );
    const model = await replayed();
    const stored = new Model({}, stateFromSnapshot(snapshotOf(model.state)));
    for (const opened of [model, stored]) {
      expect(opened.view('main')?.element('wall_i0')?.params).toMatchObject({ name: null });
      expect(opened.view('b')?.element('wall_i0')?.params).toMatchObject({ name: 'of b' });
      expect(opened.view('b')?.count()).toBe(4);
    }
    const { view, left_out } = await openProjection(reader, 'b');
    expect(left_out).toEqual([]);
    expect(view.model.count()).toBe(4);
  });

  test('gives elements the products of a revision on the branch that has it', async () => {
    const [old, later] = ['0WallWallWallWallWall0', '1WallWallWallWallWall1'];
    const first = madeImport([LEVEL, ...WALLS], { guids: { wall_i0: old, wall_i1: later } });
    const second = revisionOf(
      first,
      madeImport([null, LEVEL, ...WALLS], {
        import_id: 'import_2',
        text: 'ISO-10303-21;\n\n',
        guids: { wall_i0: later, wall_i1: old },
      }),
    );
    const fork: PlannedEvent = {
      type: 'branch.created',
      aggregate_id: 'b',
      payload: { name: 'b', from: 'main', from_seq: 1 },
    };
    await writer.transact(async (tx) => {
      await stageImport(tx, first);
      await stageImport(tx, second);
      await tx.appendEvents([eventRow({}, first.event)]);
      await tx.appendEvents([eventRow({ branch: 'b' }, fork)]);
      await tx.appendEvents([eventRow({}, second.event)]);
    });
    const model = await replayed();
    const stored = new Model({}, stateFromSnapshot(snapshotOf(model.state)));
    expect(stateDifference(stored.state, model.state)).toBeNull();
    const [was, is] = [first, second].map(({ event }) => event.payload.file.sha256);
    for (const opened of [model, stored]) {
      const [main, b] = [opened.view('main'), opened.view('b')];
      expect(main?.importedAs('wall_i0')).toEqual({ guid: later, record: 30, file: is });
      expect(b?.importedAs('wall_i0')).toEqual({ guid: old, record: 20, file: was });
      expect([main, b].map((view) => view?.withImportedGuid(old))).toEqual(['wall_i1', 'wall_i0']);
    }
  });

  test('gives elements the GlobalIds of the file, on branches, in snapshots and after an undo', async () => {
    const made = madeImport([...WALLS, null, LEVEL], {
      guids: {
        level_i: '0LevelLevelLevelLevel0',
        wall_i0: '0WallWallWallWallWall0',
        wall_i1: '0WallWallWallWallWall0',
        wall_i2: 'no GlobalId',
      },
    });
    const { params } = KINDS.of(WALLS[0] ?? LEVEL);
    const wall = { id: 'wall_i0', kind: 'wall', params: params.parse(WALLS[0]?.params) };
    const removed: PlannedEvent = {
      type: 'element.deleted',
      aggregate_id: 'wall_i0',
      payload: { element: wall, cascade_of: null },
    };
    const again: PlannedEvent = {
      type: 'element.created',
      aggregate_id: 'wall_i0',
      payload: { element: wall },
    };
    const fork: PlannedEvent = {
      type: 'branch.created',
      aggregate_id: 'b',
      payload: { name: 'b', from: 'main', from_seq: 1 },
    };
    await writer.transact(async (tx) => {
      await stageImport(tx, made);
      await tx.appendEvents([eventRow({}, made.event)]);
      await tx.appendEvents([eventRow({ branch: 'b' }, fork)]);
      await tx.appendEvents([eventRow({}, removed), eventRow({}, again)]);
    });
    const model = await replayed();
    const bytes = snapshotOf(model.state);
    const stored = new Model({}, stateFromSnapshot(bytes));
    expect(stateDifference(stored.state, model.state)).toBeNull();
    const file = made.event.payload.file.sha256;
    for (const opened of [model, stored]) {
      for (const branch of ['main', 'b']) {
        const view = opened.view(branch);
        expect(
          ['level_i', 'wall_i0', 'wall_i1', 'wall_i2'].map((id) => view?.importedAs(id)),
        ).toEqual([
          { guid: '0LevelLevelLevelLevel0', record: 50, file },
          { guid: '0WallWallWallWallWall0', record: 10, file },
          { guid: null, record: 20, file },
          { guid: null, record: 30, file },
        ]);
        expect(view?.withImportedGuid('0WallWallWallWallWall0')).toBe('wall_i0');
        expect(view?.withImportedGuid('no GlobalId')).toBeNull();
      }
      expect(opened.view('main')?.importedAs('import_1')).toBeNull();
    }
    stored.keys.products.note([1], [{ guid: null, record: 7 }], 'another');
    expect(snapshotOf(model.state)).toEqual(bytes);
  });

  test.each([
    ['a second import of the same elements', [IMPORT.event], /`level_i` already exists/],
    [
      'another number of elements',
      [changed({ manifest: { ...IMPORT.event.payload.manifest, elements: 5 } })],
      /has 4 elements/,
    ],
    ['another import than its aggregate', [changed({ import_id: 'import_2' })], /`import_2`/],
  ])('does not fit with %s', async (_, events, why) => {
    const first = events[0] === IMPORT.event ? [IMPORT.event] : [];
    await commit(...first, ...events);
    await expect(replayed()).rejects.toThrow(why);
  });

  test('whose manifest was not provided is a fault with its name', () => {
    const model = new Model({}, emptyModel());
    const event = { ...eventRow({}, IMPORT.event), seq: 1, branch_seq: 1 };
    const attempt = () => model.applyStored(event);
    expect(attempt).toThrow(ModelFault);
    expect(attempt).toThrow(new RegExp(`MANIFEST_MISSING.*${sha256}`));
  });

  test('with an element that its kind refuses is a fault about the event', async () => {
    const bad = madeImport([{ ...LEVEL, params: { ...LEVEL.params, height: 'tall' } }]);
    await writer.transact(async (tx) => {
      await stageImport(tx, bad);
      await tx.appendEvents([eventRow({}, bad.event)]);
    });
    await expect(replayed()).rejects.toThrow(/event 1 .*MALFORMED_EVENT.*level_i/);
  });
});

function changed(payload: Partial<typeof IMPORT.event.payload>): PlannedEvent {
  return { ...IMPORT.event, payload: { ...IMPORT.event.payload, ...payload } };
}
