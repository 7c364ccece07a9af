/** @module run_scenario: plays one episode with a built-in agent. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { PROBES } from '../../../kernel/axion/kernel/probe-engine.ts';
import { AgentWord, PLAY_ARGUMENTS, ScenarioWord } from '../arguments.ts';
import { fileReports, RunFileReport } from '../run-files.ts';
import { orderOf, PLAY_REFUSALS, playSuite, previewOrder, suiteEvent } from '../suite-job.ts';
import type { RunsView } from '../view.ts';

const ScenarioInput = z.strictObject({
  agent: AgentWord.describe('Name of a built-in agent, from list_scenarios.'),
  scenario: ScenarioWord.describe('Scenario of the starting grid, from list_scenarios.'),
  probe: z
    .enum(['none', ...PROBES])
    .default('none')
    .describe('The only probe to put in this episode, or none. Default: none.'),
  ...PLAY_ARGUMENTS,
});

function scenarioOrder(input: z.output<typeof ScenarioInput>): ReturnType<typeof orderOf> {
  const { agent, scenario, probe } = input;
  return orderOf('scenario', input, {
    agents: [agent],
    scenarios: [scenario],
    probes: probe === 'none' ? [] : [probe],
    episodes: 1,
  });
}

/** Plays one episode and returns its summary. */
export const runScenario = defineJob({
  name: 'run_scenario',
  title: 'Run one episode',
  description:
    'Plays one episode with a built-in agent and one probe or none, and stores log, report and counterexample as the files of a run. Use it to examine one case; use run_suite to measure rates.',
  action: 'CREATE',
  openWorld: false,
  input: ScenarioInput,
  preview: async (input, _view, { refuse }) =>
    await Promise.resolve(previewOrder(scenarioOrder(input), refuse)),
  output: z.looseObject({
    run_id: z.string(),
    episode_id: z.string(),
    folder: z.string(),
    files: z.record(z.string(), RunFileReport),
  }),
  refusals: PLAY_REFUSALS,
  async run(input, view: RunsView, context) {
    const { agent, scenario } = input;
    const run = await playSuite(view, scenarioOrder(input), context);
    const { run_id, summary, folder, files } = run;
    return {
      data: {
        run_id,
        episode_id: `${agent}-${scenario}-0001`,
        folder,
        files: await fileReports(view, context.principal, { run_id, digests: files }),
        summary: summary.agents[agent],
      },
      events: [suiteEvent('scenario', run)],
    };
  },
});
