/** @module laws of comparisons over random edits. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  type Comparison,
  compareViews,
} from '../../../../kernel/building/comparison/comparison.ts';
import type { ComparisonRow } from '../../../../kernel/building/comparison/row.ts';
import { shownParams } from '../../../../kernel/building/kinds/kind.ts';
import { isSameRing } from '../../../../kernel/building/model/effect/effect.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import { HidingView } from '../model/hiding-view.ts';
import { Actions, fourWalledSite, play, solids } from '../model/random-edits.ts';

const RUNS = { numRuns: 60 };

/** Runs a law over two moments of a branch. */
function overMoments(law: (before: StateView, after: StateView) => void): void {
  fc.assert(
    fc.property(Actions, Actions, (first, then) => {
      const site = fourWalledSite();
      play(site, 'main', first);
      const before = site.view();
      play(site, 'main', then);
      law(before, site.view());
    }),
    RUNS,
  );
}

/** Runs a law over two branches that were edited separately. */
function overBranches(law: (before: StateView, after: StateView) => void): void {
  fc.assert(
    fc.property(Actions, Actions, Actions, (first, here, there) => {
      const site = fourWalledSite();
      play(site, 'main', first);
      site.fork('design/a');
      play(site, 'main', here);
      play(site, 'design/a', there);
      law(site.view(), site.view('design/a'));
    }),
    RUNS,
  );
}

function shown(view: StateView, id: string): Readonly<Record<string, unknown>> | null {
  const element = view.element(id);
  if (element === undefined) return null;
  const params = Object.entries(shownParams(element, view.kinds));
  return Object.fromEntries(params.filter(([, value]) => value !== null && value !== undefined));
}

function idsOf(...views: readonly StateView[]): readonly string[] {
  return [...new Set(views.flatMap((view) => [...view.elements()].map(({ id }) => id)))];
}

function bytesOf(view: StateView, id: string): string {
  const mesh = view.mesh(id);
  return mesh === null ? 'none' : `${mesh.positions.join()} ${mesh.triangles.join()}`;
}

/** The values of a view after the params of the rows. */
function applied(before: StateView, { rows }: Comparison): ReadonlyMap<string, unknown> {
  const all = new Map(idsOf(before).map((id) => [id, { ...shown(before, id) }]));
  for (const { id, change, params } of rows) {
    if (change === 'deleted') {
      all.delete(id);
      continue;
    }
    const values: Record<string, unknown> = { ...all.get(id) };
    for (const { name, to } of params) {
      if (to === null) Reflect.deleteProperty(values, name);
      else values[name] = to;
    }
    all.set(id, values);
  }
  return all;
}

const OPPOSITE = {
  created: 'deleted',
  deleted: 'created',
  modified: 'modified',
  moved: 'moved',
} as const;

/** A row as the opposite comparison has it, without its cause and its words. */
function mirrored(row: ComparisonRow): unknown {
  const { moved_mm } = row;
  return {
    id: row.id,
    change: OPPOSITE[row.change],
    geometry: row.geometry,
    data: row.data,
    moved_mm:
      moved_mm === undefined
        ? undefined
        : { x: 0 - moved_mm.x, y: 0 - moved_mm.y, z: 0 - moved_mm.z, distance: moved_mm.distance },
    params: row.params.map(({ from, to, ...param }) => ({ ...param, from: to, to: from })),
    measures: row.measures.map(({ name, from, to }) => ({ name, from: to, to: from })),
    box_before: row.box_after,
    box_after: row.box_before,
  };
}

function plain(row: ComparisonRow): unknown {
  return {
    id: row.id,
    change: row.change,
    geometry: row.geometry,
    data: row.data,
    moved_mm: row.moved_mm,
    params: row.params,
    measures: row.measures.map(({ name, from, to }) => ({ name, from, to })),
    box_before: row.box_before,
    box_after: row.box_after,
  };
}

test('a view does not differ from itself', () => {
  overMoments((view) => {
    expect(compareViews(view, view).rows).toEqual([]);
    const hiding = new HidingView(view, new Set());
    expect(compareViews(hiding, hiding).rows).toEqual([]);
  });
});

test.each([
  ['two moments', overMoments],
  ['two branches', overBranches],
])('the values of the rows lead from one of %s to the other', (_name, over) => {
  over((before, after) => {
    const found = applied(before, compareViews(before, after));
    const ids = idsOf(after).toSorted();
    expect([...found.keys()].toSorted()).toEqual(ids);
    for (const id of ids) expect([id, found.get(id)]).toEqual([id, shown(after, id)]);
  });
});

test.each([
  ['two moments', overMoments],
  ['two branches', overBranches],
])('the opposite comparison of %s is its mirror image', (_name, over) => {
  over((before, after) => {
    const [there, back] = [compareViews(before, after), compareViews(after, before)];
    expect(back.rows.map(plain)).toEqual(there.rows.map(mirrored));
  });
});

test('exactly the elements of which a body or a shown value differs have a row', () => {
  overBranches((before, after) => {
    const rows = new Set(compareViews(before, after).rows.map(({ id }) => id));
    for (const id of idsOf(before, after)) {
      const isSameSpace =
        after.element(id)?.kind === 'room' &&
        isSameRing(before.outline(id), after.outline(id)) &&
        JSON.stringify(before.bounds(id)) === JSON.stringify(after.bounds(id));
      const isSame =
        JSON.stringify(shown(before, id)) === JSON.stringify(shown(after, id)) &&
        (isSameSpace || bytesOf(before, id) === bytesOf(after, id));
      expect([id, rows.has(id)]).toEqual([id, !isSame]);
    }
  });
});

test('a comparison through the public members of views equals that of their states', () => {
  overBranches((before, after) => {
    const [was, is] = [new HidingView(before, new Set()), new HidingView(after, new Set())];
    expect(compareViews(was, is)).toEqual(compareViews(before, after));
  });
});

test('a moment that was read from the log separately is compared like one of the same model', () => {
  fc.assert(
    fc.property(Actions, Actions, Actions, (first, there, then) => {
      const site = fourWalledSite();
      play(site, 'main', first);
      site.fork('design/a');
      play(site, 'design/a', there);
      const before = site.view();
      play(site, 'main', then);
      // Without the branch, elements have other places in the state.
      const alone = new Model({ solids });
      for (const event of site.ledger.events) {
        if (event.branch === 'main' && event.seq <= before.seq) alone.applyStored(event);
      }
      const earlier = alone.view('main');
      if (earlier === null) throw new Error('no main');
      const found = compareViews(earlier, site.view());
      expect(found).toEqual(compareViews(before, site.view()));
      expect(compareViews(site.view(), earlier)).toEqual(compareViews(site.view(), before));
    }),
    RUNS,
  );
});

test('every cause is a row, and causes end at a change of its own', () => {
  overBranches((before, after) => {
    const { rows } = compareViews(before, after);
    const causes = new Map(rows.map(({ id, cause }) => [id, cause]));
    for (const { id } of rows) {
      let [at, steps]: [string | null, number] = [id, 0];
      while (at !== null) {
        expect(causes.has(at)).toBe(true);
        expect(steps).toBeLessThan(rows.length);
        at = causes.get(at) ?? null;
        steps += 1;
      }
    }
  });
});

test('hidden elements are in no comparison, whatever they are', () => {
  overBranches((before, after) => {
    const hidden = new Set(idsOf(before, after).filter((_id, index) => index % 3 === 1));
    const found = compareViews(new HidingView(before, hidden), new HidingView(after, hidden));
    const text = JSON.stringify(found);
    for (const id of hidden) {
      expect(found.rows.map((row) => row.id)).not.toContain(id);
      expect([id, text.includes(`"cause":"${id}"`)]).toEqual([id, false]);
    }
  });
});
