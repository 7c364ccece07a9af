/** @module false-hub.test: a man in the middle or a false hub cannot make an approver sign anything. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  request as httpRequest,
  type Server,
} from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { signAnswer } from '../../../governance/control/signed-exchange.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { canonicalJson } from '../../../kernel/base/canonical/json.ts';
import { generateKeyPair } from '../../../kernel/base/canonical/signature.ts';
import type { ApprovalRecord } from '../../../schemas/governance.ts';
import { type Ran, runHere } from '../../clients/run-cli.ts';
import { PASSPHRASE } from '../../e2e/connect.ts';
import { type HubBench, openHubBench } from './hub-bench.ts';

let bench: HubBench;
let folder: string;
let id: string;
let between: Server;
let url: string;

type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
};

/** How the man in the middle changes an answer; `signature` is that of the request. */
type Change = (answer: Answer, path: string, signature: string) => Answer;
const honest: Change = (answer) => answer;
let change: Change = honest;

beforeAll(async () => {
  bench = await openHubBench(['alice']);
  folder = bench.elsewhere('alice');
  id = await bench.asked([await bench.wall(0)]);
  between = createServer((request, response) => {
    const { hostname, port } = new URL(bench.url);
    const { method, url: path = '', headers } = request;
    const on = httpRequest({ hostname, port, method, path, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => {
        const real = { status: answer.statusCode ?? 0, headers: answer.headers, text };
        const changed = change(real, path, String(headers['signature']));
        const { 'content-length': _length, ...others } = changed.headers;
        response.writeHead(changed.status, others).end(changed.text);
      });
    });
    request.pipe(on);
  });
  await new Promise<void>((resolve) => {
    between.listen(0, '127.0.0.1', resolve);
  });
  const address = between.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(async () => {
  between.closeAllConnections();
  between.close();
  await bench.close();
});

const cli = (...words: readonly string[]): Promise<Ran> =>
  runHere(folder, [...words, '--hub', url, '--as', 'alice'], {
    env: { PLUMBLINE_PASSPHRASE: PASSPHRASE },
  });

/** The same approval with a plan that deletes nothing. */
function harmless(
  { approval }: { approval: Record<string, unknown> },
  isConsistent: boolean,
): object {
  const plan = JSON.parse(String(approval['plan']));
  const text = canonicalJson({ ...plan, events: [], affected: 0, reasoning: 'nothing happens' });
  const plan_digest = isConsistent ? sha256Hex(text) : approval['plan_digest'];
  return { approval: { ...approval, plan: text, plan_digest } };
}

function isApproval(path: string): boolean {
  return path === `/control/approvals/${id}`;
}

/** Replaces an approval with another body, signed with a key. */
function replacing(key: () => KeyObject, isConsistent: boolean): Change {
  return (answer, path, requestSignature) => {
    if (!isApproval(path) || answer.status !== 200) return answer;
    const text = JSON.stringify(harmless(JSON.parse(answer.text), isConsistent));
    const fields = signAnswer(key(), { status: 200, body: text, requestSignature }, 1);
    return { status: 200, headers: { ...answer.headers, ...fields }, text };
  };
}

const logKey = (): KeyObject =>
  createPrivateKey(readFileSync(join(bench.dir, '.plumbline', 'keys', 'log.pem')));
const strange = generateKeyPairSync('ed25519').privateKey;

test('a proxy that forwards messages unchanged is not detected', async () => {
  change = honest;
  const { code, out } = await cli('approvals', 'show', id);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('1 deleted') });
});

describe('an approver signs nothing [APP-26] if', () => {
  const notOurs = /not signed with the key of the workspace's log/;
  const cases: readonly (readonly [string, Change, RegExp])[] = [
    [
      'a plan was changed on the way',
      (answer, path) =>
        isApproval(path) && answer.status === 200
          ? { ...answer, text: JSON.stringify(harmless(JSON.parse(answer.text), true)) }
          : answer,
      notOurs,
    ],
    ['a plan was changed and signed with another key', replacing(() => strange, true), notOurs],
    [
      'the key of the log is known, and the plan has the old digest',
      replacing(logKey, false),
      /does not have the digest/,
    ],
    [
      'a status was changed on the way',
      (answer) => (answer.status === 200 ? { ...answer, status: 201 } : answer),
      notOurs,
    ],
    [
      'an answer is not signed',
      (answer) => {
        const { signature: _signature, ...headers } = answer.headers;
        return answer.status === 200 ? { ...answer, headers } : answer;
      },
      notOurs,
    ],
    [
      'it leads somewhere else',
      (answer) => ({ ...answer, status: 302, headers: { location: bench.url } }),
      notOurs,
    ],
  ];
  test.each(cases)('%s', async (_, as, expected) => {
    change = as;
    for (const verb of ['show', 'approve']) {
      const digest = verb === 'approve' ? ['--digest', '0'.repeat(12)] : [];
      const ran = await cli('approvals', verb, id, ...digest);
      expect(ran).toMatchObject({ code: 3, out: '', err: expect.stringMatching(expected) });
    }
  });

  test('an answer to an earlier request is replayed', async () => {
    let kept: Answer | null = null;
    change = (answer, path) => {
      if (path !== '/control/people' || answer.status !== 200) return answer;
      const again = kept ?? answer;
      kept = answer;
      return again;
    };
    // The program reads the registry more than once.
    expect(await cli('approvals', 'list')).toMatchObject({
      code: 3,
      err: expect.stringMatching(notOurs),
    });
  });

  test('the hub belongs to another workspace with the same key', async () => {
    change = (answer, path, requestSignature) => {
      if (path !== '/control/people' || answer.status !== 200) return answer;
      const people = JSON.parse(answer.text);
      const text = JSON.stringify({
        ...people,
        workspace: { ...people.workspace, workspace_id: 'another' },
      });
      const fields = signAnswer(logKey(), { status: 200, body: text, requestSignature }, 1);
      return { ...answer, headers: { ...answer.headers, ...fields }, text };
    };
    expect(await cli('approvals', 'list')).toMatchObject({
      code: 3,
      err: expect.stringContaining('serves the workspace another'),
    });
  });
});

test('a forger with the key of the log can show another plan, but its signature executes nothing', async () => {
  change = replacing(logKey, true);
  const { out } = await cli('approvals', 'show', id, '--json');
  const { plan_digest } = JSON.parse(out);
  const ran = await cli('approvals', 'approve', id, '--digest', String(plan_digest));
  expect(ran).toMatchObject({ code: 1, out: expect.stringContaining('1215 SIGNATURE_INVALID') });
  expect(await bench.world.gates.reader.approval(id)).toMatchObject({ status: 'pending' });
});

describe('if a forger has the key of the log and the approval is requested by id and digest,', () => {
  let other: ApprovalRecord;
  let plan_digest: string;
  beforeAll(async () => {
    const other_id = await bench.asked([await bench.wall(1)]);
    const { reader } = bench.world.gates;
    const [waiting, found] = [await reader.approval(id), await reader.approval(other_id)];
    if (waiting === null || found === null) throw new Error('nothing waits');
    [other, plan_digest] = [found, waiting.plan_digest];
  });

  /** Replaces members of this approval with those of another one, in each answer after the first ones. */
  function swappedAfter(answers: number, names: readonly (keyof ApprovalRecord)[]): Change {
    let given = 0;
    return (answer, path, requestSignature) => {
      if (!isApproval(path) || answer.status !== 200) return answer;
      given += 1;
      if (given <= answers) return answer;
      const { approval } = JSON.parse(answer.text);
      const swapped = Object.fromEntries(names.map((name) => [name, other[name]]));
      const text = JSON.stringify({ approval: { ...approval, ...swapped } });
      const fields = signAnswer(logKey(), { status: 200, body: text, requestSignature }, 1);
      return { status: 200, headers: { ...answer.headers, ...fields }, text };
    };
  }

  test.each([
    ['another one in its place', 0, 3, /requested `.*`, received the approval/],
    ['another one at the second reading', 1, 3, /requested `.*`, received the approval/],
  ])('%s is not signed', async (_, answers, code, expected) => {
    change = swappedAfter(answers, ['approval_id', 'plan', 'plan_digest']);
    const ran = await cli('approvals', 'approve', id, '--digest', plan_digest.slice(0, 12));
    expect(ran).toMatchObject({ code, err: expect.stringMatching(expected) });
    const { reader } = bench.world.gates;
    expect(await reader.approval(other.approval_id)).toMatchObject({ status: 'pending' });
  });

  test('a rejection by a partial id applies only to the approval that was read first', async () => {
    change = swappedAfter(1, ['approval_id', 'plan', 'plan_digest']);
    const ran = await cli('approvals', 'reject', id.slice(-12), '--reason', 'no');
    expect(ran).toMatchObject({
      code: 3,
      err: expect.stringMatching(/requested `.*`, received the approval/),
    });
    const { reader } = bench.world.gates;
    for (const each of [id, other.approval_id]) {
      expect(await reader.approval(each)).toMatchObject({ status: 'pending' });
    }
  });

  test('a plan that differs on the second read is not signed', async () => {
    change = swappedAfter(1, ['plan', 'plan_digest']);
    const ran = await cli('approvals', 'approve', id, '--digest', plan_digest.slice(0, 12));
    expect(ran).toMatchObject({
      code: 1,
      err: expect.stringContaining('; nothing was signed'),
    });
  });
});

test('a key file without the key of its log is accepted only with --log-key', async () => {
  change = honest;
  const path = join(folder, 'alice.pem');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(text.indexOf('-----BEGIN')));
  expect(await cli('approvals', 'list')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--log-key'),
  });
  const own = /^log-key: (\S+)$/m.exec(text)?.[1] ?? '';
  expect(await cli('approvals', 'list', '--log-key', own)).toMatchObject({ code: 0 });
  const another = generateKeyPair().publicKey;
  expect(await cli('approvals', 'list', '--log-key', another)).toMatchObject({ code: 3 });
  expect(await cli('approvals', 'list', '--log-key', 'none')).toMatchObject({ code: 2 });
  writeFileSync(path, text);
});
