/** @module sign-for-term.test: a term that ends between nonce and request causes a second signature, but no endless loop. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { signForTerm } from '../../clients/plumbline/sign-for-term.ts';
import { signDecision } from '../../governance/approval/decision.ts';
import { challengeAt } from '../../governance/approval/term-challenge.ts';
import type { DecideReply } from '../../governance/keeper/protocol/protocol.ts';
import { created, deleted, person, Workspace } from '../governance/keeper/handlers/workspace.ts';

const ann = person('ann');
let ws: Workspace;

beforeAll(async () => {
  ws = await Workspace.found();
  await ws.addApprover(ann);
});
afterAll(() => ws[Symbol.asyncDispose]());

/** Signs a decision and sends it to the keeper, which may have been restarted meanwhile. */
async function sent(id: string, signed: string[], challenge: string): Promise<DecideReply> {
  const record = await ws.approval(id);
  const decided_at = new Date(ws.now_ms).toISOString();
  const decision = {
    approver: 'ann',
    verdict: 'approve',
    reason: null,
    decided_at,
    challenge,
  } as const;
  const plan_digest = record?.plan_digest ?? '';
  const statement = { ...decision, workspace_id: 'ws-1', approval_id: id, plan_digest };
  const signature = signDecision(ann.keys.privateKey, statement);
  signed.push(challenge);
  return ws.transact((tx) =>
    ws.handlers.decide(tx, { approval_id: id, decision: { ...decision, signature } }),
  );
}

test('a request is signed again if the keeper was restarted before it arrived', async () => {
  await ws.submit([created('w0')]);
  const id = await ws.hold([deleted('w0')]);
  const signed: string[] = [];
  let restarts = 1;
  const termNonce = async (): Promise<string> => {
    const nonce = ws.handlers.termNonce();
    if (restarts > 0) ws.restart();
    restarts -= 1;
    return nonce;
  };
  const reply = await signForTerm({ termNonce, place: ws.path }, (challenge) =>
    sent(id, signed, challenge),
  );
  expect(reply).toMatchObject({ status: 'executed' });
  expect(signed).toEqual([expect.any(String), ws.challenge()]);
});

test('a keeper whose term always differs is tried three times', async () => {
  await ws.submit([created('w1')]);
  const id = await ws.hold([deleted('w1')]);
  const signed: string[] = [];
  const nonce = '0'.repeat(64);
  const source = { termNonce: async () => nonce, place: ws.path };
  const reply = await signForTerm(source, (challenge) => sent(id, signed, challenge));
  expect(reply).toMatchObject({ status: 'refused', refusal: { data: { because: 'other_term' } } });
  expect(signed).toEqual(Array.from({ length: 3 }, () => challengeAt(nonce, ws.path)));
});
