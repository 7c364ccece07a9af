/** @module hostile.test: the answers of a hub to requests without a fresh, unused signature of an active approver for it. */
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { signDecision } from '../../../governance/approval/decision.ts';
import { challengeAt, HUB_PLACE } from '../../../governance/approval/term-challenge.ts';
import { contentDigest, signMessage } from '../../../governance/control/message-signature.ts';
import { signRequest } from '../../../governance/control/signed-exchange.ts';
import { workspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import { okHere } from '../../e2e/connect.ts';
import { type HubBench, openHubBench } from './hub-bench.ts';

let bench: HubBench;
let id: string;

beforeAll(async () => {
  bench = await openHubBench(['alice', 'bob']);
  id = await bench.asked([await bench.wall(0)]);
});
afterAll(async () => {
  await bench.close();
});

type Answer = { readonly status: number; readonly text: string };

/** The signed request and, if different, the sent one. */
type Sent = {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: OutgoingHttpHeaders;
};

/** Sends a request without checks. */
function send({ method, path, body, headers }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(bench.url);
    const where = { hostname, port, agent: false };
    const asked = httpRequest({ ...where, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

type Signing = {
  readonly name: string;
  readonly key: KeyObject;
  readonly created: number;
  readonly nonce: string;
  readonly authority: string;
};

let runs = 1;
const now = (): number => Math.floor(Date.now() / 1000);

/** A request as alice's client sends it, except for the given changes. */
function signed(
  { method = 'GET', path = '/control/approvals', body = '' }: Partial<Omit<Sent, 'headers'>>,
  signing: Partial<Signing> = {},
): Sent {
  const digest = contentDigest(body);
  const { authority = bench.authority, ...who } = signing;
  const signer = {
    name: 'alice',
    key: bench.keyOf('alice'),
    created: now(),
    nonce: `run${runs}.${randomUUID()}`,
    ...who,
  };
  const fields = signRequest({ method, authority, target: path, digest }, signer);
  return { method, path, body, headers: { ...fields, 'content-digest': digest } };
}

/** A decision of alice about the pending approval. */
async function decision(place = HUB_PLACE): Promise<Omit<Sent, 'headers'>> {
  const record = await bench.world.gates.reader.approval(id);
  const statement = {
    workspace_id: JSON.parse(record?.plan ?? '{}').workspace_id,
    approval_id: id,
    plan_digest: record?.plan_digest ?? '',
    verdict: 'approve' as const,
    reason: null,
    approver: 'alice',
    decided_at: new Date().toISOString(),
    challenge: challengeAt(await bench.world.gates.keeper.termNonce(), place),
  };
  const signature = signDecision(bench.keyOf('alice'), statement);
  const { approver, verdict, reason, decided_at, challenge } = statement;
  const body = JSON.stringify({ approver, verdict, reason, decided_at, challenge, signature });
  return { method: 'POST', path: `/control/approvals/${id}/decisions`, body };
}

test('a request signed by an active approver is answered', async () => {
  const answer = await send(signed({}));
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(id);
  expect(await send(signed({ path: '/control/people' }))).toMatchObject({ status: 200 });
});

describe('all other requests get the same answer [APP-25]:', () => {
  let nothing: Answer;
  beforeAll(async () => {
    nothing = await send({ method: 'GET', path: '/control/approvals', body: '', headers: {} });
  });

  test('it reveals nothing about the workspace', () => {
    expect(nothing.status).toBe(401);
    expect(nothing.text).not.toMatch(/apr_|alice|bob|wall/);
  });

  const other = generateKeyPairSync('ed25519').privateKey;
  const cases: readonly (readonly [string, () => Sent])[] = [
    ['an unknown name', () => signed({}, { name: 'mallory', key: other })],
    [
      'an unknown name, to an unknown path',
      () => signed({ path: '/control/x' }, { name: 'mallory', key: other }),
    ],
    ['another key under the name of an approver', () => signed({}, { key: other })],
    ['the key of another approver', () => signed({}, { key: bench.keyOf('bob') })],
    ['another body', () => ({ ...signed({ method: 'POST', body: '{}' }), body: '[]' })],
    [
      'another body with its own digest',
      () => {
        const sent = signed({ method: 'POST', body: '{}' });
        return {
          ...sent,
          body: '[]',
          headers: { ...sent.headers, 'content-digest': contentDigest('[]') },
        };
      },
    ],
    [
      'no digest',
      () => {
        const sent = signed({});
        const { 'content-digest': _digest, ...headers } = sent.headers;
        return { ...sent, headers };
      },
    ],
    ['another path', () => ({ ...signed({}), path: '/control/people' })],
    [
      'another query',
      () => ({
        ...signed({ path: '/control/approvals?limit=1' }),
        path: '/control/approvals?limit=2',
      }),
    ],
    ['another method', () => ({ ...signed({}), method: 'POST' })],
    ['another host', () => signed({}, { authority: 'plans.example' })],
    ['a time of 301 s ago', () => signed({}, { created: now() - 302 })],
    // With a margin for a machine that needs seconds to send it
    ['a time in 315 s', () => signed({}, { created: now() + 315 })],
    ['another run of the hub', () => signed({}, { nonce: `run0.${randomUUID()}` })],
    ['no run of a hub', () => signed({}, { nonce: randomUUID() })],
    ['a nonce that is too long', () => signed({}, { nonce: `run1.${'x'.repeat(100)}` })],
    ['less signed than must be', () => partly(['"@method"', '"@path"', '"content-digest"'])],
    ['a signature of another purpose', () => partly(null, 'somebody-else')],
  ];
  test.each(cases)('%s', async (_, sent) => {
    expect(await send(sent())).toEqual(nothing);
  });

  /** Signed by alice, but incompletely, or not for a hub. */
  function partly(covered: readonly string[] | null, tag = 'plumbline-approver'): Sent {
    const digest = contentDigest('');
    const path = '/control/approvals';
    const all = [
      ['"@method"', 'GET'],
      ['"@authority"', bench.authority],
      ['"@path"', path],
      ['"@query"', '?'],
      ['"content-digest"', digest],
    ] as const;
    const fields = signMessage(
      bench.keyOf('alice'),
      all.filter(([name]) => covered?.includes(name) ?? true),
      { created: now(), nonce: `run1.${randomUUID()}`, keyid: 'alice', alg: 'ed25519', tag },
    );
    return { method: 'GET', path, body: '', headers: { ...fields, 'content-digest': digest } };
  }

  test('a replayed request, as long as its nonce is stored and after it has expired', async () => {
    const sent = signed({});
    expect(await send(sent)).toMatchObject({ status: 200 });
    expect(await send(sent)).toEqual(nothing);
    bench.shift(299_000);
    expect(await send(sent)).toEqual(nothing);
    bench.shift(3000);
    expect(await send(sent)).toEqual(nothing);
    bench.shift(-302_000);
  });

  test('a request to a hub that has been restarted since', async () => {
    const sent = signed({});
    await bench.restart();
    expect(await send(sent)).toMatchObject({ status: 401 });
    runs += 1;
    expect(await send(signed({}))).toMatchObject({ status: 200 });
    nothing = await send({ method: 'GET', path: '/control/approvals', body: '', headers: {} });
  });
});

describe('a decision', () => {
  test('of one approver is not accepted from another', async () => {
    const sent = signed(await decision(), { name: 'bob', key: bench.keyOf('bob') });
    expect(await send(sent)).toMatchObject({
      status: 400,
      text: expect.stringContaining('another approver than the signature'),
    });
    expect(await bench.world.gates.reader.approval(id)).toMatchObject({ status: 'pending' });
  });

  test.each([
    ['is not JSON', '{', 400],
    ['has not its form', '{"verdict":"approve"}', 400],
    ['is too long', `"${'x'.repeat(300_000)}"`, 413],
  ])('that %s is refused', async (_, body, status) => {
    const path = `/control/approvals/${id}/decisions`;
    expect(await send(signed({ method: 'POST', path, body }))).toMatchObject({ status });
  });

  test('that was signed for the socket of the keeper, or without a term, is refused', async () => {
    const socket = await decision(workspacePaths(bench.dir).socket);
    const { challenge: _challenge, ...unbound } = JSON.parse(socket.body);
    for (const body of [socket.body, JSON.stringify(unbound)]) {
      const answer = await send(signed({ ...socket, body }));
      expect(JSON.parse(answer.text)).toMatchObject({
        status: 'refused',
        refusal: { name: 'SIGNATURE_INVALID', data: { because: 'other_term' } },
      });
    }
  });

  test('is executed once, however often it is signed and sent', async () => {
    const what = await decision();
    const [one, two] = [signed(what), signed(what)];
    const answers = [await send(one), await send(two), await send(one)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401]);
    expect(JSON.parse(answers[0]?.text ?? '')).toMatchObject({ status: 'executed' });
    expect(JSON.parse(answers[1]?.text ?? '')).toMatchObject({
      status: 'refused',
      refusal: { name: 'APPROVAL_DECIDED' },
    });
  });
});

test.each([
  ['/control/nothing', 404],
  ['/control/approvals/a/b/c', 404],
  ['/control/approvals/%ff', 400],
  ['/control/approvals?status=unknown', 400],
  ['/control/branches/main/events?after=-1', 400],
])('%s is answered %i to an approver', async (path, status) => {
  expect(await send(signed({ path }))).toMatchObject({ status });
});

test('no answer contains a token, a permission or a private key', async () => {
  await okHere(bench.dir, 'agent', 'token', 'agent', '--by', 'alice');
  const { text } = await send(signed({ path: '/control/people' }));
  expect(Object.keys(JSON.parse(text).agents[0])).toEqual(['kind', 'name', 'agent_id', 'user_id']);
  expect(text).not.toMatch(/token|permission/);
});

describe('a request that waits for a change', () => {
  const wait = (seen: string, wait_s: number): Promise<Answer> =>
    send(signed({ path: `/control/changes?seen=${seen}&wait_s=${wait_s}` }));
  const seenIn = ({ text }: Answer): string => JSON.parse(text).seen;

  test('is answered at the change and not before', async () => {
    const seen = seenIn(await wait('', 25));
    let answered = false;
    const waiting = wait(seen, 25).finally(() => (answered = true));
    await send(signed({}));
    expect(answered).toBe(false);
    await bench.asked([await bench.wall(20_000)]);
    expect(seenIn(await waiting)).not.toBe(seen);
  });

  test('is answered at the end of its time limit without a change', async () => {
    const seen = seenIn(await wait('', 0));
    expect(seenIn(await wait(seen, 0.05))).toBe(seen);
  });

  test('is refused as soon as the approver is revoked', async () => {
    const seen = seenIn(await send(signed({ path: '/control/changes?seen=&wait_s=0' })));
    const path = `/control/changes?seen=${seen}&wait_s=25`;
    const waiting = send(signed({ path }, { name: 'bob', key: bench.keyOf('bob') }));
    await okHere(bench.dir, 'approver', 'revoke', 'bob', '--by', 'alice');
    expect(await send(signed({}, { name: 'bob', key: bench.keyOf('bob') }))).toMatchObject({
      status: 401,
    });
    await bench.asked([await bench.wall(24_000)]);
    expect(await waiting).toMatchObject({ status: 401 });
  });
});
