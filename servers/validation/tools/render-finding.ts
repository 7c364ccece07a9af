/** @module render_finding: draws a finding. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { PICTURE_OUTPUT, picturePng } from '../../../governance/tool/stored-picture.ts';
import { nearestIds } from '../../../kernel/building/model/near-ids.ts';
import { isAboutFile } from '../../../kernel/building/view/shown-run.ts';
import type { BuildingView, ValidationRun } from '../../../kernel/building/view/view.ts';
import {
  findingPicture,
  findingPng,
  usualLook,
} from '../../../kernel/documents/picture/finding-picture.ts';
import type { FindingRecord } from '../../../schemas/events.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import { idOf } from '../../building/arguments.ts';
import { requireRun } from '../../building/required-run.ts';
import { findingsInModel } from '../../files/file-elements.ts';

/** Maximum number of similar ids in a refusal. */
const NEAR = 5;
/** Number of events that are searched for a change of the model after the run. */
const EVENTS_SEARCHED = 50;

/** Draws a finding. */
export const renderFinding = defineQuery({
  name: 'render_finding',
  title: 'Draw a finding',
  description:
    'Returns a picture (PNG, also a file) of one finding of a run in the current model: its elements in colour, the surroundings cut open, the location marked, routes as lines. Use it to see the problem or to show it to a person.',
  branched: true,
  input: z.strictObject({
    validation_run_id: idOf('Run that reported the finding.'),
    finding: idOf('finding_id of a finding in that run.'),
    view: z
      .enum(['plan', 'axonometric'])
      .describe('plan: cut at its height. Default: axonometric for clashes, else plan.')
      .optional(),
  }),
  output: z.object({
    finding_id: z.string(),
    message: z.string(),
    element_ids: z.array(z.string()),
    view: z.enum(['plan', 'axonometric']),
    ...PICTURE_OUTPUT,
    /** Elements of the finding that no longer exist. */
    gone: z.array(z.string()),
    /** Elements of the finding that were changed after the run; none for a restricted READ. */
    changed_since: z.array(z.string()),
    /** Number of surrounding elements that were not drawn. */
    left_out: z.number(),
  }),
  refusals: {
    RUN_NOT_FOUND: 'use a validation_run_id from the answer of a check, or from get_history',
    INVALID_ARGUMENT: 'use a finding_id of this run: get_validation_run lists them',
    ELEMENT_NOT_FOUND: 'choose a finding about elements of this branch, or run the check again',
    EXTERNAL_FAILURE: 'call again to draw it',
  },
  async answer(
    { validation_run_id, finding: id, view: requested },
    view: BuildingView,
    { refuse },
  ) {
    const run = await requireRun(validation_run_id, view, refuse);
    const { tool, options } = run.payload;
    const recorded = requireFinding(run, id, refuse);
    const [finding = recorded] = findingsInModel({ tool, options, findings: [recorded] }, view);
    const look = requested ?? usualLook(finding);
    const picture = findingPicture(finding, look, view);
    if (picture === null) {
      return refuse(
        'ELEMENT_NOT_FOUND',
        isAboutFile({ tool, options })
          ? `finding \`${id}\` is about a file; no element of branch \`${view.branch}\` has its GUID`
          : `no element of finding \`${id}\` exists on branch \`${view.branch}\` any more`,
        { element_ids: finding.element_ids },
      );
    }
    const { gone, left_out } = picture;
    const png = findingPng(picture);
    return {
      data: {
        finding_id: finding.finding_id,
        message: finding.message,
        element_ids: [...finding.element_ids],
        view: look,
        gone: [...gone],
        // SECURITY: hidden elements, such as doors, also change the version of their walls.
        changed_since: view.whole
          ? finding.element_ids.filter((one) => view.version(one) > run.seq)
          : [],
        left_out,
      },
      warnings: [
        ...(await agedWarnings(run, view)),
        ...(left_out === 0
          ? []
          : [`${left_out} surrounding elements were not drawn: there are too many`]),
      ],
      pictures: [picturePng(png)],
    };
  },
});

function requireFinding(
  { event_id, payload: { findings } }: ValidationRun,
  id: string,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): FindingRecord {
  const found = findings.find(({ finding_id }) => finding_id === id);
  if (found !== undefined) return found;
  const ids = findings.map(({ finding_id }) => finding_id);
  const near = nearestIds(ids, id, NEAR);
  return refuse('INVALID_ARGUMENT', `run \`${event_id}\` has no finding \`${id}\``, {
    near: near.length === 0 ? ids.slice(0, NEAR) : near,
  });
}

/** Warns if the model has changed since the run, unless the caller has a restricted READ scope. */
async function agedWarnings(run: ValidationRun, view: BuildingView): Promise<readonly string[]> {
  const { branch } = run.payload.head;
  if (branch !== view.branch) {
    return [`the run checked branch \`${branch}\`; the picture shows \`${view.branch}\``];
  }
  if (!view.whole) return [];
  const events = await view.history({ element_id: null, limit: EVENTS_SEARCHED });
  const changed = events.filter(({ seq, type }) => seq > run.payload.head.seq && !IDLE.has(type));
  return changed.length === 0
    ? []
    : ['the branch has changed since the run; the picture shows its current state'];
}

/** Events that do not change the picture. */
const IDLE: ReadonlySet<string> = new Set(['validation.run', 'clash.excluded']);
