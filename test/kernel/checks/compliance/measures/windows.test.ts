/** @module tests of the clear opening of windows: known for a rectangle, not modelled for other shapes. */
import { expect, test } from 'vitest';

import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import * as e from '../../../../../kernel/checks/compliance/examples/elements.ts';
import {
  windowClearArea,
  windowClearHeight,
  windowClearWidth,
} from '../../../../../kernel/checks/compliance/measures/windows.ts';
import { make } from '../../../building/model/build.ts';
import { runOf } from '../example-view.ts';

const NOT_MODELLED = 'the clear opening of a window that is no rectangle is not modelled';

test.each<[string, Partial<ParamsOf<'window'>>, readonly (number | string)[]]>([
  // 1,200 mm less 50 mm of frame on each side.
  ['a rectangle', {}, [1100, 1100, 1.21]],
  ['a circle', { shape: 'round' }, [NOT_MODELLED, NOT_MODELLED, NOT_MODELLED]],
  ['an arch', { shape: 'arched' }, [NOT_MODELLED, NOT_MODELLED, NOT_MODELLED]],
])('%s', (_, params, expected) => {
  const walls = e.wallsAround('W', [0, 0], [4000, 4000]);
  const elements = [e.level('L1', 0), ...walls, e.window('X', 'W1', params)];
  const found = [windowClearWidth, windowClearHeight, windowClearArea].map((measure) => {
    const got = measure.of(runOf({ shows: '', subject: 'X', elements }), 'X');
    return got.outcome === 'value' ? Math.round(got.value * 1000) / 1000 : got.because;
  });
  expect(found).toEqual(expected);
});

test.each([
  ['two cells of which one opens', ['fixed', 'casement_left'], /grid of cells is not modelled/u],
  ['two fixed cells', ['fixed', 'fixed'], /does not open/u],
] as const)('%s', (_, [first, second], because) => {
  const type = make('type', 'T', {
    name: 'Oak',
    for: 'window',
    layers: [],
    grid: { columns: [1, 1], rows: [1], cells: [first, second] },
  });
  const walls = e.wallsAround('W', [0, 0], [4000, 4000]);
  const elements = [e.level('L1', 0), ...walls, type, e.window('X', 'W1', { type_id: 'T' })];
  const got = windowClearWidth.of(runOf({ shows: '', subject: 'X', elements }), 'X');
  expect(got.outcome === 'value' ? '' : got.because).toMatch(because);
});
