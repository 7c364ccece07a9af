/** @module tests of timelines: long branches, the number of kept states, and the events that are read for a moment. */
import { expect, test } from 'vitest';

import { Model } from '../../../../../kernel/building/model/model.ts';
import {
  snapshotOf,
  stateFromSnapshot,
} from '../../../../../kernel/building/model/snapshot/snapshot.ts';
import { elementIn } from '../../../../../kernel/building/model/state/state.ts';
import {
  type KnownBranch,
  Timeline,
  type TimelineSource,
} from '../../../../../kernel/building/view/past/timeline.ts';
import type { StoredEvent } from '../../../../../schemas/events.ts';
import { created, modifies, Site } from '../../model/build.ts';

/** A model with `count` events on one grid line after its level. */
function longSite(count: number): Site {
  const site = new Site(new Model());
  site.commit('main', [created('level', 'L1'), created('wall', 'W1')]);
  for (let n = 1; n <= count; n += 1) {
    site.commit('main', [modifies(site.element('W1'), { height: 1000 + (n % 5000) })]);
  }
  return site;
}

function knownOf({ model }: Site): KnownBranch {
  const record = model.record('main');
  if (record === null) throw new Error('no main');
  return { record, marks: [] };
}

/** Counts the events that it reads. */
class CountingSource implements TimelineSource {
  read = 0;
  readonly #events: readonly StoredEvent[];
  constructor({ ledger }: Site) {
    this.#events = ledger.events;
  }
  readonly blobPart = (): null => null;
  readonly eventsOfBranch = (
    branch: string,
    branch_seq: number,
    limit: number,
  ): readonly StoredEvent[] => {
    const page = this.#events
      .slice(branch_seq, branch_seq + limit)
      .filter((event) => event.branch === branch);
    this.read += page.length;
    return page;
  };
}

test('reads few events for a moment once the branch was read, and keeps few states', async () => {
  const site = longSite(40_000);
  const [now, source] = [knownOf(site), new CountingSource(site)];
  const timeline = new Timeline(source);
  const at = async (seq: number): Promise<unknown> =>
    elementIn(await timeline.at(seq, now), 'W1')?.params;
  await at(40_001);
  expect(source.read).toBe(40_001);
  for (const seq of [39_999, 2, 3, 64, 65, 20_000, 12_345, 40_001, 40_002]) {
    source.read = 0;
    expect(await at(seq)).toMatchObject({ height: seq === 2 ? 3000 : 1000 + ((seq - 2) % 5000) });
    expect(source.read).toBeLessThanOrEqual(128);
  }
  expect(timeline.size).toBeLessThan(600);
});

test('continues with the events that are committed later', async () => {
  const site = longSite(200);
  const source = new CountingSource(site);
  const timeline = new Timeline(source);
  await timeline.at(150, knownOf(site));
  for (let n = 0; n < 200; n += 1) {
    site.commit('main', [modifies(site.element('W1'), { height: 6000 + n })]);
  }
  source.read = 0;
  const state = await timeline.at(300, knownOf(site));
  expect(elementIn(state, 'W1')?.params).toMatchObject({ height: 6000 + 300 - 203 });
  expect(state).toMatchObject({ branch_seq: 300, last_seq: 300 });
  expect(source.read).toBe(150);
  const newest = knownOf(site).record.state;
  expect(await timeline.at(402, knownOf(site))).toBe(newest);
  expect(elementIn(state, 'W1')?.params).toMatchObject({ height: 6000 + 300 - 203 });
});

test('consecutive moments are one event apart, and a moment is the same object twice', async () => {
  const site = longSite(1000);
  const [now, source] = [knownOf(site), new CountingSource(site)];
  const timeline = new Timeline(source);
  const first = await timeline.at(700, now);
  source.read = 0;
  for (let seq = 701; seq <= 720; seq += 1) await timeline.at(seq, now);
  expect(source.read).toBe(20);
  source.read = 0;
  expect(await timeline.at(720, now)).toBe(await timeline.at(720, now));
  expect(source.read).toBe(0);
  expect(elementIn(first, 'W1')?.params).toMatchObject({ height: 1698 });
});

test('the last moments are read from the states that the model keeps', async () => {
  const site = longSite(5000);
  const source = new CountingSource(site);
  const timeline = new Timeline(source);
  const known = { ...knownOf(site), marks: site.model.marks('main') };
  const state = await timeline.at(4000, known);
  expect(elementIn(state, 'W1')?.params).toMatchObject({ height: 1000 + 3998 });
  expect(source.read).toBeLessThanOrEqual(64);
});

test('a far moment is read from the snapshot before it, with the elements of the model', async () => {
  const site = longSite(20_000);
  const source = new CountingSource(site);
  const earlier = new Model();
  earlier.applyAll(site.ledger.events.slice(0, 12_000));
  const bytes = snapshotOf(earlier.state);
  const asked: number[] = [];
  const timeline = new Timeline(source, async (branch, seq) => {
    asked.push(seq);
    const { branches } = stateFromSnapshot(bytes, site.model.keys);
    return await Promise.resolve(branches.find(({ name }) => name === branch)?.state ?? null);
  });
  const state = await timeline.at(12_100, knownOf(site));
  expect(elementIn(state, 'W1')?.params).toMatchObject({ height: 1000 + (12_098 % 5000) });
  expect(elementIn(state, 'L1')).toBe(site.element('L1'));
  expect(source.read).toBe(100);
  // Later than the moment: not used.
  await timeline.at(7000, knownOf(site));
  expect(source.read).toBe(7100);
  expect(asked).toEqual([12_100, 7000]);
});
