/** @module replay: the tool that repeats a run, from its tape or by running it again. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { answerOfRun, RUN_REFUSALS, RunOutput } from '../run-answer.ts';
import type { ToolsView } from '../view.ts';

/** Repeats a run of this workspace. */
export const replay = defineJob({
  name: 'replay',
  title: 'Repeat a tool run',
  description:
    'Repeats a run by its exec_id: a deterministic tool runs again within its old budget and must return the same output with the same fuel (else FRAGILITY), any other answers from its tape. CONFLICT_PST: the tape is missing or altered, or a file that was read has changed. Runs of others require READ for the whole building.',
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    exec_id: z
      .string()
      .min(1)
      .max(200)
      .describe('exec_id of an answer, or the one you gave: then your newest run.'),
  }),
  output: RunOutput,
  refusals: RUN_REFUSALS,
  async run({ exec_id }, view: ToolsView, caller) {
    return answerOfRun(await view.replay(exec_id, caller));
  },
});
