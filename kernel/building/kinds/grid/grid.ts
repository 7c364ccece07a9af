/** @module grid: a named reference line, on one level or on all. */
import * as z from 'zod';

import type { PlanContext } from '../../../../schemas/plan.ts';
import { PlanPoint, toGrid } from '../../../../schemas/units.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import { BODILESS } from '../facets/nowhere.ts';
import { dashed } from '../facets/symbol.ts';
import { type ElementFor, type KindView, defineKind } from '../kind.ts';
import { type LineCode, requireLine } from '../rules/line.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { zeroLength } from '../shared/faults.ts';
import { alongLine } from '../shared/motion.ts';
import { Ref } from '../shared/params.ts';
import { builtLength, lengthSize } from '../shared/sizes.ts';

const params = z.strictObject({
  level_id: Ref.nullable(),
  name: z.string().min(1).max(200),
  start: PlanPoint,
  end: PlanPoint,
});
export type Grid = ElementFor<'grid', typeof params>;
export type GridCode = LevelCode | LineCode;

/** A grid line. */
export const grid = defineKind({
  kind: 'grid',
  category: 'Grids',
  params,
  fixed: {},
  plain_numbers: {},
  refs: { level_id: 'stands_on' },
  check(element: Grid, view: KindView, context: PlanContext<GridCode>) {
    const { level_id, start, end } = element.params;
    if (level_id !== null) requireLevel(view, level_id, context);
    requireLine(start, end, context);
    return { element, warnings: [], facts: { length_mm: toGrid(segmentLengthMm(start, end)) } };
  },
  integrity: ({ params: axis }: Grid) => zeroLength(axis),
  ...BODILESS,
  quantities: ['length_mm'],
  measures: ({ params: { start, end } }: Grid) => ({ length_mm: segmentLengthMm(start, end) }),
  transform: alongLine<Grid>(),
  ifc: {
    as: 'grid_axis',
    axis: ({ params: { name: tag, start, end } }: Grid) => ({ tag, start, end }),
  },
  symbol: {
    layer: 60,
    plans: 'body',
    marks: ({ params: { start, end } }: Grid) => [dashed([start, end], 2)],
  },
  sizes: ({ params: axis }: Grid) => [lengthSize(axis)],
  buildable: ({ params: axis }: Grid) => [builtLength(axis)],
  schedule: {
    type: null,
    columns: ['name', 'level', 'length_m'],
    summed: [],
  },
  shown: 'all',
});
