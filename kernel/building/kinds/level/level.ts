/** @module level: a storey at an elevation; other elements stand on levels. */
import * as z from 'zod';

import type { PlanContext } from '../../../../schemas/plan.ts';
import { CoordinateMm, LengthMm, MODEL_LIMIT_MM } from '../../../../schemas/units.ts';
import { BODILESS } from '../facets/nowhere.ts';
import { type ElementFor, type KindView, defineKind } from '../kind.ts';
import { nameTaken } from '../rules/level-name.ts';
import { type BoundsCode, requireInModel } from '../rules/model-bounds.ts';
import { builtSize, MIN_MM } from '../shared/sizes.ts';

const params = z.strictObject({
  name: z.string().min(1).max(200),
  elevation: CoordinateMm,
  height: LengthMm,
});
export type Level = ElementFor<'level', typeof params>;

/** A level. */
export const level = defineKind({
  kind: 'level',
  category: 'Levels',
  params,
  fixed: {},
  plain_numbers: {},
  refs: {},
  check(element: Level, view: KindView, context: PlanContext<BoundsCode | 'LEVEL_EXISTS'>) {
    const { name, elevation, height } = element.params;
    const levels = view.levels();
    const taken = nameTaken(element, {
      before: levels.find(({ id }) => id === element.id),
      levels,
    });
    if (taken !== null) {
      context.refuse('LEVEL_EXISTS', taken.message, { level_id: taken.other.id, name });
    }
    requireInModel('`elevation`', { z: elevation }, context);
    requireInModel('top of the level', { z: elevation + height }, context);
    return { element, warnings: [], facts: { elevation } };
  },
  integrity: ({ params: { elevation } }: Level) =>
    Math.abs(elevation) > MODEL_LIMIT_MM
      ? { why: `is at ${elevation} mm, outside ±${MODEL_LIMIT_MM} mm` }
      : null,
  ...BODILESS,
  quantities: [],
  measures: () => ({}),
  transform: 'up_and_down',
  ifc: {
    as: 'storey',
    storey: ({ params: { name, elevation } }: Level) => ({ name, elevation }),
  },
  symbol: 'none',
  // A level may be moved by a few millimetres, but a new level is unlikely to be that close to 0.
  sizes: ({ params: { elevation, height } }: Level, fresh) => [
    ...(fresh ? [['elevation', elevation, MIN_MM] as const] : []),
    ['height', height, MIN_MM],
  ],
  buildable: ({ params: { height } }: Level) => [builtSize('height', height)],
  schedule: {
    type: null,
    columns: ['name', 'elevation', 'height'],
    summed: [],
  },
  shown: 'all',
});
