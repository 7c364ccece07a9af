/** @module replay: repeats a run, from its tape or by running it again. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { answerOfRun, RUN_REFUSALS, RunOutput } from '../run-answer.ts';
import type { ToolsView } from '../view.ts';

/** Repeats a run of this workspace. */
export const replay = defineJob({
  name: 'replay',
  title: 'Repeat a tool run',
  description:
    'Repeats a run of this workspace by its exec_id, also after a restart: a deterministic tool runs again within its old budget and must give the same output with the same fuel (else FRAGILITY), any other answers from its tape and asks nothing outside. CONFLICT_PST: the tape is gone or altered, or a file that the run read is another one now. Runs of others need READ of the whole building. Budget: that of the run.',
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    exec_id: z.string().min(1).max(200).describe('audit.exec_id of the run.'),
  }),
  output: RunOutput,
  refusals: RUN_REFUSALS,
  async run({ exec_id }, view: ToolsView, caller) {
    return answerOfRun(await view.replay(exec_id, caller));
  },
});
