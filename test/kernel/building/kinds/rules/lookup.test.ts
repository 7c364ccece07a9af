/** @module tests of lookups of referenced elements, and of the data in refusals. */
import { describe, expect, test } from 'vitest';

import {
  requireElement,
  requireKind,
  requireLevel,
} from '../../../../../kernel/building/kinds/rules/lookup.ts';
import { wall } from '../../../../../kernel/building/kinds/wall/wall.ts';
import { Refusal } from '../../../../../schemas/errors.ts';
import { created, deletes, Site } from '../../model/build.ts';
import { building, context } from '../bench.ts';

const VIEW = building();

/** Name, message and data of a refusal. */
function refusal(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { name, message, data } = error.body;
    return { name, message, data };
  }
}

describe('an element', () => {
  test('a known id finds its element; the refusal of an unknown one lists similar ids', () => {
    expect(requireElement(VIEW, 'W1', context).kind).toBe('wall');
    expect(refusal(() => requireElement(VIEW, 'W11', context))).toMatchObject({
      name: 'ELEMENT_NOT_FOUND',
      message: 'no element `W11` on branch `main`',
      data: { near: expect.arrayContaining(['W1']) },
    });
  });

  test('refuses a deleted element and one on another branch with the reason', () => {
    const site = new Site();
    site.commit('main', [created('level', 'L1')]);
    site.fork('other');
    site.commit('other', [created('wall', 'W')]);
    expect(refusal(() => requireElement(site.view(), 'W', context))).toMatchObject({
      name: 'CROSS_BRANCH',
      data: { branches: ['other'] },
    });
    site.commit('main', [created('grid', 'G')]);
    site.commit('main', [deletes(site.element('G'))]);
    expect(refusal(() => requireElement(site.view(), 'G', context))).toMatchObject({
      message: '`G` was deleted on branch `main`',
      data: { deleted: true },
    });
  });

  test('refuses an element of another kind', () => {
    expect(requireKind(VIEW, 'W1', wall, context).params.height).toBe(3000);
    expect(refusal(() => requireKind(VIEW, 'F1', wall, context))).toMatchObject({
      name: 'INVALID_ARGUMENT',
      message: '`F1` is a floor, expected a wall',
    });
  });
});

describe('a level', () => {
  test.each([
    ['W1', '`W1` is a wall, expected a level'],
    [
      'gROUND',
      'no level `gROUND` on branch `main`: this is the name of level `L1`, write `@gROUND`',
    ],
    ['L7', 'no level `L7` on branch `main`'],
  ])('refuses `%s`, which is not a level, and says why', (id, message) => {
    expect(refusal(() => requireLevel(VIEW, id, context))).toMatchObject({
      name: 'LEVEL_NOT_FOUND',
      message,
      data: {
        levels: expect.arrayContaining([{ level_id: 'L2', name: 'First', elevation: 3000 }]),
      },
    });
  });

  test('refuses a level on a branch without levels', () => {
    expect(refusal(() => requireLevel(new Site().view(), 'x', context))).toMatchObject({
      message: 'no level `x`: branch `main` has no levels yet',
      data: { levels: [] },
    });
  });
});
