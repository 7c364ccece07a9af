/** @module tests of projections: one branch of a ledger, equal to that branch in a model that reads the whole ledger. */
import { describe, expect, test } from 'vitest';

import type { BranchReader } from '../../../../../kernel/building/model/projection/branch-reader.ts';
import {
  advanceProjection,
  openProjection,
} from '../../../../../kernel/building/model/projection/open-projection.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created, deletes, fourWalls, modifies, Site } from '../build.ts';
import { siteReader } from './site-reader.ts';

/** main: a level and a wall, and more after the forks; `a` from main, `b` from `a` before `a` loses the wall. */
function branched(): Site {
  const site = new Site();
  site.commit('main', [created('level', 'L1'), created('wall', 'W1')]);
  site.fork('a');
  site.commit('a', [modifies(site.element('W1', 'a'), { height: 2000 })]);
  site.commit('main', [modifies(site.element('W1'), { height: 9999 }), created('wall', 'late')]);
  site.fork('b', 'a');
  site.commit('b', [created('door', 'D1')]);
  site.commit('a', [deletes(site.element('W1', 'a'))]);
  return site;
}

describe('a branch has the state of its parent at the fork, plus its own events', () => {
  const site = branched();
  test.each(['main', 'a', 'b'])('%s', async (branch) => {
    const { view, left_out } = await openProjection(siteReader(site), branch);
    const whole = site.view(branch);
    expect(left_out).toEqual([]);
    expect([...view.model.elements()]).toEqual([...whole.elements()]);
    for (const { id } of whole.elements()) {
      expect(view.model.version(id)).toBe(whole.version(id));
      expect(view.model.bounds(id)).toEqual(whole.bounds(id));
      expect(view.storeyOf(id)).toBe('L1');
    }
    expect(view.model.branch_seq).toBe(whole.branch_seq);
  });

  test('an unknown branch is empty', async () => {
    const { view } = await openProjection(siteReader(site), 'none');
    expect(view.model.count()).toBe(0);
  });
});

test('a projection ends at the given ledger seq', async () => {
  const site = branched();
  const heights = [2, 3, 4, 5].map(async (until) => {
    const { view } = await openProjection(siteReader(site), 'a', { until });
    return view.model.elementOf('W1', 'wall')?.params.height;
  });
  expect(await Promise.all(heights)).toEqual([3000, 3000, 2000, 2000]);
  const whole = await openProjection(siteReader(site), 'main', { until: 5 });
  expect(whole.view.model.elementOf('W1', 'wall')?.params.height).toBe(9999);
});

describe('a projection that advances has the state of one that is opened later', () => {
  const site = branched();
  test.each(['main', 'a', 'b'])('%s', async (branch) => {
    const reader = siteReader(site);
    const last = site.ledger.events.length;
    const fork = (await reader.branchHead(branch))?.from_seq ?? 0;
    for (let from = fork; from <= last; from += 1) {
      const { view: early } = await openProjection(reader, branch, { until: from });
      for (let until = from; until <= last; until += 1) {
        const { view } = await openProjection(reader, branch, { until });
        const { view: advanced, left_out } = await advanceProjection(reader, early, until);
        expect(left_out).toEqual([]);
        expect([...advanced.model.elements()]).toEqual([...view.model.elements()]);
        expect(advanced.model.branch_seq).toBe(view.model.branch_seq);
      }
    }
  });

  test('an event that does not fit is left out, and the later ones are applied', async () => {
    const odd = new Site();
    odd.commit('main', [created('level', 'L1'), created('wall', 'W1')]);
    const reader = siteReader(odd);
    const { view } = await openProjection(reader, 'main', { until: 1 });
    const [, wall] = odd.ledger.events;
    if (wall === undefined) throw new Error('no wall');
    const twice: BranchReader = {
      ...reader,
      eventsOfBranch: (_, branch_seq) =>
        [wall, { ...wall, seq: 3, branch_seq: 3 }].filter((event) => event.branch_seq > branch_seq),
    };
    const { view: later, left_out } = await advanceProjection(twice, view, 9);
    expect(left_out).toHaveLength(1);
    expect(later.model.branch_seq).toBe(3);
    expect(later.model.count()).toBe(2);
  });
});

test('only the relevant events are read, page by page', async () => {
  const site = new Site();
  const grids = Array.from({ length: 4500 }, (_, i) => created('grid', `G${i}`));
  site.commit('main', grids);
  site.fork('a');
  site.commit(
    'main',
    Array.from({ length: 9000 }, (_, i) => created('grid', `late${i}`)),
  );
  site.commit(
    'a',
    Array.from({ length: 2500 }, (_, i) => created('grid', `own${i}`)),
  );
  const asked: string[] = [];
  const reader = siteReader(site);
  const counting: BranchReader = {
    branchHead: (branch) => reader.branchHead(branch),
    blobPart: () => null,
    async eventsOfBranch(branch, branch_seq, limit) {
      const events = await reader.eventsOfBranch(branch, branch_seq, limit);
      asked.push(`${branch} ${events.length}`);
      return events;
    },
  };
  const { view } = await openProjection(counting, 'a');
  expect(view.model.count()).toBe(7000);
  expect(asked).toEqual(['main 2000', 'main 2000', 'main 500', 'a 2000', 'a 501']);
});

test('an event that does not fit is omitted and reported, and the other events are applied', async () => {
  const site = new Site();
  site.commit('main', [created('level', 'L1'), ...fourWalls()]);
  const misfit: PlannedEvent = {
    type: 'element.modified',
    aggregate_id: 'W1',
    payload: { updates: { height: 1 }, previous: { height: 2 } },
  };
  site.ledger.store('main', [misfit, created('column', 'C1')]);
  const { view, left_out } = await openProjection(siteReader(site), 'main');
  expect(left_out.map(({ code }) => code)).toEqual(['INCONSISTENT_EVENT']);
  expect(view.model.count()).toBe(6);
  expect(view.model.elementOf('W1', 'wall')?.params.height).toBe(3000);
  expect(view.model.branch_seq).toBe(7);
});
