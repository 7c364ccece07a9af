/** @module tests of comparisons: changes, their causes, numbers and words. */
import { describe, expect, test } from 'vitest';

import { compareViews } from '../../../../kernel/building/comparison/comparison.ts';
import type { ComparisonRow } from '../../../../kernel/building/comparison/row.ts';
import { planMove } from '../../../../kernel/building/model/plan/move.ts';
import { planRotate } from '../../../../kernel/building/model/plan/rotate.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { Refusal } from '../../../../schemas/errors.ts';
import type { ParamValues } from '../../../../schemas/events.ts';
import type { SpacePoint } from '../../../../schemas/units.ts';
import { building, context, P } from '../kinds/bench.ts';
import { ONE_OF_EACH, oneOfEach } from '../kinds/one-of-each.ts';
import { created, deletes, modifies, Site } from '../model/build.ts';
import { HidingView } from '../model/hiding-view.ts';
import { fourWalledSite } from '../model/random-edits.ts';

/** Four walls with two doors and a room on level L1. */
function house(): StateView {
  const site = fourWalledSite();
  site.commit('main', [
    created('door', 'D1', { host_id: 'W1', offset: 2500 }),
    created('door', 'D3', { host_id: 'W3', offset: 2500 }),
    created('room', 'R1', { point: P(2000, 2000), name: 'Kitchen' }),
  ]);
  return site.view();
}

function moved(view: StateView, element_id: string, delta: SpacePoint): StateView {
  return view.apply(planMove({ element_id, delta }, view, context).events);
}

function edited(view: StateView, id: string, updates: ParamValues): StateView {
  return view.apply([modifies(view.element(id), updates)]);
}

function rowsOf(before: ModelView, after: ModelView): ReadonlyMap<string, ComparisonRow> {
  return new Map(compareViews(before, after).rows.map((row) => [row.id, row]));
}

const VIEW = house();

describe('a moved wall', () => {
  const after = moved(VIEW, 'W3', { x: 0, y: -450, z: 0 });
  const rows = rowsOf(VIEW, after);

  test('is moved by what was asked, with its door, and the room states its area', () => {
    expect(rows.get('W3')).toMatchObject({
      change: 'moved',
      cause: null,
      moved_mm: { x: 0, y: -450, z: 0, distance: 450 },
      geometry: true,
      data: false,
      level_id: 'L1',
      text: 'moved by 450 mm to the south; 1 door followed; 2 walls changed; room `Kitchen` area 18.24 → 16.08 m²',
    });
    expect(rows.get('D3')).toMatchObject({
      change: 'moved',
      cause: 'W3',
      moved_mm: { x: 0, y: -450, z: 0, distance: 450 },
      params: [],
      text: 'moved by 450 mm to the south, follows wall `W3`',
    });
    expect(rows.get('R1')).toMatchObject({
      change: 'modified',
      cause: 'W3',
      name: 'Kitchen',
      text: 'area 18.24 → 16.08 m², follows wall `W3`',
    });
    expect(rows.get('R1')?.measures).toContainEqual({
      name: 'area_mm2',
      from: 18_240_000,
      to: 16_080_000,
    });
  });

  test('changes its neighbours at the joints and nothing else', () => {
    expect([...rows.keys()]).toEqual(['W2', 'W3', 'W4', 'R1', 'D3']);
    expect(rows.get('W2')).toMatchObject({ change: 'modified', cause: 'W3', params: [] });
    expect(compareViews(VIEW, after).counts).toEqual({
      created: 0,
      modified: 3,
      moved: 2,
      deleted: 0,
      followed: 4,
      rooms_changed: 1,
    });
  });
});

test('a displacement in two directions states the distance and both parts', () => {
  const after = moved(oneOfEach(), 'column', { x: 300, y: -400, z: 0 });
  expect(rowsOf(oneOfEach(), after).get('column')?.text).toBe(
    'moved by 500 mm (300 mm to the east, 400 mm to the south)',
  );
});

test.each(ONE_OF_EACH.map(({ kind, id }) => [kind, id] as const))(
  'a move of a %s is reported as it was asked for',
  (_kind, id) => {
    const view = oneOfEach();
    for (const delta of [
      { x: 12.5, y: 0, z: 0 },
      { x: 0, y: 0, z: 7.25 },
      { x: -3, y: 4, z: 5 },
    ]) {
      const asked = answerOf(() => moved(view, id, delta));
      if (asked === null) continue;
      const row = rowsOf(view, asked).get(id);
      const was = view.element(id);
      // Elements in walls move along these only.
      const host = was === undefined ? null : view.kinds.references(was).host;
      const inWall = view.element(host ?? '')?.kind === 'wall';
      const expected = inWall ? { x: delta.x, y: 0, z: delta.z } : delta;
      expect(row).toMatchObject({ change: 'moved', cause: null, moved_mm: expected });
    }
  },
);

/** The view after a move; null if the kind cannot be moved like that. */
function answerOf(make: () => StateView): StateView | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

describe('a raised level', () => {
  const view = building(
    created('wall', 'W2', { level_id: 'L2', start: P(0, 9000), end: P(5000, 9000) }),
    created('column', 'C1', { level_id: 'L1', location: P(2000, 9000), top_level_id: 'L2' }),
    created('column', 'C2', { level_id: 'L2', location: P(2000, 12_000), top_level_id: 'L3' }),
    created('door', 'D', { host_id: 'W2', offset: 2000 }),
  );
  const rows = rowsOf(view, moved(view, 'L2', { x: 0, y: 0, z: 100 }));

  test('moves what is as a whole on it', () => {
    expect(rows.get('L2')).toMatchObject({ change: 'moved', level_id: 'L2', geometry: false });
    expect(rows.get('W2')).toMatchObject({
      change: 'moved',
      cause: 'L2',
      moved_mm: { x: 0, y: 0, z: 100, distance: 100 },
      text: 'moved by 100 mm upwards, follows level `First`; 1 door followed',
    });
    expect(rows.get('D')).toMatchObject({ change: 'moved', cause: 'W2', moved_mm: { z: 100 } });
  });

  test('modifies what begins or ends at it', () => {
    expect(rows.get('C1')).toMatchObject({ change: 'modified', cause: 'L2' });
    expect(rows.get('C2')).toMatchObject({ change: 'modified', cause: 'L2' });
    expect(rows.get('C2')?.moved_mm).toBeUndefined();
  });
});

describe('other changes', () => {
  test('a deleted wall is the cause of its deleted door', () => {
    const gone = VIEW.cascadeOf('W1').toReversed();
    const after = VIEW.apply(
      gone.map(({ id, cascade_of }) => deletes(VIEW.element(id), cascade_of)),
    );
    const rows = rowsOf(VIEW, after);
    expect(rows.get('W1')?.text).toMatch(/^wall `W1` deleted; 1 door deleted with it/);
    expect(rows.get('D1')).toMatchObject({
      change: 'deleted',
      cause: 'W1',
      level_id: 'L1',
      box_after: null,
      text: 'door `D1` deleted with wall `W1`',
    });
    expect(rows.get('D1')?.params).toContainEqual({
      name: 'offset',
      label: 'offset',
      unit: 'mm',
      from: 2500,
      to: null,
    });
  });

  test('a created element states its values', () => {
    const rows = rowsOf(VIEW, VIEW.apply([created('door', 'D4', { host_id: 'W2', offset: 2000 })]));
    expect(rows.get('D4')).toMatchObject({
      change: 'created',
      cause: null,
      box_before: null,
      text: 'door `D4` created; 1 wall changed',
    });
    expect(rows.get('W2')).toMatchObject({ change: 'modified', cause: 'D4' });
  });

  test('a size is geometry, a name is data', () => {
    const height = rowsOf(VIEW, edited(VIEW, 'W1', { height: 2800 })).get('W1');
    expect(height).toMatchObject({ geometry: true, data: false });
    expect(height?.text).toMatch(/^height 3000 → 2800 mm/);
    const name = rowsOf(VIEW, edited(VIEW, 'R1', { name: 'Bath\u202e' }));
    expect([...name.keys()]).toEqual(['R1']);
    expect(name.get('R1')).toMatchObject({
      change: 'modified',
      geometry: false,
      data: true,
      text: 'name `Kitchen` → `Bath\\u{202e}`',
    });
  });

  test('an element that is edited back has no row', () => {
    const after = edited(edited(VIEW, 'W1', { height: 2800 }), 'W1', { height: 3000 });
    expect(compareViews(VIEW, after).rows).toEqual([]);
  });

  test('an offset that keeps a door in place follows the wall', () => {
    const after = edited(edited(VIEW, 'W1', { start: P(-500, 0) }), 'D1', { offset: 3000 });
    expect(rowsOf(VIEW, after).get('D1')).toMatchObject({
      change: 'modified',
      cause: 'W1',
      geometry: false,
    });
  });

  test('a long value is cut with a mark', () => {
    const properties = { Pset_Own: { Note: 'n'.repeat(400) } };
    const row = rowsOf(VIEW, edited(VIEW, 'W1', { properties })).get('W1');
    const [param] = row?.params ?? [];
    expect(param).toMatchObject({ name: 'properties', from: null });
    expect(String(param?.to)).toHaveLength(301);
    expect(String(param?.to)).toMatch(/…$/);
    expect(row).toMatchObject({ data: true, geometry: false, text: 'properties changed' });
  });
});

describe('imported bodies', () => {
  /** A body whose mesh is in the blob of an import. */
  function imported(blob: string, digest: string): StateView {
    const site = new Site();
    const mesh = { blob: blob.repeat(64), offset: 0, length: 10 };
    site.commit('main', [
      created('level', 'L1'),
      created('body', 'B1', { level_id: 'L1', mesh, digest: digest.repeat(64) }),
    ]);
    return site.view();
  }

  test('with the same mesh in the blob of another import have no row', () => {
    expect(compareViews(imported('a', 'd'), imported('b', 'd')).rows).toEqual([]);
  });

  test('with another mesh are modified, not deleted and created', () => {
    const { rows } = compareViews(imported('a', 'd'), imported('b', 'e'));
    expect(rows).toMatchObject([{ id: 'B1', change: 'modified', cause: null }]);
    expect(rows[0]?.moved_mm).toBeUndefined();
  });
});

describe('views that do not show everything', () => {
  const hidden = new Set(['W3']);
  const hiding = (view: StateView): HidingView => new HidingView(view, hidden);

  test('do not name the hidden cause of a visible change', () => {
    const rows = rowsOf(hiding(VIEW), hiding(moved(VIEW, 'W3', { x: 0, y: -450, z: 0 })));
    expect([...rows.keys()]).toEqual(['W2', 'W4', 'R1', 'D3']);
    for (const row of rows.values()) {
      expect(row.cause).toBeNull();
      expect(JSON.stringify(row)).not.toContain('W3');
    }
  });

  test('do not name a hidden element to which a value refers', () => {
    const after = edited(VIEW, 'D3', { host_id: 'W1', offset: 4000 });
    const row = rowsOf(hiding(VIEW), hiding(after)).get('D3');
    expect(row?.params).toContainEqual({
      name: 'host_id',
      label: 'host',
      from: null,
      to: 'W1',
    });
    expect(JSON.stringify(row)).not.toContain('W3');
  });
});

test('an element that leaves the scope is deleted, one that comes into it is created', () => {
  const [all, part] = [new HidingView(VIEW, new Set()), new HidingView(VIEW, new Set(['R1']))];
  expect([...rowsOf(all, part).values()]).toMatchObject([{ id: 'R1', change: 'deleted' }]);
  expect([...rowsOf(part, all).values()]).toMatchObject([{ id: 'R1', change: 'created' }]);
});

test('a rotation is no displacement, and nor is another level', () => {
  const view = oneOfEach();
  const turned = view.apply(
    planRotate({ element_id: 'column', angle_deg: 30 }, view, context).events,
  );
  expect(rowsOf(view, turned).get('column')).toMatchObject({ change: 'modified' });
  expect(rowsOf(view, turned).get('column')?.moved_mm).toBeUndefined();
  const lifted = edited(view, 'furniture', { level_id: 'L2' });
  expect(rowsOf(view, lifted).get('furniture')).toMatchObject({
    change: 'modified',
    level_id: 'L2',
    params: [{ name: 'level_id', label: 'level', from: 'L1', to: 'L2' }],
  });
});

test('the rows are plain JSON in the order of kinds and ids', () => {
  const site = fourWalledSite();
  const empty = site.view();
  const after = empty.apply([
    created('door', 'D2', { host_id: 'W2', offset: 2000 }),
    created('door', 'D1', { host_id: 'W1', offset: 2000 }),
    created('column', 'C1', { location: P(9000, 0) }),
  ]);
  const { rows } = compareViews(empty, after);
  expect(rows.map(({ id }) => id)).toEqual(['W1', 'W2', 'C1', 'D1', 'D2']);
  expect(JSON.parse(JSON.stringify(rows))).toEqual(rows);
});
