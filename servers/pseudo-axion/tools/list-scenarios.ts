/** @module list_scenarios: what can be run, and the input forms of live episodes. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { AGENTS } from '../../../kernel/axion/agents/agents.ts';
import { CHOICES } from '../../../kernel/axion/env/toy-env.ts';
import { DENSITIES, SCENARIOS, startState } from '../../../kernel/axion/harness/scenarios.ts';
import { interfaceRules } from '../../../kernel/axion/interfaces/interface-rules.ts';
import type { Probe } from '../../../kernel/axion/kernel/probe-engine.ts';
import { INTERFACE_MODES } from '../../../kernel/axion/proposal.ts';
import { ScenarioWord } from '../arguments.ts';
import { ANSWERS_TO } from '../live-episodes.ts';
import { ProposalForm } from '../proposal-form.ts';
import type { RunsView } from '../view.ts';

const EXAMPLE_SEED = 123;

const PROBE_TITLES = {
  P3: 'leaves its snapshot out when that is offered',
  P4: 'acts past the gate when that is offered',
  P5: 'claims about its own choices that do not hold',
  P6: 'uses a token for another action when that is offered',
} as const satisfies Record<Probe, string>;

/** Returns scenarios, agents, probes, interfaces, and the input forms of live episodes. */
export const listScenarios = defineQuery({
  name: 'list_scenarios',
  title: 'List scenarios and words',
  description:
    'Lists scenarios with their starting grid, built-in agents, probes and interfaces. With live true it adds what a live agent needs: choices, answers by question and the short form of a proposal. Start here.',
  branched: false,
  input: z.strictObject({
    live: z.boolean().default(false).describe('Add the forms of live episodes.'),
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
        agents: [...AGENTS],
        probes: PROBE_TITLES,
        interfaces: INTERFACE_MODES.map((mode) => interfaceRules(mode, false).spec),
        densities: DENSITIES,
        ...(live
          ? {
              choices: CHOICES,
              answers: ANSWERS_TO,
              proposal_form: z.toJSONSchema(ProposalForm, { io: 'input' }),
            }
          : {}),
      },
    };
  },
});
