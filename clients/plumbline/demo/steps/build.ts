/** @module build: the house of the examples, previewed by the agent and let through by the person. */
import { readFileSync } from 'node:fs';

import * as z from 'zod';

import type { AgentClient, Answer } from '../agent-client.ts';
import { check, type DemoContext, remembered, type Step } from '../context.ts';
import { APPROVER } from './workspace.ts';

const HOUSE = new URL('../../../../examples/house.plumb', import.meta.url);
const REASONING = 'build the example house as one change so that it can be looked at as a whole';

const Preview = z.looseObject({
  diff: z.looseObject({ counts: z.looseObject({ created: z.number() }) }),
  approval: z.looseObject({ needed: z.boolean(), because: z.array(z.string()) }),
});
const Built = z.looseObject({
  results: z.array(z.looseObject({ id: z.string(), as: z.string().optional() })),
});
const Outcome = z.looseObject({ status: z.string(), event_id: z.string().nullable() });

export const previewStep: Step = {
  title: 'the agent previews a whole house: nothing is changed yet',
  async run(context) {
    const { geometry } = remembered(context, 'agents');
    const script = readFileSync(HOUSE, 'utf8');
    const answer = await geometry.call('run_script', { script, reasoning: REASONING });
    check(
      answer.success && answer.dry_run === true && answer.event_id === null,
      'a preview',
      answer,
    );
    const { diff, approval } = Preview.parse(answer.data);
    const { results } = Built.parse(answer.data);
    check(diff.counts.created >= 60, 'at least 60 new elements', diff.counts);
    context.memory.house = new Map(
      results.flatMap(({ as, id }) => (as === undefined ? [] : [[as, id]])),
    );
    context.say(`${diff.counts.created} elements would be created`);
    context.say(`a person must approve: ${approval.needed ? approval.because.join(', ') : 'no'}`);
  },
};

export const buildStep: Step = {
  title: 'the agent builds it; more than 50 elements at once wait for the person',
  async run(context) {
    const { geometry } = remembered(context, 'agents');
    const script = readFileSync(HOUSE, 'utf8');
    const call = { script, reasoning: REASONING, dry_run: false };
    const approval_id = pendingId(await geometry.call('run_script', call));
    context.say(`the agent is told: approval ${approval_id} is pending`);
    await context.person('approvals', 'list');
    await context.person(
      'approvals',
      'approve',
      approval_id,
      '--as',
      APPROVER,
      '--reason',
      'the example house',
    );
    await executedEvent(geometry, approval_id, context);
  },
};

/** The approval that an answer says is waited for. */
export function pendingId(answer: Answer): string {
  check(!answer.success && answer.error?.name === 'APPROVAL_PENDING', 'APPROVAL_PENDING', answer);
  check(answer.approval_id !== undefined, 'an approval_id', answer);
  return answer.approval_id;
}

/** The event of an approval that the agent is told was executed. */
export async function executedEvent(
  geometry: AgentClient,
  approval_id: string,
  { say }: Pick<DemoContext, 'say'>,
): Promise<string> {
  const answer = await geometry.call('get_operation', {
    approval_id,
    wait_s: 10,
    reasoning: 'learn what became of the request',
  });
  const outcome = Outcome.safeParse(answer.data);
  const executed = outcome.success && outcome.data.status === 'executed' ? outcome.data : null;
  check(answer.success && executed !== null, 'an executed operation', answer);
  check(executed.event_id !== null, 'its event', answer);
  say(`the agent is told: executed, event ${executed.event_id}`);
  return executed.event_id;
}
