/** @module the domain over a real store: level with the ledger in the very next answer, replayed in one go. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { LedgerWriter } from '../../../kernel/ledger/ledger.ts';
import { createSqliteStore } from '../../../kernel/ledger/sqlite-file.ts';
import { openSqliteReader, openSqliteWriter } from '../../../kernel/ledger/sqlite.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import { BuildingDomain, openBuildingDomain } from '../../../servers/building/domain.ts';
import { EventLog, withWall } from './world.ts';

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
  it('has in its next view what another connection committed', async () => {
    const { world, wall_id } = await withWall();
    const reader = openSqliteReader(path);
    const domain = await openBuildingDomain(reader);
    expect(domain.view('main').seq).toBe(0);
    await append(world.log.all);
    expect(domain.view('main').element(wall_id)).toEqual(world.view.element(wall_id));
    expect(domain.version(domain.view('main'), wall_id)).toBe(2);
    expect(domain.branchSeq(domain.view('main'))).toBe(2);
    reader.close();
  });
  it('takes the word of its own reader for whether anything was committed, and of no other', async () => {
    const { world, wall_id } = await withWall();
    const [reader, other] = [openSqliteReader(path), openSqliteReader(path)];
    const domain = await openBuildingDomain(reader);
    const counter = reader.changeCounter();
    expect(domain.view('main', { of: reader, counter }).seq).toBe(0);
    await append(world.log.all);
    // Asked before the commit: the call that asked sees what was there then.
    expect(domain.view('main', { of: reader, counter }).seq).toBe(0);
    const known = world.log.all.length;
    expect(domain.view('main', { of: other, counter }).seq).toBe(known);
    await world.do('place_door', { wall_id, offset: 0 });
    await append(world.log.all.slice(known));
    const asked = { of: reader, counter: reader.changeCounter() };
    expect(domain.view('main', asked).hostedBy(wall_id)).toHaveLength(1);
    reader.close();
    other.close();
  });
  it('keeps a view as it was, and finds history and operations', async () => {
    const { world, wall_id } = await withWall();
    await append(world.log.all);
    const reader = openSqliteReader(path);
    const domain = await openBuildingDomain(reader);
    const before = domain.view('main');
    const known = world.log.all.length;
    await world.do('place_door', { wall_id, offset: 0 });
    await append(world.log.all.slice(known));
    expect(before.hostedBy(wall_id)).toEqual([]);
    const now = domain.view('main');
    expect(now.hostedBy(wall_id)).toHaveLength(1);
    const history = now.history({ element_id: null, limit: 2 });
    expect(history.map(({ type }) => type)).toEqual(['element.hosted', 'element.created']);
    expect(now.operationOf(history[0]?.event_id ?? '')).toHaveLength(2);
    reader.close();
  });
  it('does not ask for events while the store says that nothing was committed', async () => {
    const { world } = await withWall();
    let asked = 0;
    const { log } = world;
    const eventsAfter = (seq: number, limit: number): readonly StoredEvent[] => {
      asked += 1;
      return log.eventsAfter(seq, limit);
    };
    const domain = new BuildingDomain(Object.assign(new EventLog(), log, { eventsAfter }), null);
    for (let i = 0; i < 5; i++) domain.view('main');
    expect(asked).toBe(1);
    await world.do('create_level', { name: 'x', elevation: 9000 });
    expect(domain.view('main').levels()).toHaveLength(2);
    expect(asked).toBe(2);
  });
  it('refuses a branch that is not there and names those that are', async () => {
    const { world } = await withWall();
    expect(() => world.domain.view('nope')).toThrow(Refusal);
    expect(() => world.domain.view('nope')).toThrow(/BRANCH_NOT_FOUND: no branch `nope`/);
  });
  it('tells touches with levels by id and name, and what a read-back does not find', async () => {
    const { world, level_id, wall_id } = await withWall();
    const plan = await world.plan('place_door', { wall_id, offset: 0 });
    const { after, touches, changes } = world.domain.effect(world.view, plan.events);
    expect(touches).toMatchObject([
      {
        action: 'CREATE',
        category: 'Doors',
        levels: [{ id: level_id, name: 'Ground' }],
        before: null,
      },
    ]);
    expect(changes).toMatchObject([{ change: 'created', kind: 'door', level_id }]);
    const lost = world.domain.readBack('main', after, plan.events);
    expect(lost).toEqual([plan.data['door_id']]);
  });
});
