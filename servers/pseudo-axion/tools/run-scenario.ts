/** @module run_scenario: one episode of a built-in agent. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { densityFor } from '../../../kernel/axion/harness/scenarios.ts';
import { PROBES } from '../../../kernel/axion/kernel/probe-engine.ts';
import {
  AgentWord,
  Anchored,
  Density,
  HINTS,
  InterfaceWord,
  Protocol,
  ScenarioWord,
  Seed,
  Steps,
  WatchdogMs,
} from '../arguments.ts';
import { playSuite, suiteEvent } from '../suite-job.ts';
import type { RunsView } from '../view.ts';

/** Plays one episode and returns its summary. */
export const runScenario = defineJob({
  name: 'run_scenario',
  title: 'Run one episode',
  description:
    'Lets a built-in agent play one episode, with one probe or none at its end, and keeps log, report and counterexample as files of a run. Use it to look at one case; run_suite for rates.',
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    agent: AgentWord.describe('As list_scenarios names them.'),
    scenario: ScenarioWord.describe('Starting grid.'),
    steps: Steps,
    probe: z
      .enum(['none', ...PROBES])
      .default('none')
      .describe('What is asked once.'),
    interface: InterfaceWord,
    seed: Seed,
    density: Density,
    anchored: Anchored,
    protocol: Protocol,
    watchdog_ms: WatchdogMs,
  }),
  output: z.looseObject({ run_id: z.string(), episode_id: z.string(), folder: z.string() }),
  refusals: {
    INVALID_ARGUMENT: HINTS.INVALID_ARGUMENT,
    EXTERNAL_FAILURE: HINTS.EXTERNAL_FAILURE,
    SESSION_LIMIT_EXCEEDED: HINTS.SESSION_LIMIT_EXCEEDED,
  },
  async run(input, view: RunsView, { refuse, principal, signal, progress }) {
    const { agent, scenario, probe, steps, seed, anchored, watchdog_ms } = input;
    const config = {
      agents: [agent],
      scenarios: [scenario],
      probes: probe === 'none' ? [] : [probe],
      episodes: 1,
      steps,
      seed,
      interface: input.interface,
      density: densityFor(input.interface, input.density),
      anchored,
    };
    const order = { kind: 'scenario', config, protocol: input.protocol, watchdog_ms } as const;
    const run = await playSuite(view, order, { refuse, principal, signal, progress });
    const { run_id, summary, folder } = run;
    return {
      data: {
        run_id,
        episode_id: `${agent}-${scenario}-0001`,
        folder,
        summary: summary.agents[agent],
      },
      events: [suiteEvent('scenario', run)],
    };
  },
});
