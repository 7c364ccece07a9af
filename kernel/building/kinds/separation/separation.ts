/** @module separation: a line on a level that bounds rooms as a wall does and has no body. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import { BODILESS } from '../facets/nowhere.ts';
import { dashed } from '../facets/symbol.ts';
import { type KindView, defineKind } from '../kind.ts';
import { type LineCode, requireLine } from '../rules/line.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { zeroLength } from '../shared/faults.ts';
import { alongLine } from '../shared/motion.ts';
import { builtLength, lengthSize } from '../shared/sizes.ts';
import { separationIfc } from './ifc.ts';
import { type Separation, SeparationParams } from './params.ts';

export type SeparationCode = LevelCode | LineCode;

/** Line width in plans, relative to 1. */
const THIN = 0.5;

/** A room separation line. */
export const separation = defineKind({
  kind: 'separation',
  category: 'Separations',
  params: SeparationParams,
  fixed: {},
  plain_numbers: {},
  refs: { level_id: 'stands_on' },
  check(element: Separation, view: KindView, context: PlanContext<SeparationCode>) {
    const { level_id, start, end } = element.params;
    requireLevel(view, level_id, context);
    requireLine(start, end, context);
    return { element, warnings: [], facts: { length_mm: toGrid(segmentLengthMm(start, end)) } };
  },
  integrity: ({ params: axis }: Separation) => zeroLength(axis),
  ...BODILESS,
  quantities: ['length_mm'],
  measures: ({ params: { start, end } }: Separation) => ({
    length_mm: segmentLengthMm(start, end),
  }),
  transform: alongLine<Separation>(),
  ifc: separationIfc,
  symbol: {
    layer: 55,
    plans: 'marks',
    marks: ({ params: { start, end } }: Separation) => [dashed([start, end], THIN)],
  },
  sizes: ({ params: axis }: Separation) => [lengthSize(axis)],
  buildable: ({ params: axis }: Separation) => [builtLength(axis)],
  schedule: {
    type: null,
    columns: ['name', 'level', 'length_m'],
    summed: [],
  },
  shown: 'all',
});
