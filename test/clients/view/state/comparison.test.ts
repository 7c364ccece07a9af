import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { comparison, goneOn, storeyOfChanges } from '../../../../clients/view/state/comparison.ts';
import { store } from '../../../../clients/view/state/store.ts';
import type { ChangeRow, ChangesAnswer } from '../../../../servers/view/protocol/changes.ts';

const STOREYS = [null, 'ground', 'upper'];

describe('the storey of a comparison', () => {
  test.each([
    [
      'the one of the first change',
      [
        ['upper', null],
        ['ground', null],
      ],
      null,
      'upper',
    ],
    [
      'the shown one if it has a change itself',
      [
        ['upper', null],
        ['ground', null],
      ],
      'ground',
      'ground',
    ],
    [
      'not the one of consequences alone',
      [
        ['ground', 'wall'],
        ['upper', null],
      ],
      'ground',
      'upper',
    ],
    [
      'that of a consequence if no other is known',
      [
        ['gone', null],
        ['upper', 'wall'],
      ],
      'ground',
      'upper',
    ],
    [
      'none for changes on no storey',
      [
        [null, null],
        ['gone', null],
      ],
      'ground',
      null,
    ],
  ] as const)('is %s', (_, rows, current, expected) => {
    const listed = rows.map(([level_id, cause]) => ({ level_id, cause }));
    expect(storeyOfChanges(listed, STOREYS, current)).toBe(expected);
  });
});

describe('what a comparison deletes on a storey', () => {
  beforeEach(() => {
    store.compared.value = { plan: 'apr_1', before: true };
    comparison.answer.value = answerOf([
      ['wall', 'deleted', 'ground'],
      ['door', 'moved', 'ground'],
      ['roof', 'deleted', 'upper'],
    ]);
  });
  afterEach(() => {
    store.compared.value = null;
    comparison.answer.value = null;
    comparison.plan.value = 'after';
  });

  test('is taken from the earlier moment for the plan of the later one', () => {
    expect(goneOn('ground')).toEqual({ from: { plan: 'apr_1', before: true }, ids: ['wall'] });
  });

  test('is nothing in the plan of the earlier moment, on another storey or without a comparison', () => {
    const nothing = { from: null, ids: [] };
    expect(goneOn('cellar')).toEqual(nothing);
    expect(goneOn(null)).toEqual(nothing);
    comparison.plan.value = 'before';
    expect(goneOn('ground')).toEqual(nothing);
    comparison.plan.value = 'after';
    comparison.answer.value = null;
    expect(goneOn('ground')).toEqual(nothing);
  });
});

function answerOf(
  rows: readonly (readonly [id: string, change: ChangeRow['change'], level_id: string])[],
): ChangesAnswer {
  const at = { branch: 'main', seq: 1, plan: null, mark: '' };
  return {
    from: at,
    to: at,
    counts: { created: 0, modified: 0, moved: 0, deleted: 0, follows: 0 },
    rows: rows.map(([id, change, level_id]) => ({
      id,
      kind: 'wall',
      name: null,
      level_id,
      change,
      cause: null,
      geometry: true,
      data: false,
      text: '',
      params: [],
      box_before: null,
      box_after: null,
      by: null,
    })),
    total: rows.length,
  };
}
