/** @module laws of losses: elements of any kind that lose their body or their place by an effect. */
import { describe, expect, test } from 'vitest';

import type { Element, ElementKind } from '../../../../../kernel/building/kinds/elements.ts';
import {
  lostBodies,
  type Past,
  pastsOf,
} from '../../../../../kernel/building/model/effect/lost-bodies.ts';
import {
  buildingsOf,
  lostPlaces,
} from '../../../../../kernel/building/model/effect/lost-places.ts';
import { planMove } from '../../../../../kernel/building/model/plan/move.ts';
import type { ParamValues, PlannedEvent, StoredEvent } from '../../../../../schemas/events.ts';
import { context } from '../../kinds/bench.ts';
import { KIND_TABLE } from '../../kinds/kind-table.ts';
import { ONE_OF_EACH, oneOfEach } from '../../kinds/one-of-each.ts';
import { created, modifies, Site } from '../build.ts';

const VIEW = oneOfEach();

/** The change that leaves at most a twentieth of the body of an element of a kind. */
function shrunk(kind: ElementKind): ParamValues | null {
  const change = KIND_TABLE[kind].shrunk;
  return change === 'none' ? null : change;
}

function kinds(among: (element: Element) => boolean): readonly (readonly [string, Element])[] {
  return ONE_OF_EACH.filter(among).map((element) => [element.kind, element] as const);
}

test('every kind is in a law, except kinds without a body (levels, types), solids and imported bodies, which keep their body', () => {
  const without = kinds(({ kind }) => shrunk(kind) === null).map(([kind]) => kind);
  expect(without).toEqual(['level', 'solid', 'type', 'material', 'site', 'group', 'body']);
});

describe('a lost body', () => {
  test.each(kinds(({ kind }) => shrunk(kind) !== null))(
    'of a %s is lost',
    async (_, { id, kind }) => {
      const after = VIEW.apply([modifies(VIEW.element(id), shrunk(kind) ?? {})]);
      const lost = await lostBodies({ before: VIEW, after }, [id, id], () => Promise.resolve([]));
      expect(lost.map((loss) => [loss.id, loss.kind])).toEqual([[id, kind]]);
      // The reverse change enlarges the body.
      const back = { before: after, after: VIEW };
      expect(await lostBodies(back, [id], () => Promise.resolve([]))).toEqual([]);
    },
  );

  test('a body is compared with past bodies, and a part of it with nothing', async () => {
    const half = VIEW.apply([modifies(VIEW.element('beam'), { profile: '200x200' })]);
    const ids = ['beam'];
    const views = { before: VIEW, after: half };
    const was = VIEW.element('beam')?.params ?? {};
    const past = (...profiles: string[]): Promise<Past[]> =>
      Promise.resolve(
        profiles.map((profile) => {
          const params = new Map([['beam', { ...was, profile }]]);
          return { params, signed: profile === '1001x1000' };
        }),
      );
    expect(await lostBodies(views, ids, () => past('200x400'))).toEqual([]);
    expect(await lostBodies(views, ids, () => past('1000x1000'))).toMatchObject([
      { before: 5e9, after: 2e8 },
    ]);
    // A person signed the reduction of this element; nobody signed the enlargement of another.
    expect(await lostBodies(views, ids, () => past('200x200', '1001x1000'))).toEqual([]);
    const grown = await lostBodies(views, ids, () => past('200x200', '1001x1000', '1x1'));
    expect(grown).toEqual([]);
    const regrown = await lostBodies(views, ids, () => past('1002x1000', '1001x1000'));
    expect(regrown).toMatchObject([{ after: 2e8 }]);
    // A signature under a change that removes nothing, or only what rounding does, does not count.
    const then = (profile: string, signed: boolean): Past => {
      return { params: new Map([['beam', { ...was, profile }]]), signed };
    };
    for (const other of ['200x400', '200x400.0001']) {
      const pasts = [then('200x400', false), then(other, true), then('1000x1000', false)];
      expect(await lostBodies(views, ids, () => Promise.resolve(pasts))).toMatchObject([
        { before: 5e9, after: 2e8 },
      ]);
    }
    // There is nothing to compare with a body that cannot be made here.
    expect(await lostBodies(views, ids, () => past('no profile'))).toEqual([]);
  });
});

describe('a lost place', () => {
  const mine = kinds(
    ({ kind }) =>
      !['level', 'opening', 'door', 'window', 'type', 'material', 'site', 'group'].includes(kind),
  );

  function movedBy(id: string, mm: number): readonly string[] {
    const delta = { x: mm, y: 0, z: 0 };
    const { events } = planMove({ element_id: id, delta }, VIEW, context);
    const after = VIEW.apply(events);
    return lostPlaces({ before: VIEW, after }, [id], buildingsOf(VIEW)).map((lost) => lost.id);
  }

  test.each(mine)('of a %s is lost beyond 100 m', (_, { id }) => {
    expect(movedBy(id, 90_000)).toEqual([]);
    expect(movedBy(id, 1_000_000)).toEqual([id]);
  });

  test('an element near its old place, or in a building without bodies, is not away', () => {
    const views = { before: VIEW, after: VIEW };
    const never = (): never => {
      throw new Error('asked for the box of the building without need');
    };
    expect(lostPlaces(views, ['wall'], never)).toEqual([]);
    const site = new Site();
    site.commit('main', [created('grid', 'A')]);
    const before = site.view();
    const after = before.apply([
      modifies(before.element('A'), { start: { x: 9e6, y: 0 }, end: { x: 9e6, y: 9 } }),
    ]);
    expect(lostPlaces({ before, after }, ['A'], buildingsOf(before))).toEqual([]);
  });
});

describe('the past of an element', () => {
  const set = (height: number, was: number): PlannedEvent => ({
    type: 'element.modified',
    aggregate_id: 'W',
    payload: { updates: { height }, previous: { height: was } },
  });

  /** Heights after these events, newest first, with that of the level; `signed`: the approved events. */
  function pasts(signed: readonly number[]): readonly unknown[] {
    const site = new Site();
    const level: PlannedEvent = {
      type: 'element.modified',
      aggregate_id: 'L',
      payload: { updates: { height: 9 }, previous: { height: 8 } },
    };
    const named: PlannedEvent = {
      type: 'element.modified',
      aggregate_id: 'W',
      payload: { updates: { name: 'A' }, previous: { name: null } },
    };
    const planned = [
      level,
      created('wall', 'W', { height: 1 }),
      set(2, 1),
      level,
      named,
      set(3, 2),
    ];
    const stored = planned.map((event, at): StoredEvent => {
      const approval_id = signed.includes(at) ? 'apr_1' : null;
      const [of] = site.commit('main', [created('column', `C${at}`)]);
      return Object.assign({}, of, { ...event, approval_id });
    });
    const now = new Map([
      ['W', { height: 3 }],
      ['L', { height: 9 }],
    ]);
    return pastsOf('W', now, stored.toReversed()).map((past) => [
      past.params.get('W')?.['height'],
      past.params.get('L')?.['height'],
      past.signed,
    ]);
  }

  test('the past goes back to the creation, includes the levels, and states what a person signed', () => {
    expect(pasts([])).toEqual([
      [3, 9, false],
      [2, 9, false],
      [2, 8, false],
      [1, 8, false],
    ]);
    expect(pasts([3]).map((past) => Object(past)[2])).toEqual([false, false, true, false]);
  });
});
