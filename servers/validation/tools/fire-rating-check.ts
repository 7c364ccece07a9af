/** @module fire_rating_check: stated fire ratings that do not go together. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { Steps } from '../../../kernel/findings/steps.ts';
import { DOOR_SHARE, fireScreening } from '../../../kernel/screening/fire/fire-screening.ts';
import type { BuildingView } from '../../building/view.ts';
import { type Checked, checkedRun, RunOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

const SCOPE =
  'holds the ratings that the model states against each other; which ratings a code asks for is not judged';

/** Compares fire ratings. */
export const fireRatingCheck = defineJob({
  name: 'fire_rating_check',
  title: 'Compare fire ratings',
  description:
    'Holds stated fire ratings (fire_rating_min, FireRating of Pset_…Common) against each other: doors, windows and holes in rated walls, walls between rooms of different usage rated less than others round the same room, walls that go on from a rated one with less, what carries more than it states. It does not say which rating a code asks for and never that a building complies; what has no rating is in not_evaluated.',
  action: 'READ',
  openWorld: false,
  branched: true,
  input: z.strictObject({
    door_share: z
      .number()
      .min(0, 'expected at least 0')
      .max(1, 'expected at most 1')
      .default(DOOR_SHARE.value)
      .describe('Least rating of a door as a share of its wall, 0 to 1.'),
    ...RowArguments,
  }),
  output: RunOutput,
  refusals: RUN_REFUSALS,
  async run({ door_share, ...paging }, view: BuildingView, context) {
    const steps = checked(view, door_share);
    return await checkedRun(
      { tool: 'fire_rating_check', list: 'findings', options: { door_share }, steps },
      paging,
      view,
      context,
    );
  },
});

function* checked(view: BuildingView, door_share: number): Steps<Checked> {
  const { findings, status, ratings, separations, not_evaluated } = yield* fireScreening(view, {
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
