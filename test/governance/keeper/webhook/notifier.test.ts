/** @module notifier.test: a webhook is notified of each pending approval, with a keeper's real rules and a real receiver. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { takeNotice } from '../../../../governance/keeper/webhook/notice-entries.ts';
import { Notifier } from '../../../../governance/keeper/webhook/notifier.ts';
import { postNotice } from '../../../../governance/keeper/webhook/post-notice.ts';
import { openSqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import { WorkspacePolicy } from '../../../../schemas/permissions.ts';
import { created, deleted, person, type Person, Workspace } from '../handlers/workspace.ts';
import { openReceiver, type Receiver } from './receiver.ts';

const SECRET = 'whsec_c2VjcmV0LW9mLXRoZS13ZWJob29rLTEyMw==';
const BYTES = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
const TIMING = { timeoutMs: 60_000, pausesMs: [300, 320, 340] };
/** For receivers that never answer. */
const HANGING = { ...TIMING, timeoutMs: 250 };

type Bench = {
  readonly ws: Workspace;
  readonly ann: Person;
  readonly receiver: Receiver;
  /** A notifier like that of a keeper, notified of later commits. */
  readonly keeper: (env?: Readonly<Record<string, string>>) => Notifier;
  /** How often notifiers have read the clock. */
  readonly looks: () => number;
  /** Creates a pending approval, and notifies the notifiers. */
  readonly hold: (element: string) => Promise<string>;
  /** The entries about the notice of an approval, without the fields that every entry has. */
  readonly entries: (approval_id: string) => readonly object[];
  /** Resolves when the outcome is recorded. */
  readonly ended: (approval_id: string) => Promise<object>;
};

async function bench(policy: object | null = null, timing = TIMING): Promise<Bench> {
  const receiver = await openReceiver(BYTES);
  const approval_webhook = receiver.url;
  const ws = await Workspace.found({
    policy: WorkspacePolicy.parse(policy ?? { approval_webhook }),
  });
  const ann = person('ann');
  await ws.addApprover(ann);
  await ws.submit(['w0', 'w1', 'w2', 'w3'].map(created));
  ws.moved();
  const reader = openSqliteReader(ws.path);
  const notifiers: Notifier[] = [];
  onTestFinished(async () => {
    await Promise.all(notifiers.map((one) => one.close()));
    reader.close();
    receiver.close();
    await ws[Symbol.asyncDispose]();
  });
  const started = performance.now();
  let looks = 0;
  const entries = (approval_id: string): readonly object[] =>
    reader.auditAfter(0, 10_000).flatMap(({ body }) => {
      const { v: _v, seq: _seq, at: _at, kind: _kind, ...entry } = JSON.parse(body);
      const isOwn = ['notifying', 'notified'].includes(entry.step);
      return isOwn && entry.approval_id === approval_id ? [entry] : [];
    });
  return {
    ws,
    ann,
    receiver,
    keeper(env = { PLUMBLINE_WEBHOOK_SECRET: SECRET }) {
      const notifier = new Notifier(
        {
          source: reader,
          transact: (work) => ws.transact(work),
          now: () => {
            looks += 1;
            return new Date(ws.now_ms + performance.now() - started);
          },
          secret: { path: join(ws.folder, 'webhook.key'), env },
        },
        timing,
      );
      notifiers.push(notifier);
      return notifier;
    },
    looks: () => looks,
    async hold(element) {
      const id = await ws.hold([deleted(element)]);
      const moves = ws.moved();
      for (const notifier of notifiers) {
        await notifier.committed();
        notifier.moved(moves, false);
      }
      return id;
    },
    entries,
    async ended(approval_id) {
      for (;;) {
        const last = entries(approval_id).at(-1);
        if (last !== undefined && 'outcome' in last) return last;
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
      }
    },
  };
}

test('a notice is sent once, is signed, and contains nothing that anybody has written [APP-27]', async () => {
  const { ws, receiver, keeper, hold, entries, ended } = await bench();
  await keeper().committed();
  const id = await hold('w0');
  await ended(id);
  const [notice] = receiver.received;
  expect(receiver.received).toHaveLength(1);
  expect(notice).toMatchObject({ id, isSigned: true });
  const record = await ws.approval(id);
  expect(JSON.parse(notice?.body ?? '')).toEqual({
    type: 'approval.pending',
    timestamp: record?.created_at,
    data: {
      approval_id: id,
      summary: `geometry.apply_changes: 1 deleted; pending for 1 person until ${record?.expires_at}`,
    },
  });
  expect(JSON.stringify(notice)).not.toMatch(/w0|because|robot|owner|main/);
  expect(entries(id)).toEqual([
    { step: 'notifying', approval_id: id, attempt: 1 },
    {
      step: 'notified',
      approval_id: id,
      attempts: 1,
      outcome: 'delivered',
      detail: 'answered 204',
    },
  ]);
  expect(await ws.verify()).toMatchObject({ ok: true });
  ws.settle();
  const stored = readFileSync(ws.path, 'latin1');
  expect(stored).toContain(receiver.url);
  expect(stored).not.toContain(SECRET.slice(6, 20));
  expect(stored).not.toContain(BYTES.toString('latin1'));
});

test('a failed notice is sent again with the same id and body', async () => {
  const { receiver, keeper, hold, ended } = await bench();
  receiver.answers = [500, 503, 200];
  await keeper().committed();
  const id = await hold('w0');
  expect(await ended(id)).toMatchObject({
    attempts: 3,
    outcome: 'delivered',
    detail: 'answered 200',
  });
  expect(receiver.received.map((one) => [one.id, one.isSigned])).toEqual(
    [1, 2, 3].map(() => [id, true]),
  );
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
});

test('a hanging receiver blocks nothing and is given up in the end', async () => {
  const { ws, receiver, keeper, hold, ended } = await bench(null, HANGING);
  receiver.answers = ['hang'];
  await keeper().committed();
  const ids = [await hold('w0'), await hold('w1'), await hold('w2')];
  await receiver.until(1);
  expect(await ws.submit([created('w9')])).toMatchObject({ status: 'committed' });
  const ends = await Promise.all(ids.map(ended));
  for (const end of ends) {
    expect(end).toMatchObject({
      attempts: 3,
      outcome: 'given_up',
      detail: 'did not answer in time',
    });
  }
  expect(receiver.received.length).toBeLessThanOrEqual(9);
  expect(await ws.approval(ids[0] ?? '')).toMatchObject({ status: 'pending' });
});

test('an approval that changes during its notice is checked after the notice has ended, and not in a loop', async () => {
  const { receiver, keeper, hold, ended, looks } = await bench(null, HANGING);
  receiver.answers = ['hang', 204];
  const notifier = keeper();
  await notifier.committed();
  const id = await hold('w0');
  await receiver.until(1);
  const before = looks();
  notifier.moved([{ approval_id: id, status: 'pending' }], false);
  await ended(id);
  expect(looks() - before).toBeLessThan(30);
});

test('a redirect is not followed', async () => {
  const { receiver, keeper, hold, ended } = await bench();
  const other = await openReceiver(BYTES);
  onTestFinished(other.close);
  receiver.answers = [{ redirect: other.url }];
  await keeper().committed();
  expect(await ended(await hold('w0'))).toMatchObject({
    outcome: 'given_up',
    detail: 'answered 302',
  });
  expect(other.received).toEqual([]);
});

test('a keeper that takes over continues the notices of the previous one', async () => {
  const { ws, receiver, keeper, hold, entries, ended } = await bench();
  receiver.answers = [500, 'hang', 204];
  const first = keeper();
  await first.committed();
  const id = await hold('w0');
  await receiver.until(1);
  await first.close();
  // It is aborted in the middle of its attempt.
  const second = keeper();
  await second.committed();
  await receiver.until(2);
  await second.close();
  await keeper().committed();
  expect(await ended(id)).toMatchObject({ attempts: 3, outcome: 'delivered' });
  expect(receiver.received).toHaveLength(3);
  expect(entries(id).map((entry) => ('attempt' in entry ? entry.attempt : 'end'))).toEqual([
    1,
    2,
    3,
    'end',
  ]);
  // Nobody sends another notice of it, at any later time.
  const later = { approval_id: id, now: new Date(ws.now_ms + 3_000_000), timing: TIMING };
  expect(await ws.transact((tx) => takeNotice(tx, later))).toEqual({ next: 'nothing' });
  await keeper().committed();
  await ended(await hold('w1'));
  expect(receiver.received.filter((one) => one.id === id)).toHaveLength(3);
});

test('of several keepers that see an approval, one notifies of it', async () => {
  // The second one waits longer than the first one takes, even with little processor time.
  const patient = { ...TIMING, pausesMs: [60_000, 60_000] };
  const { receiver, keeper, hold, ended } = await bench(null, patient);
  for (const one of [keeper(), keeper(), keeper()]) await one.committed();
  await Promise.all([hold('w0').then(ended), hold('w1').then(ended)]);
  expect(receiver.received).toHaveLength(2);
});

test('no notice of a decided approval is sent again', async () => {
  // The decision comes before the second attempt is due.
  const slow = { ...TIMING, pausesMs: [3000, 3000] };
  const { ws, ann, receiver, keeper, hold, ended } = await bench(null, slow);
  receiver.answers = [500];
  await keeper().committed();
  const id = await hold('w0');
  await receiver.until(1);
  await ws.decide(id, ann, { verdict: 'reject', reason: 'no' });
  expect(await ended(id)).toMatchObject({
    attempts: 1,
    outcome: 'given_up',
    detail: 'the approval is no longer pending',
  });
  expect(receiver.received).toHaveLength(1);
});

test('pending approvals are notified of when a webhook is set', async () => {
  const { ws, receiver, keeper, hold, ended } = await bench({});
  const one = keeper();
  await one.committed();
  const id = await hold('w0');
  expect(receiver.received).toEqual([]);
  const policy = WorkspacePolicy.parse({ approval_webhook: receiver.url });
  expect(await ws.registry({ change: 'policy', policy, signed: null })).toEqual({ status: 'done' });
  await one.committed();
  expect(await ended(id)).toMatchObject({ outcome: 'delivered' });
  // The webhook is not part of the rules by which a plan was judged.
  expect(await ws.approval(id)).toMatchObject({ status: 'pending' });
});

test('nothing is sent without a secret that nobody else can read', async () => {
  const { ws, receiver, keeper, hold, ended } = await bench();
  const one = keeper({});
  await one.committed();
  expect(await ended(await hold('w0'))).toMatchObject({
    outcome: 'given_up',
    detail: expect.stringContaining('there is no secret'),
  });
  const file = join(ws.folder, 'webhook.key');
  writeFileSync(file, `${SECRET}\n`);
  chmodSync(file, 0o644);
  expect(await ended(await hold('w1'))).toMatchObject({
    outcome: 'given_up',
    detail: expect.stringContaining('chmod 600'),
  });
  expect(receiver.received).toEqual([]);
  chmodSync(file, 0o600);
  expect(await ended(await hold('w2'))).toMatchObject({ outcome: 'delivered' });
  expect(receiver.received).toMatchObject([{ isSigned: true }]);
});

test.each([
  ['http://10.0.0.1/hook', 'is neither https'],
  ['http://localhost.example/hook', 'is neither https'],
  ['https://user:word@plans.example/', 'contains a user or a password'],
  ['ftp://plans.example/', 'is neither https'],
  ['plans.example', 'is not an address'],
])('the keeper refuses %s', async (approval_webhook, because) => {
  const { ws } = await bench({});
  const policy = { ...WorkspacePolicy.parse({}), approval_webhook };
  const reply = await ws.registry({ change: 'policy', policy, signed: null });
  expect(reply).toMatchObject({ status: 'refused', refusal: { name: 'INVALID_ARGUMENT' } });
  expect(JSON.stringify(reply)).toContain(because);
});

test.each(['https://10.0.0.1/hook', 'http://127.0.0.1:8080/', 'http://[::1]/x'])(
  'the keeper accepts %s',
  async (approval_webhook) => {
    const { ws } = await bench({});
    const policy = WorkspacePolicy.parse({ approval_webhook });
    expect(await ws.registry({ change: 'policy', policy, signed: null })).toEqual({
      status: 'done',
    });
  },
);

test('a stored address with a line break stays readable and gets no notices', async () => {
  const url = 'https://receiver.example/\r\nx';
  expect(WorkspacePolicy.safeParse({ approval_webhook: url }).success).toBe(true);
  expect(
    await postNotice({ url, body: '', headers: {} }, new AbortController().signal),
  ).toMatchObject({
    delivered: false,
    detail: expect.stringContaining('the address contains white'),
  });
});
