/** @module tests of views in which nothing is visible: their warnings say so. */
import { expect, test } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

const EMPTY = modelOf();
/** On the lower level, a wall along x from 0 to 5,000 mm at y = 0. */
const WALL = modelOf(created('wall', 'W1'));
/** The same on the upper level. */
const UPPER = modelOf(created('wall', 'W1', { level_id: 'L2' }));
/** Grid lines are shown by plans only. */
const GRID = modelOf(created('grid', 'G1'));

const PLAN = { view: 'plan', level_id: 'L1', scale: 50, cut_height: 1200 } as const;
const ELEVATION = { view: 'elevation', direction: 'south', scale: 50 } as const;
const ACROSS = {
  view: 'section',
  origin: { x: 2500, y: 0, z: 0 },
  normal: { x: 1, y: 0, z: 0 },
  depth: null,
  scale: 50,
} as const;
const BEYOND = { ...ACROSS, origin: { x: -9000, y: 0, z: 0 } } as const;
const ABOVE = {
  view: 'camera',
  kind: 'axonometric',
  direction: { x: 1, y: 1, z: -1 },
  scale: null,
} as const;
const AWAY = {
  view: 'camera',
  kind: 'perspective',
  eye: { x: 2500, y: 5000, z: 1600 },
  target: { x: 2500, y: 9000, z: 1600 },
  field_deg: 60,
} as const;

const NO_ELEMENTS = ['nothing is visible: the model has no elements to draw'];
const NOT_IN_VIEW = ['nothing is visible: no element of the model is in this view'];

test.each<readonly [string, ViewDefinition, ModelView, readonly string[]]>([
  ['plan of an empty model', PLAN, EMPTY, NO_ELEMENTS],
  ['elevation of an empty model', ELEVATION, EMPTY, NO_ELEMENTS],
  ['section of an empty model', ACROSS, EMPTY, NO_ELEMENTS],
  ['picture of an empty model', ABOVE, EMPTY, NO_ELEMENTS],
  ['perspective of an empty model', AWAY, EMPTY, NO_ELEMENTS],
  ['plan of a storey with a wall', PLAN, WALL, []],
  ['plan of the storey below a wall, which is dashed', PLAN, UPPER, []],
  ['elevation of a wall', ELEVATION, WALL, []],
  ['section through a wall', ACROSS, WALL, []],
  ['section that looks away from a wall', BEYOND, WALL, NOT_IN_VIEW],
  ['picture of a wall', ABOVE, WALL, []],
  ['perspective that looks away from a wall', AWAY, WALL, NOT_IN_VIEW],
  ['plan with a grid line', PLAN, GRID, []],
  ['elevation of a grid line', ELEVATION, GRID, NOT_IN_VIEW],
])('%s: warnings', (_name, definition, model, warnings) => {
  expect(drawView(definition, model)?.warnings).toEqual(warnings);
});
