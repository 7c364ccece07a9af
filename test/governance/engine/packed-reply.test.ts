/** @module packed-reply.test: replies with blobs between threads. */
import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';

import { expect, test } from 'vitest';

import {
  packedReply,
  type PackedReply,
  transfersOf,
  unpackedReply,
} from '../../../governance/engine/packed-reply.ts';
import type { Replies } from '../../../governance/engine/protocol.ts';
import { PlanDocument } from '../../../schemas/governance.ts';

const DOCUMENT = PlanDocument.parse({
  v: 1,
  workspace_id: 'ws',
  server: 'geometry',
  tool: 'import_ifc',
  input: {},
  agent_id: 'agent',
  user_id: 'user',
  session_id: 's',
  reasoning: 'why',
  branch: 'main',
  operation_id: 'op',
  events: [],
  touched: [],
  relied_on: [],
  branch_seq: null,
  affected: 0,
  triggers: [],
  approvers_required: 1,
  policy_digest: 'p',
  data: {},
  warnings: [],
  nonce: 'n',
  expires_at: '2026-03-01T09:00:00.000Z',
});

const reply = (...contents: readonly Uint8Array[]): Replies['plan'] => ({
  document: DOCUMENT,
  branch: 'main',
  checks: null,
  expected: { wall_1: { a: 1 } },
  preview: null,
  picture: null,
  blobs: contents.map((content, i) => ({ sha256: String(i).repeat(64), content })),
});

async function sent(packed: PackedReply): Promise<PackedReply> {
  const { port1, port2 } = new MessageChannel();
  const arrived = once(port2, 'message');
  port1.postMessage(packed, [...transfersOf(packed)]);
  const [received] = await arrived;
  port1.close();
  return received;
}

test('a reply with blobs arrives in another thread as it was', async () => {
  const contents = [new Uint8Array([1, 2, 3]), new Uint8Array(70_000).fill(7)];
  const given = structuredClone(reply(...contents));
  const packed = packedReply(reply(...contents));
  expect(packed.text).not.toContain('"content"');
  expect(unpackedReply<'plan'>(await sent(packed))).toEqual(given);
});

test('contents of their own buffer are transferred, parts of others are copied', async () => {
  const whole = new Uint8Array([1, 2, 3]);
  const shared = new Uint8Array([0, 4, 5, 6, 0]);
  const packed = packedReply(reply(whole, shared.subarray(1, 4)));
  expect(transfersOf(packed)).toEqual([whole.buffer]);
  const { blobs } = unpackedReply<'plan'>(await sent(packed));
  expect(blobs.map(({ content }) => Array.from(content))).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect([whole.byteLength, shared.byteLength]).toEqual([0, 5]);
});
