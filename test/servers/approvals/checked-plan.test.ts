/** @module checked-plan.test: a plan is shown only if its text is the one of its digest and this version knows its form. */
import { expect, test } from 'vitest';

import { failureOf } from '../../../clients/plumbline/session.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { checkedPlan, withPlan } from '../../../servers/approvals/checked-plan.ts';
import { planOf, record } from './shown-plan.ts';

const PLAN = JSON.stringify(planOf([]));
const FOREIGN = JSON.stringify({ ...planOf([]), branch: 7 });

const listed = { ...record, plan_digest: sha256Hex(PLAN), comment_count: 2 };
const deskWith = (plan: string) => ({ planText: () => Promise.resolve(plan) });

test('a plan with the text of its digest is read', async () => {
  const read = await withPlan(deskWith(PLAN), listed);
  expect(read).toMatchObject({ plan: { tool: 'apply_changes' }, comment_count: 2 });
});

test('another text is a fault, and the client ends with the exit code of a failed verification', async () => {
  const error: unknown = await withPlan(deskWith(`${PLAN} `), listed).catch((e: unknown) => e);
  expect(error).toMatchObject({ name: 'PlanFault', edited: true });
  expect(failureOf(error)).toMatchObject({
    exit: 3,
    message: expect.stringContaining('the plan of `apr_1` does not have the digest'),
    next: 'sign nothing; run `plumbline audit verify`',
  });
});

test('a plan of another form is a fault that names the place and the next step', () => {
  const read = (): unknown =>
    checkedPlan({ ...record, plan: FOREIGN, plan_digest: sha256Hex(FOREIGN) });
  expect(read).toThrow(
    'the plan of `apr_1` contains a value that this version does not know, at branch',
  );
  let error: unknown = null;
  try {
    read();
  } catch (caught) {
    error = caught;
  }
  expect(failureOf(error)).toMatchObject({
    exit: 1,
    next: 'use the version of plumbline that planned it, or a newer one',
  });
});
