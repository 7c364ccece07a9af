/** @module checks: checks the house against two standards, fixes one violation, and checks it again. */
import * as z from 'zod';

import { connectAgent } from '../agent-client.ts';
import { check, resultOf, type Step } from '../context.ts';

const Issue = z.looseObject({
  rule_id: z.string(),
  element_ids: z.array(z.string()),
  message: z.string(),
});
const Run = z.looseObject({
  validation_run_id: z.string(),
  status: z.string(),
  total: z.number(),
  issues: z.array(Issue),
  resolved: z.array(z.looseObject({ finding_id: z.string(), element_ids: z.array(z.string()) })),
});

/** Maximum number of issues printed per run. */
const SHOWN = 3;
const WIDER_MM = 900;

export const checkStep: Step = {
  title: 'the house is checked against IBC-2021 and ADA-2010, and one violation is fixed',
  async run(context) {
    const { geometry } = resultOf(context, 'agents');
    const validation = await connectAgent('validation', context.dir);
    context.onEnd(validation.close);
    const run = async (standard: string): Promise<z.output<typeof Run>> => {
      const answer = await validation.call('code_compliance', {
        standard,
        severity_threshold: 'error',
        limit: 500,
        reasoning: `see whether the house meets ${standard}`,
      });
      check(answer.success, `a check against ${standard}`, answer);
      return Run.parse(answer.data);
    };
    let narrow: string | undefined;
    for (const standard of ['IBC-2021', 'ADA-2010']) {
      const { status, total, issues } = await run(standard);
      check(status === 'violations', `violations of ${standard}`, status);
      context.print(`${standard}: ${status}, ${total} issues, among them:`);
      for (const { message } of issues.slice(0, SHOWN)) context.print(`- ${message}`);
      narrow = issues.find(({ rule_id }) => rule_id === `${standard}.door-width`)?.element_ids[0];
    }
    check(narrow !== undefined, 'a door that is too narrow');
    const widened = await geometry.call('modify_parameter', {
      element_id: narrow,
      parameter_name: 'width',
      value: WIDER_MM,
      dry_run: false,
      reasoning: 'the door is narrower than the standard requires',
    });
    check(widened.success, `door ${narrow} widened to ${WIDER_MM} mm`, widened);
    const { resolved } = await run('ADA-2010');
    const fixed = resolved.some(({ element_ids }) => element_ids[0] === narrow);
    check(fixed, 'the violation to be resolved in the next run', resolved);
    context.print(
      `door ${narrow} is now ${WIDER_MM} mm wide, and the next run reports the violation as resolved`,
    );
  },
};
