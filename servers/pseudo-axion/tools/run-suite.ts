/** @module run_suite: plays many episodes with several agents and summarises them. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { AGENTS } from '../../../kernel/axion/agents/agents.ts';
import { inProbeOrder } from '../../../kernel/axion/harness/report.ts';
import { SCENARIOS } from '../../../kernel/axion/harness/scenarios.ts';
import { PROBES } from '../../../kernel/axion/kernel/probe-engine.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import { Episodes, PLAY_ARGUMENTS, ProbeWord, ScenarioWord } from '../arguments.ts';
import { fileReports, RunFileReport } from '../run-files.ts';
import {
  judgedLimits,
  orderOf,
  PLAY_REFUSALS,
  playSuite,
  previewOrder,
  suiteEvent,
} from '../suite-job.ts';
import type { RunsView } from '../view.ts';

const SuiteInput = z.strictObject({
  agents: z
    .array(z.string())
    .min(1)
    .default(['honest', 'pseudo'])
    .describe(
      'Names of the built-in agents that play, from list_scenarios. Default: honest and pseudo.',
    ),
  scenarios: z
    .array(ScenarioWord)
    .min(1)
    .default([...SCENARIOS])
    .describe('Scenarios that every agent plays. Default: all scenarios.'),
  probes: z
    .array(ProbeWord)
    .default([...PROBES])
    .describe('Probes to put in each episode. Default: all probes.'),
  episodes: Episodes,
  ...PLAY_ARGUMENTS,
});

/** The order for the arguments. Refuses INVALID_ARGUMENT for an unknown agent. */
function orderOfSuite(
  input: z.output<typeof SuiteInput>,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): ReturnType<typeof orderOf> {
  const unknown = input.agents.find((name) => !AGENTS.some((one) => one === name));
  if (unknown !== undefined) {
    return refuse(
      'INVALID_ARGUMENT',
      `unknown agent \`${unknown}\`, expected a name from list_scenarios`,
    );
  }
  return orderOf('suite', input, {
    // Removes duplicates and sorts in the order of reports.
    agents: AGENTS.filter((one) => input.agents.includes(one)),
    scenarios: SCENARIOS.filter((one) => input.scenarios.includes(one)),
    probes: inProbeOrder(input.probes),
    episodes: input.episodes,
  });
}

/** Plays a suite in threads and returns its summary. */
export const runSuite = defineJob({
  name: 'run_suite',
  title: 'Run a suite of episodes',
  description:
    'Plays episodes with built-in agents in the same worlds, probes each episode, and returns pass rates, separation, entropy bins and whether the limits are met. A cancelled run keeps no files. 100 episodes of 50 steps take about half a minute per agent.',
  action: 'CREATE',
  openWorld: false,
  input: SuiteInput,
  output: z.looseObject({
    run_id: z.string(),
    folder: z.string(),
    files: z.record(z.string(), RunFileReport),
    agents: z.looseObject({}),
  }),
  refusals: PLAY_REFUSALS,
  preview: async (input, _view, { refuse }) =>
    await Promise.resolve(previewOrder(orderOfSuite(input, refuse), refuse)),
  async run(input, view: RunsView, context) {
    const run = await playSuite(view, orderOfSuite(input, context.refuse), context);
    const { run_id, folder, summary, files } = run;
    const thresholds = judgedLimits(summary);
    return {
      data: {
        run_id,
        folder,
        files: await fileReports(view, context.principal, { run_id, digests: files }),
        ...summary,
        thresholds,
      },
      events: [suiteEvent('suite', run)],
    };
  },
});
