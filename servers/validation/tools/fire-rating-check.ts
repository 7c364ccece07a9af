/** @module fire_rating_check: finds inconsistent fire ratings. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { DOOR_SHARE, fireScreening } from '../../../kernel/checks/screening/fire/fire-screening.ts';
import { buildingOnly } from '../building-only.ts';
import { type Checked, checkedRun, FindingsOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

const SCOPE =
  'compares the ratings stated in the model with each other; the ratings that a code requires are not checked';

/** Compares fire ratings. */
export const fireRatingCheck = defineJob({
  name: 'fire_rating_check',
  title: 'Compare fire ratings',
  description:
    'Compares stated fire ratings (fire_rating_min, FireRating of Pset_…Common): doors, windows and holes in rated walls, walls rated less than others around the same room or than the wall they continue, members rated less than the elements they support. It does not know which rating a code requires and never reports compliance; unrated elements are in not_evaluated.',
  action: 'READ',
  openWorld: false,
  branched: true,
  input: z.strictObject({
    door_share: z
      .number()
      .min(0, 'expected at least 0')
      .max(1, 'expected at most 1')
      .default(DOOR_SHARE.value)
      .describe("Minimum door rating as a fraction of its wall's rating."),
    ...RowArguments,
  }),
  output: FindingsOutput,
  refusals: RUN_REFUSALS,
  async run({ door_share, ...paging }, view: BuildingView, context) {
    const check = (): Checked => buildingOnly(view, (own) => checked(own, door_share));
    return await checkedRun(
      { tool: 'fire_rating_check', list: 'findings', options: { door_share }, check },
      paging,
      view,
      context,
    );
  },
});

function checked(view: BuildingView, door_share: number): Checked {
  const { findings, status, ratings, separations, not_evaluated } = fireScreening(view, {
    door_share,
  });
  const own = { value: door_share, source: 'argument', confidence: 'advisory' };
  return {
    findings,
    summary: {
      status,
      scope: SCOPE,
      ratings,
      separations,
      parameters: { door_share: door_share === DOOR_SHARE.value ? DOOR_SHARE : own },
      not_evaluated: not_evaluated.map(({ what, count, reason }) => ({ what, count, reason })),
    },
  };
}
