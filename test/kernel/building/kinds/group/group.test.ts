/** @module tests of groups as elements: the rules of their lists. */
import { describe, expect, test } from 'vitest';

import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { group, placementName } from '../../../../../kernel/building/kinds/group/group.ts';
import { Refusal } from '../../../../../schemas/errors.ts';
import { created, make } from '../../model/build.ts';
import { building, verdict } from '../bench.ts';

const at = (number: number): ParamsOf<'group'>['placements'][number] => ({
  number,
  x: 0,
  y: 0,
  turn_deg: 0,
  mirrored: false,
});

describe('a group', () => {
  const two = [at(1), at(2)];
  test.each([
    ['one placement', [['a', 'b']], [at(1)], true],
    ['two placements of as many elements', [['a'], ['b']], two, true],
    ['placements of unequal numbers of elements', [['a'], ['b', 'c']], two, false],
    ['more placements than lists of elements', [['a']], two, false],
    ['two placements with the same number', [['a'], ['b']], [at(1), at(1)], false],
    ['an element in two placements', [['a'], ['a']], two, false],
    ['an element twice in one', [['a', 'a']], [at(1)], false],
  ])('with %s: %s', (_what, members, placements, is) => {
    const found = verdict('group', { name: 'Flat', members, placements });
    expect(found).toEqual(is ? {} : 'INVALID_ARGUMENT');
  });

  test('a group needs a unique name', () => {
    const view = building(created('group', 'G1', { name: 'Flat', members: [['west']] }));
    expect(verdict('group', { name: 'FLAT', members: [['south']] }, view)).toBe('INVALID_ARGUMENT');
  });

  test('the lists of a group need existing elements, with corresponding ones at the same position', () => {
    const walls = ['a', 'b', 'd'].map((id, i) =>
      created('wall', id, { start: { x: 0, y: i * 9000 } }),
    );
    const of = (members: string[][]): string => {
      const placements = members.map((_, i) => at(i + 1));
      try {
        building(
          ...walls,
          created('column', 'c'),
          created('group', 'inner', { name: 'Inner', members: [['b']] }),
        ).apply([created('group', 'G', { members, placements })]);
        return 'taken';
      } catch (error) {
        return error instanceof Refusal ? error.body.message : 'fault';
      }
    };
    expect(of([['a'], ['d']])).toBe('taken');
    expect(of([['a'], ['c']])).toContain('has column `c` where its first placement has a wall');
    expect(of([['a'], ['none']])).toContain('has `none`, which does not exist');
    expect(of([['inner']])).toContain('has the group `inner` among its elements');
    expect(of([['G']])).toContain('has the group `G` among its elements');
  });

  test('a group names its placements by their numbers', () => {
    const made = make('group', 'G', {
      name: 'Flat A',
      members: [['a'], ['b']],
      placements: [at(3), at(7)],
    });
    if (made.kind !== group.kind) throw new Error('expected a group');
    expect([0, 1].map((row) => placementName(made, row))).toEqual(['Flat A 3', 'Flat A 7']);
  });
});
