/** @module exclude_clash: excludes an intended clash from later runs, or includes it again. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { EXCLUSIONS, runsOfTool } from '../../../schemas/events.ts';
import { idOf } from '../../building/arguments.ts';
import { MAX_EXCLUDED, excludedClashes } from '../../building/checks/exclusions.ts';

/** Number of runs that are searched for the clash. */
const RUNS_SEARCHED = 50;

/** Excludes a clash. */
export const excludeClash = defineCommand({
  name: 'exclude_clash',
  title: 'Exclude an intended clash',
  description:
    'Excludes an intended clash from later runs of clash_detection, with a reason; each run lists the excluded clashes. The reason and its author stay in the log.',
  action: 'MODIFY',
  idempotent: true,
  input: z.strictObject({
    clash_id: idOf('finding_id of the clash to exclude.'),
    because: z.string().min(1).max(1000).describe('Reason why the clash is intended.'),
    excluded: z.boolean().describe('true: excluded; false: reported again.').default(true),
  }),
  output: z.object({
    clash_id: z.string(),
    element_ids: z.array(z.string()),
    excluded: z.boolean(),
  }),
  refusals: {
    INVALID_ARGUMENT: 'correct the argument as the message says',
    RUN_NOT_FOUND: 'run clash_detection on this branch and use a finding_id from its answer',
  },
  async plan({ clash_id, because, excluded }, view: BuildingView, { refuse }) {
    const all = await excludedClashes(view);
    const known = all.find(({ finding_id }) => finding_id === clash_id);
    const element_ids = known?.element_ids ?? (await elementsOf(clash_id, view));
    if (element_ids === null) {
      return refuse(
        'RUN_NOT_FOUND',
        `clash \`${clash_id}\` was not found in the last runs of clash_detection`,
      );
    }
    if (because.trim() === '') {
      return refuse('INVALID_ARGUMENT', '`because` is blank; expected the reason in words');
    }
    if (excluded && known === undefined && all.length >= MAX_EXCLUDED) {
      return refuse(
        'INVALID_ARGUMENT',
        `${all.length} clashes are excluded on this branch; at most ${MAX_EXCLUDED} can be`,
      );
    }
    const same = excluded ? known?.because === because : known === undefined;
    const data = { clash_id, element_ids: [...element_ids], excluded };
    if (same) return { data, events: [] };
    return {
      data,
      events: [
        {
          type: 'clash.excluded',
          aggregate_id: EXCLUSIONS,
          payload: { clash_id, element_ids, because, excluded },
        },
      ],
      relies_on: element_ids.filter((id) => view.element(id) !== undefined),
    };
  },
});

/** The elements of a clash, from the last runs on the branch; null if none of them reported it. */
async function elementsOf(clash_id: string, view: BuildingView): Promise<readonly string[] | null> {
  const element_id = runsOfTool('clash_detection');
  for (const event of await view.history({ element_id, limit: RUNS_SEARCHED })) {
    if (event.type !== 'validation.run') continue;
    const found = event.payload.findings.find(({ finding_id }) => finding_id === clash_id);
    if (found !== undefined) return found.element_ids;
  }
  return null;
}
