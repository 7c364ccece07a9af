/** @module the domain over a real store: up to date with the ledger in the next answer, replayed in one pass. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { LedgerWriter } from '../../../kernel/ledger/ledger.ts';
import { createSqliteStore } from '../../../kernel/ledger/sqlite-file.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { openSqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import { BuildingDomain, openBuildingDomain } from '../../../servers/building/domain.ts';
import { withWall } from './world.ts';

let folder: string;
let writer: LedgerWriter;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'domain-'));
  path = join(folder, 'store.db');
  createSqliteStore(path);
  writer = openSqliteWriter(path);
});
afterEach(async () => {
  await writer.close();
  rmSync(folder, { recursive: true });
});

async function append(events: readonly StoredEvent[]): Promise<void> {
  const rows = events.map(({ seq: _seq, branch_seq: _branchSeq, ...row }) => row);
  await writer.transact((tx) => tx.appendEvents(rows));
}

describe('the domain', () => {
  it('shows in its next view what another connection committed before the catch-up', async () => {
    const { world, wall_id } = await withWall();
    const reader = openSqliteReader(path);
    const domain = await openBuildingDomain(reader);
    await domain.catchUp();
    expect(domain.view('main').seq).toBe(0);
    await append(world.log.all);
    expect(domain.view('main').seq).toBe(0);
    await domain.catchUp();
    expect(domain.view('main').element(wall_id)).toEqual(world.view.element(wall_id));
    const versions = domain.versions(domain.view('main'));
    expect([versions.of(wall_id), versions.branch_seq]).toEqual([2, 2]);
    reader.close();
  });
  it('keeps a view unchanged, and finds history and operations', async () => {
    const { world, wall_id } = await withWall();
    await append(world.log.all);
    const reader = openSqliteReader(path);
    const domain = await openBuildingDomain(reader);
    await domain.catchUp();
    const before = domain.view('main');
    const known = world.log.all.length;
    await world.do('place_door', { wall_id, offset: 0 });
    await append(world.log.all.slice(known));
    expect(before.hostedBy(wall_id)).toEqual([]);
    await domain.catchUp();
    const now = domain.view('main');
    expect(now.hostedBy(wall_id)).toHaveLength(1);
    const history = await now.history({ element_id: null, limit: 2 });
    expect(history.map(({ type }) => type)).toEqual(['element.hosted', 'element.created']);
    expect(await now.operationOf(history[0]?.event_id ?? '')).toHaveLength(2);
    reader.close();
  });
  it('reads the ledger once, in windows, for the history of a caller that sees none of it', async () => {
    const { world, wall_id } = await withWall();
    const { log } = world;
    for (let n = 0; n < 5000; n++) {
      const payload = { updates: { height: 3001 + n }, previous: { height: 3000 + n } };
      log.append('main', `o${n}`, [{ type: 'element.modified', aggregate_id: wall_id, payload }]);
    }
    const asked: number[] = [];
    const { eventsAfter, eventsOfBranch, eventById, eventsOfOperation, eventsOfAggregate } = log;
    const counted = {
      eventTextsAfter: log.eventTextsAfter,
      eventsOfBranch,
      eventById,
      eventsOfOperation,
      eventsAfter: (seq: number, limit: number) => {
        asked.push(limit);
        return eventsAfter(seq, limit);
      },
      eventsTouching: () => [],
      pageTouching: () => [],
      blobPart: () => null,
      eventsOfAggregate: (...args: Parameters<typeof eventsOfAggregate>) => {
        asked.push(args[2]);
        return eventsOfAggregate(...args);
      },
    };
    const domain = new BuildingDomain(counted, null);
    await domain.catchUp();
    const blind = domain.callerView(domain.view('main'), {
      place: () => false,
      key: 'test',
      maker: 'maker',
      own: () => false,
      branch: () => true,
    }).view;
    for (const element_id of [null, wall_id]) {
      asked.length = 0;
      expect(await blind.history({ element_id, limit: 50 })).toEqual([]);
      expect(Math.max(...asked)).toBeLessThanOrEqual(1000);
      expect(asked.reduce((sum, limit) => sum + limit)).toBeLessThanOrEqual(log.all.length + 1000);
    }
  });
  it('reads an asynchronous store, and replays a discarded state from its beginning', async () => {
    const { world, wall_id } = await withWall();
    const { log } = world;
    const later =
      <A extends unknown[], T>(ask: (...args: A) => T): ((...args: A) => Promise<T>) =>
      async (...args) => {
        await setTimeout(1);
        return ask(...args);
      };
    const domain = new BuildingDomain(
      {
        eventsAfter: later(log.eventsAfter),
        eventTextsAfter: later(log.eventTextsAfter),
        eventsOfBranch: later(log.eventsOfBranch),
        eventById: later(log.eventById),
        eventsOfOperation: later(log.eventsOfOperation),
        eventsOfAggregate: later(log.eventsOfAggregate),
        eventsTouching: () => [],
        pageTouching: () => [],
        blobPart: () => null,
      },
      null,
    );
    await domain.catchUp();
    const height = (branch: string): number | undefined =>
      domain.view(branch).elementOf(wall_id, 'wall')?.params.height;
    for (let n = 0; n < 9000; n++) {
      const payload = { updates: { height: 3001 + n }, previous: { height: 3000 + n } };
      log.append('main', `o${n}`, [{ type: 'element.modified', aggregate_id: wall_id, payload }]);
    }
    const payload = { name: 'old', from: 'main', from_seq: 12 };
    log.append('old', 'fork', [{ type: 'branch.created', aggregate_id: 'old', payload }]);
    // The second begins after the first and must not apply anything twice.
    await Promise.all([domain.catchUp(), domain.catchUp()]);
    expect([height('main'), height('old')]).toEqual([12_000, 3010]);
    const history = await domain.view('old').history({ element_id: null, limit: 2 });
    expect(history.map(({ branch, seq }) => [branch, seq])).toEqual([
      ['old', log.all.length],
      ['main', 12],
    ]);
    expect(await domain.view('old').operationOf('fork')).toHaveLength(1);
  });
  it('refuses an unknown branch and names the existing ones', async () => {
    const { world } = await withWall();
    expect(() => world.domain.view('nope')).toThrow(Refusal);
    expect(() => world.domain.view('nope')).toThrow(/BRANCH_NOT_FOUND: no branch `nope`/);
  });
  it('reports touches with levels by id and name, and elements that a read-back does not find', async () => {
    const { world, level_id, wall_id } = await withWall();
    const plan = await world.plan('place_door', { wall_id, offset: 0 });
    const { expected, touches, changes } = world.effect(plan.events);
    expect(touches).toMatchObject([
      {
        action: 'CREATE',
        category: 'Doors',
        levels: [{ id: level_id, meant: 'Ground' }],
        before: [],
      },
    ]);
    expect(changes).toMatchObject([{ change: 'created', kind: 'door', level_id }]);
    const lost = world.domain.readBack('main', expected());
    expect(lost).toEqual([plan.data['door_id']]);
  });
});
