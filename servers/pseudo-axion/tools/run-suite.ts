/** @module run_suite: many episodes of several agents, and their results. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { AGENTS } from '../../../kernel/axion/agents/agents.ts';
import { inProbeOrder } from '../../../kernel/axion/harness/report.ts';
import { densityFor, SCENARIOS } from '../../../kernel/axion/harness/scenarios.ts';
import { PROBES } from '../../../kernel/axion/kernel/probe-engine.ts';
import {
  Anchored,
  Density,
  Episodes,
  HINTS,
  InterfaceWord,
  ProbeWord,
  Protocol,
  ScenarioWord,
  Seed,
  Steps,
  WatchdogMs,
} from '../arguments.ts';
import { judgedLimits, playSuite, suiteEvent } from '../suite-job.ts';
import type { RunsView } from '../view.ts';

/** Plays a suite in threads and returns its summary. */
export const runSuite = defineJob({
  name: 'run_suite',
  title: 'Run a suite of episodes',
  description:
    'Lets agents play the same worlds, probes each episode, and answers pass rates, separation, entropy bins and whether the limits hold. Cancel it to keep nothing. 100 episodes of 50 steps take about half a minute per agent.',
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    agents: z
      .array(z.string())
      .min(1)
      .default(['honest', 'pseudo'])
      .describe('Who plays; list_scenarios names them.'),
    scenarios: z
      .array(ScenarioWord)
      .min(1)
      .default([...SCENARIOS])
      .describe('Where.'),
    probes: z
      .array(ProbeWord)
      .default([...PROBES])
      .describe('Traps and questions.'),
    episodes: Episodes,
    steps: Steps,
    seed: Seed,
    interface: InterfaceWord,
    density: Density,
    anchored: Anchored,
    protocol: Protocol,
    watchdog_ms: WatchdogMs,
  }),
  output: z.looseObject({ run_id: z.string(), folder: z.string(), agents: z.looseObject({}) }),
  refusals: {
    INVALID_ARGUMENT: HINTS.INVALID_ARGUMENT,
    EXTERNAL_FAILURE: HINTS.EXTERNAL_FAILURE,
    SESSION_LIMIT_EXCEEDED: HINTS.SESSION_LIMIT_EXCEEDED,
  },
  async run(input, view: RunsView, { refuse, principal, signal, progress }) {
    const { episodes, steps, seed, anchored, watchdog_ms } = input;
    const unknown = input.agents.find((name) => !AGENTS.some((one) => one === name));
    if (unknown !== undefined) refuse('INVALID_ARGUMENT', `there is no agent \`${unknown}\``);
    const config = {
      // Without duplicates, in the order of reports.
      agents: AGENTS.filter((one) => input.agents.includes(one)),
      scenarios: SCENARIOS.filter((one) => input.scenarios.includes(one)),
      probes: inProbeOrder(input.probes),
      episodes,
      steps,
      seed,
      interface: input.interface,
      density: densityFor(input.interface, input.density),
      anchored,
    };
    const order = { kind: 'suite', config, protocol: input.protocol, watchdog_ms } as const;
    const run = await playSuite(view, order, { refuse, principal, signal, progress });
    const { run_id, folder, summary, files } = run;
    const thresholds = judgedLimits(summary);
    return {
      data: { run_id, folder, files, ...summary, thresholds },
      events: [suiteEvent('suite', run)],
    };
  },
});
