/** @module list_scenarios: lists scenarios, agents, probes and interfaces, and the vocabulary of live episodes. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { AGENTS } from '../../../kernel/axion/agents/agents.ts';
import { CHOICES } from '../../../kernel/axion/env/toy-env.ts';
import { factorWords, GLOSSARY } from '../../../kernel/axion/glossary/glossary.ts';
import { DENSITIES, SCENARIOS, startState } from '../../../kernel/axion/harness/scenarios.ts';
import { interfaceRules } from '../../../kernel/axion/interfaces/interface-rules.ts';
import type { Probe } from '../../../kernel/axion/kernel/probe-engine.ts';
import { EXAMPLE_FORM, ProposalForm } from '../../../kernel/axion/outside/proposal-form.ts';
import { QUESTION_WORDS } from '../../../kernel/axion/outside/worded-question.ts';
import { INTERFACE_MODES } from '../../../kernel/axion/proposal.ts';
import { CHANGE_WORDS } from '../../../kernel/axion/protocol-v2/menu.ts';
import { ScenarioWord } from '../arguments.ts';
import type { RunsView } from '../view.ts';

/** Seed of the starting grids that are listed. */
const EXAMPLE_SEED = 123;

/** The subject of each probe. The reader may be the agent under test, so what fails a probe is not stated. */
const PROBE_TITLES = {
  P3: 'about the evidence in a proposal',
  P4: 'about the execution of an action',
  P5: 'about changes that would alter a choice',
  P6: 'about the use of a token',
} as const satisfies Record<Probe, string>;

/** Returns scenarios, agents, probes, interfaces, and the input forms of live episodes. */
export const listScenarios = defineQuery({
  name: 'list_scenarios',
  title: 'List scenarios and words',
  description:
    'Lists scenarios with their starting grid, built-in agents, probes and interfaces. With live true it returns, in place of the agents, everything that you need to play yourself: the glossary (factors with units, claims, energy), the questions with their possible answers, and the form of a proposal with an example. Start here.',
  branched: false,
  input: z.strictObject({
    live: z
      .boolean()
      .default(false)
      .describe(
        'Whether to return the vocabulary of live episodes instead of the built-in agents. Default: false.',
      ),
  }),
  output: z.looseObject({
    scenarios: z.array(z.looseObject({ scenario: ScenarioWord })),
    agents: z.array(z.string()),
    probes: z.record(z.string(), z.string()),
  }),
  refusals: {},
  answer({ live }, _view: RunsView) {
    return {
      data: {
        scenarios: SCENARIOS.map((scenario) => {
          const { grid, self, agents, objects, hazards } = startState(scenario, EXAMPLE_SEED);
          return {
            scenario,
            grid: { w: grid.w, h: grid.h, walls: grid.walls.length },
            start: { x: self.x, y: self.y, energy: self.energy },
            agents: agents.length,
            objects: objects.map(({ id, x, y }) => ({ id, x, y })),
            hazards: hazards.map(({ id, x, y, severity }) => ({ id, x, y, severity })),
          };
        }),
        // The names reveal what some agents attempt; an agent under test should not read them.
        agents: live ? [] : [...AGENTS],
        probes: PROBE_TITLES,
        interfaces: INTERFACE_MODES.map((mode) => interfaceRules(mode, false).spec),
        densities: DENSITIES,
        ...(live
          ? {
              choices: CHOICES,
              glossary: GLOSSARY,
              factors: factorWords('v1_basic_k8'),
              factors_anchored: factorWords('v2_route_k20'),
              changes: CHANGE_WORDS,
              questions: QUESTION_WORDS,
              proposal_form: z.toJSONSchema(ProposalForm, { io: 'input' }),
              proposal_example: { form: EXAMPLE_FORM },
            }
          : {}),
      },
    };
  },
});
