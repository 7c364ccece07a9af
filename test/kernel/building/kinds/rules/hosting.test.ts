/** @module tests of hosts: which elements can be hosts, and where their fillings may be. */
import { describe, expect, test } from 'vitest';

import { floor } from '../../../../../kernel/building/kinds/floor/floor.ts';
import type { Filling } from '../../../../../kernel/building/kinds/kind.ts';
import { roof } from '../../../../../kernel/building/kinds/roof/roof.ts';
import {
  asHost,
  fillingsIn,
  requireHost,
  requireOffset,
  requireSill,
} from '../../../../../kernel/building/kinds/rules/hosting.ts';
import { wall } from '../../../../../kernel/building/kinds/wall/wall.ts';
import { created } from '../../model/build.ts';
import { building, context, P, refusalOf } from '../bench.ts';

const VIEW = building(
  created('door', 'D', { host_id: 'W1', offset: 2000 }),
  created('window', 'N', { host_id: 'W1', offset: 500 }),
  created('opening', 'O', { host_id: 'F1', offset: null, location: P(2000, 3000) }),
);
const filling: Filling = {
  id: 'X',
  kind: 'window',
  cut: { host_id: 'W1', offset: 0, location: null, sill: 0, width: 1, height: 1 },
};

describe('a host', () => {
  test('a host must be of a kind that can host the element', () => {
    expect(asHost(VIEW.element('W1'), [wall])?.element.id).toBe('W1');
    expect(asHost(VIEW.element('F1'), [wall])).toBeNull();
    expect(asHost(undefined, [wall])).toBeNull();
    expect(asHost(VIEW.element('L1'), VIEW.kinds.all)).toBeNull();
  });

  test.each([
    ['L1', [wall], '`L1` is a level, expected a wall'],
    ['D', [wall, floor, roof], '`D` is a door, expected a wall, floor or roof'],
  ])('refuses `%s` as a host and says why', (id, hosts, message) => {
    expect(() => requireHost(VIEW, id, hosts, context)).toThrow(message);
    expect(refusalOf(() => requireHost(VIEW, id, hosts, context))).toBe('NOT_A_HOST');
  });

  test('the fillings of a host are in order of their place', () => {
    expect(fillingsIn(VIEW, 'W1').map(({ id }) => id)).toEqual(['N', 'D']);
    expect(fillingsIn(VIEW, 'F1')).toMatchObject([
      { id: 'O', cut: { offset: null, location: P(2000, 3000) } },
    ]);
    expect(fillingsIn(VIEW, 'D')).toEqual([]);
  });
});

describe.each([
  ['a sill', requireSill],
  ['an offset', requireOffset],
])('%s', (_what, required) => {
  test('is rounded to the grid and must not be negative', () => {
    expect(required(1.0004, filling, context)).toBe(1);
    expect(Object.is(required(-0.0004, filling, context), 0)).toBe(true);
    expect(refusalOf(() => required(-0.001, filling, context))).toBe('OPENING_EXCEEDS_HOST');
  });
});
