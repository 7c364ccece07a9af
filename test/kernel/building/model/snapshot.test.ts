/** @module tests of snapshots: a model loaded from a snapshot equals the model that applied every event. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { loadSolidKernel } from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { KINDS, type ParamsOf } from '../../../../kernel/building/kinds/elements.ts';
import { Kinds } from '../../../../kernel/building/kinds/kinds.ts';
import { diffViews } from '../../../../kernel/building/model/branches/branches.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import { SnapshotFault } from '../../../../kernel/building/model/snapshot/snapshot-fault.ts';
import {
  snapshotOf,
  stateFromSnapshot,
} from '../../../../kernel/building/model/snapshot/snapshot.ts';
import { stateDifference } from '../../../../kernel/building/model/snapshot/state-difference.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import type { ModelState } from '../../../../kernel/building/model/state/model-state.ts';
import {
  vectorDiff,
  vectorGet,
} from '../../../../kernel/building/model/state/persistent-vector.ts';
import { type BranchState, newKeys } from '../../../../kernel/building/model/state/state.ts';
import { Refusal } from '../../../../schemas/errors.ts';
import type { StoredEvent } from '../../../../schemas/events.ts';
import { World } from '../../../servers/building/world.ts';
import { Site, created, deletes, fourWalls, modifies } from './build.ts';
import { effectOf } from './effect-at-once.ts';
import { HISTORY, livedThrough } from './histories.ts';
import { STEPS, withIds } from './plan/steps.ts';

const solids = await loadSolidKernel();

const BOXES = [
  { min: { x: -3000, y: -3000, z: -100 }, max: { x: 3000, y: 3000, z: 4000 } },
  { min: { x: 0, y: 0, z: 1000 }, max: { x: 500, y: 500, z: 1100 } },
];

/** All answers that a view derives from its state. */
function answers(view: StateView): unknown {
  const elements = [...view.elements()];
  return {
    branch: [view.branch, view.branch_seq, view.seq, view.count()],
    elements,
    about: elements.map(({ id }) => [
      view.version(id),
      view.levelOf(id),
      view.bounds(id),
      view.measures(id),
      view.outline(id),
      view.joinedWalls(id),
      view.cascadeOf(id),
      view.hostedBy(id).map((hosted) => hosted.id),
      [...view.elementsOnLevel(id)].map((standing) => standing.id),
    ]),
    kinds: KINDS.all.map(({ kind }) => view.count(kind)),
    levels: view.levels(),
    walls: view.elementsOf('wall').map(({ id }) => id),
    boxes: BOXES.map((box) => view.inBox(box)),
    near: view.nearIds('wal', 5),
    nothing: [view.version('none'), view.element('none'), view.branchesWith('none')],
  };
}

function viewOf(model: Model, branch: string): StateView {
  const view = model.view(branch);
  if (view === null) throw new Error(`no branch ${branch}`);
  return view;
}

/** Expects the same answers from both models. */
function expectSame(restored: Model, lived: Model): void {
  expect(restored.lastSeq).toBe(lived.lastSeq);
  expect(restored.branches()).toEqual(lived.branches());
  expect(stateDifference(restored.state, lived.state)).toBeNull();
  const open = lived.branches().filter(({ status }) => status === 'open');
  for (const { name } of open) {
    expect(answers(viewOf(restored, name))).toEqual(answers(viewOf(lived, name)));
  }
  for (const a of open) {
    for (const b of open) {
      const [there, here] = [restored, lived].map((model) => model.mergeBase(a.name, b.name));
      expect(there === null || there === undefined ? null : [...there.elements()]).toEqual(
        here === null || here === undefined ? null : [...here.elements()],
      );
      expect(diffViews(viewOf(restored, a.name), viewOf(restored, b.name))).toEqual(
        diffViews(viewOf(lived, a.name), viewOf(lived, b.name)),
      );
    }
  }
}

function applied(model: Model, events: readonly StoredEvent[]): Model {
  let lost = model.applyAll(events.slice(model.lastSeq));
  while (lost !== null) {
    const { branch, after } = lost;
    const own = events.filter((event) => event.branch === branch && event.branch_seq > after);
    lost = model.recall(lost, own.slice(0, 7));
    if (lost === null) lost = model.applyAll(events.slice(model.lastSeq));
  }
  return model;
}

function throughSnapshot(model: Model): Model {
  return new Model({ solids }, stateFromSnapshot(snapshotOf(model.state)));
}

describe('a snapshot', () => {
  it('a snapshot and the later events give the same model as all events', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(HISTORY, fc.nat(1000), fc.nat(1000), async (moves, first, second) => {
        const { events, ends } = await livedThrough(moves);
        for (const { type } of events) seen.set(type, (seen.get(type) ?? 0) + 1);
        const whole = applied(new Model({ solids }), events);
        const cuts = [first, second]
          .map((n) => ends[n % ends.length] ?? 0)
          .toSorted((a, b) => a - b);
        // A snapshot of a model that itself began from a snapshot, at the second cut.
        let restored = new Model({ solids });
        for (const cut of cuts) restored = throughSnapshot(applied(restored, events.slice(0, cut)));
        expectSame(applied(restored, events), whole);
        expectSame(throughSnapshot(whole), whole);
        const text = snapshotOf(whole.state);
        expect(Buffer.compare(text, snapshotOf(throughSnapshot(whole).state))).toBe(0);
      }),
      { numRuns: 40 },
    );
    const wanted = [
      'branch.created',
      'branch.merged',
      'branch.restored',
      'branch.discarded',
      'event.reverted',
      'element.deleted',
    ];
    expect([...seen.keys()]).toEqual(expect.arrayContaining(wanted));
  });

  it('a model from a snapshot gives the same effects of dry runs', async () => {
    await fc.assert(
      fc.asyncProperty(HISTORY, STEPS, async (moves, next) => {
        const { events } = await livedThrough(moves);
        const world = await World.create();
        world.log.all.push(...events);
        await world.domain.catchUp();
        const plan = await world.plan(next.tool, withIds(next, world)).catch((error: unknown) => {
          if (error instanceof Refusal) return null;
          throw error;
        });
        const model = applied(new Model({ solids }), events);
        const [here, there] = [model, throughSnapshot(model)].map((one) => {
          const { changes, touches, regenerated, warnings, after } = effectOf(
            viewOf(one, 'main'),
            plan?.events ?? [],
          );
          return { changes, touches, regenerated, warnings, after: answers(after) };
        });
        expect(there).toEqual(here);
      }),
      { numRuns: 25 },
    );
  });

  it('a snapshot keeps shared nodes shared, so that comparing branches visits only the differences', () => {
    const site = new Site();
    site.commit('main', [created('level', 'L1'), ...fourWalls()]);
    for (let i = 0; i < 40; i++) {
      site.commit(
        'main',
        fourWalls(`X${i}_`).map((event) => event),
      );
    }
    site.fork('a');
    site.commit('a', [modifies(site.element('W1'), { height: 2500 })]);
    const { branches } = throughSnapshot(site.model).state;
    const [main, a] = branches;
    const looked: number[] = [];
    if (main !== undefined && a !== undefined) {
      vectorDiff(main.state.entries, a.state.entries, (slot) => looked.push(slot));
    }
    expect(looked.length).toBeGreaterThan(0);
    // The leaf of the wall and that of the branch's own name.
    expect(looked.length).toBeLessThanOrEqual(64);
    const kept = main?.state.entries;
    const before = kept === undefined ? undefined : vectorGet(kept, 100)?.element;
    expect(before).toBeDefined();
    expect(before).toBe(a === undefined ? null : vectorGet(a.state.entries, 100)?.element);
  });

  it('a truncated snapshot, one with another order of kinds, and other bytes are refused', () => {
    const site = new Site();
    site.commit('main', [created('level', 'L1'), ...fourWalls()]);
    const bytes = snapshotOf(site.model.state);
    expect(() => stateFromSnapshot(bytes.subarray(0, 100))).toThrow(SnapshotFault);
    expect(() => stateFromSnapshot(new Uint8Array(0))).toThrow(SnapshotFault);
    expect(() => stateFromSnapshot(bytes, newKeys(new Kinds(KINDS.all.toReversed())))).toThrow(
      SnapshotFault,
    );
    const other = Uint8Array.from(bytes);
    other.set([1, 2, 3, 4], 0);
    expect(() => stateFromSnapshot(other)).toThrow(SnapshotFault);
  });

  it('a model from a snapshot restores an earlier fork from the events that it names', () => {
    const site = new Site();
    site.commit('main', [created('level', 'L1'), ...fourWalls()]);
    const from_seq = site.model.lastSeq;
    for (let i = 1; i <= 300; i++) {
      site.commit('main', [modifies(site.element('W1'), { height: 3000 + i })]);
    }
    const restored = throughSnapshot(site.model);
    const payload = { name: 'late', from: 'main', from_seq };
    site.commit('late', [{ type: 'branch.created', aggregate_id: 'late', payload }]);
    expectSame(applied(restored, site.ledger.events), site.model);
  });

  it('a snapshot differs from any other in the first part that is not equal', () => {
    const made = (change: (site: Site) => void): ModelState => {
      const site = new Site();
      site.commit('main', [created('level', 'L1'), ...fourWalls()]);
      site.fork('a');
      change(site);
      return stateFromSnapshot(snapshotOf(site.model.state));
    };
    const edit =
      (branch: string, params: Partial<ParamsOf<'wall'>>) =>
      (site: Site): void => {
        site.commit(branch, [modifies(site.element('W1', branch), params)]);
      };
    const base = made(edit('main', { height: 2500 }));
    expect(stateDifference(base, made(edit('main', { height: 2500 })))).toBeNull();
    const others: readonly (readonly [(site: Site) => void, string])[] = [
      [edit('main', { height: 2501 }), 'branch `main`: its elements or their versions'],
      [edit('main', { start: { x: 90_000, y: 0 } }), 'the ids'],
      [edit('a', { height: 2500 }), 'branch `main`: its counters'],
      [() => {}, 'the last event'],
      [(site) => site.fork('b'), 'the ids'],
      [
        (site) => site.commit('main', [deletes(site.element('W1'))]),
        'branch `main`: its elements or their versions',
      ],
    ];
    for (const [change, what] of others) expect(stateDifference(base, made(change))).toBe(what);
    const [main] = base.branches;
    if (main === undefined) throw new Error('no branch');
    const replaced = (state: BranchState): ModelState => ({
      ...base,
      branches: [{ ...main, state }, ...base.branches.slice(1)],
    });
    const { state } = main;
    const index = { ...state.index, hosted: state.index.grids.walls.cells };
    expect(stateDifference(base, replaced({ ...state, index }))).toBe('branch `main`: its indexes');
    expect(stateDifference(base, replaced({ ...state, counts: [1] }))).toBe(
      'branch `main`: the numbers of its elements',
    );
    const merge_bases = new Map([['a\nmain', state]]);
    expect(stateDifference(base, { ...base, merge_bases })).toBe('the merges');
    expect(stateDifference(base, { ...base, branches: [main] })).toBe('the branches');
    const discarded = { ...main, status: 'discarded' } as const;
    const branches = [discarded, ...base.branches.slice(1)];
    expect(stateDifference(base, { ...base, branches })).toBe('the branches');
  });

  it('an older snapshot avoids replaying the events before it', () => {
    const site = new Site();
    site.commit('main', [created('level', 'L1'), ...fourWalls()]);
    const early = snapshotOf(site.model.state);
    const rise = (from: number, to: number): void => {
      for (let i = from; i < to; i++) {
        site.commit('main', [modifies(site.element('W1'), { height: 3000 + i })]);
      }
    };
    rise(1, 50);
    const from_seq = site.model.lastSeq;
    const middle = snapshotOf(site.model.state);
    rise(50, 300);
    const restored = throughSnapshot(site.model);
    const payload = { name: 'late', from: 'main', from_seq };
    site.commit('late', [{ type: 'branch.created', aggregate_id: 'late', payload }]);
    const next = site.ledger.events.slice(restored.lastSeq);
    const { keys } = restored.state;
    const lost = restored.applyAll(next);
    expect(lost).toEqual({ branch: 'main', seq: from_seq, after: 0 });
    if (lost === null) return;
    const later = stateFromSnapshot(snapshotOf(restored.state), keys);
    expect(restored.recallFrom(lost, later)).toEqual(lost);
    const nearer = restored.recallFrom(lost, stateFromSnapshot(early, keys));
    expect(nearer).toEqual({ ...lost, after: 5 });
    const there = restored.recallFrom(nearer, stateFromSnapshot(middle, keys));
    expect(there.after).toBe(from_seq);
    expect(restored.recallFrom(there, stateFromSnapshot(early, keys))).toEqual(there);
    expect(restored.recall(there, [])).toBeNull();
    expect(restored.applyAll(next)).toBeNull();
    expectSame(restored, site.model);
    // Of another ledger: the slots would not be the same.
    const other = new Site();
    other.commit('main', [created('level', 'L2')]);
    const foreign = snapshotOf(other.model.state);
    expect(() => stateFromSnapshot(foreign, keys)).toThrow(SnapshotFault);
  });
});
