/** @module build: the example house, previewed by the agent and approved by the person. */
import { readFileSync } from 'node:fs';

import * as z from 'zod';

import type { Answer } from '../../calls/server-connection.ts';
import { HOUSE } from '../../installation.ts';
import type { AgentClient } from '../agent-client.ts';
import { check, type DemoContext, resultOf, type Step } from '../context.ts';
import { showAndApprove } from './show-and-approve.ts';

const REASONING = 'build the example house as one change so that it can be reviewed as a whole';

const Preview = z.looseObject({
  diff: z.looseObject({ counts: z.looseObject({ created: z.number() }) }),
  approval: z.looseObject({ needed: z.boolean(), because: z.array(z.string()) }),
});
const Built = z.looseObject({
  results: z.array(z.looseObject({ id: z.string(), as: z.string().optional() })),
});
const Executed = z.looseObject({ result: z.unknown() });
const Outcome = z.looseObject({ status: z.string(), event_id: z.string().nullable() });

export const previewStep: Step = {
  title: 'the agent previews a whole house: nothing is changed yet',
  async run(context) {
    const { geometry } = resultOf(context, 'agents');
    const script = readFileSync(HOUSE, 'utf8');
    const answer = await geometry.call('run_script', { script, reasoning: REASONING });
    check(
      answer.success && answer.dry_run === true && answer.event_id === null,
      'a preview',
      answer,
    );
    const { diff, approval } = Preview.parse(answer.data);
    check(diff.counts.created >= 60, 'at least 60 new elements', diff.counts);
    context.print(`${diff.counts.created} elements would be created`);
    context.print(`a person must approve: ${approval.needed ? approval.because.join(', ') : 'no'}`);
  },
};

export const buildStep: Step = {
  title: 'the agent builds it; more than 50 elements at once require approval',
  async run(context) {
    const { geometry } = resultOf(context, 'agents');
    const script = readFileSync(HOUSE, 'utf8');
    const call = { script, reasoning: REASONING, dry_run: false };
    const approval_id = pendingId(await geometry.call('run_script', call));
    context.print(`answer to the agent: approval ${approval_id} is pending`);
    await context.person('approvals', 'list');
    await showAndApprove(context, approval_id, 'the example house');
    await executedEvent(geometry, approval_id, context);
    const reasoning = 'get the ids of the new elements';
    const { data } = await geometry.call('get_operation', { approval_id, reasoning });
    const { results } = Built.parse(Executed.parse(data).result);
    context.results.house = new Map(
      results.flatMap(({ as, id }) => (as === undefined ? [] : [[as, id]])),
    );
  },
};

/** The id of the pending approval that an answer names. */
export function pendingId(answer: Answer): string {
  check(!answer.success && answer.error?.name === 'APPROVAL_PENDING', 'APPROVAL_PENDING', answer);
  check(answer.approval_id !== undefined, 'an approval_id', answer);
  return answer.approval_id;
}

/** The event of an executed approval, as the agent reads it. */
export async function executedEvent(
  geometry: AgentClient,
  approval_id: string,
  { print }: Pick<DemoContext, 'print'>,
): Promise<string> {
  const answer = await geometry.call('get_operation', {
    approval_id,
    wait_s: 10,
    reasoning: 'get the outcome of the request',
  });
  const outcome = Outcome.safeParse(answer.data);
  const executed = outcome.success && outcome.data.status === 'executed' ? outcome.data : null;
  check(answer.success && executed !== null, 'an executed operation', answer);
  check(executed.event_id !== null, 'its event', answer);
  print(`answer to the agent: executed, event ${executed.event_id}`);
  return executed.event_id;
}
