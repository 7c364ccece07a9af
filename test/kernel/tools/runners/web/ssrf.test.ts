/** @module ssrf.test: no form of address, name, redirect or DNS rebinding reaches a private address. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { RunBudget, RunOutcome } from '../../../../kernel/runners/runner.ts';
import { createWebOpenUrlRunner } from '../../../../kernel/runners/web/open-url.ts';
import type { OpenUrlOptions } from '../../../../kernel/runners/web/open-url.ts';
import { NAMES, SSRF_CASES } from '../../../corpus/ssrf/cases.ts';
import { BUDGET, NO_ABORT, now } from '../data/budget.ts';
import { startServer } from './local-server.ts';
import type { LocalServer } from './local-server.ts';

let victim: LocalServer;
beforeAll(async () => {
  victim = await startServer((_, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end('SECRET');
  });
});
afterAll(async () => {
  await victim[Symbol.asyncDispose]();
});

const resolve = (hostname: string): Promise<readonly string[]> =>
  Promise.resolve(NAMES[hostname] ?? []);

async function open(
  url: string,
  options: Partial<OpenUrlOptions> = {},
  budget: RunBudget = BUDGET,
): Promise<RunOutcome> {
  await using runner = createWebOpenUrlRunner({ now, resolve, ...options });
  return await runner.run({ url }, budget, NO_ABORT);
}

const causeOf = (outcome: RunOutcome): string => (outcome.ok ? 'it was read' : outcome.cause);

/** The port of the private server is open, so that only its address can be the reason for a refusal. */
const usualPorts = (): number[] => [80, 443, victim.port];

describe('addresses', () => {
  test.each(SSRF_CASES)('$url', async ({ url, why }) => {
    const before = victim.asked.length;
    const outcome = await open(url.replace('{port}', String(victim.port)), {
      policy: { ports: usualPorts() },
    });
    expect(outcome).toMatchObject({ ok: false, code: 'TOOL_UNSAFE' });
    expect(causeOf(outcome)).toMatch(why);
    expect(victim.asked.length).toBe(before);
  });

  test('there are at least thirty forms', () => {
    expect(SSRF_CASES.length).toBeGreaterThanOrEqual(30);
  });

  test('a name without an address fails as such', async () => {
    expect(await open('http://nothing.test/')).toMatchObject({ ok: false, code: 'TOOL_FAIL' });
  });

  test('an endpoint that the operator opens by name is reached', async () => {
    const outcome = await open(`${victim.url}/x`, {
      policy: { private_endpoints: [victim.endpoint] },
    });
    expect(outcome).toMatchObject({ ok: true, output: { markdown: 'SECRET', untrusted: true } });
  });

  test('opening one endpoint opens no other port and no other name of it', async () => {
    const policy = { ports: usualPorts(), private_endpoints: ['127.0.0.1:1'] };
    expect(causeOf(await open(victim.url, { policy }))).toMatch(/is not public/);
    const named = { ports: usualPorts(), private_endpoints: [victim.endpoint] };
    expect(causeOf(await open(`http://loop.test:${victim.port}/`, { policy: named }))).toMatch(
      /`loop.test` leads to address/,
    );
  });

  test('host lists of the operator are kept', async () => {
    const only = { hosts_only: ['*.example.org'] };
    expect(causeOf(await open('http://public.test/', { policy: only }))).toMatch(
      /not on the list of hosts/,
    );
    const never = { hosts_never: ['*.test'] };
    expect(causeOf(await open('http://public.test/', { policy: never }))).toMatch(/never asked/);
    expect(causeOf(await open('http://public.test./', { policy: never }))).toMatch(/never asked/);
    const named = { hosts_never: ['Bücher.test', '*.Bücher.test.'] };
    for (const url of [
      'http://bücher.test/',
      'http://xn--bcher-kva.test../',
      'http://a.BÜCHER.test/',
    ]) {
      expect(causeOf(await open(url, { policy: named }))).toMatch(/never asked/);
    }
  });
});

describe('redirects and rebinding', () => {
  test('a name that is public when it is looked up and private when it is connected to', async () => {
    const before = victim.asked.length;
    let looks = 0;
    const rebinding = (): Promise<readonly string[]> => {
      looks += 1;
      return Promise.resolve(looks === 1 ? ['93.184.216.34'] : ['127.0.0.1']);
    };
    // A lookup by another program before the tool's own
    expect(await rebinding()).toEqual(['93.184.216.34']);
    const outcome = await open(`http://rebind.test:${victim.port}/`, {
      policy: { ports: usualPorts() },
      resolve: rebinding,
      robots: 'ignore',
    });
    expect(outcome).toMatchObject({ ok: false, code: 'TOOL_UNSAFE' });
    expect(victim.asked.length).toBe(before);
  });

  test.each([301, 302, 303, 307, 308])('a %i to loopback is not followed', async (status) => {
    const before = victim.asked.length;
    await using front = await startServer((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else response.writeHead(status, { location: `${victim.url}/secret` }).end();
    });
    const outcome = await open(`${front.url}/start`, {
      policy: { ports: usualPorts(), private_endpoints: [front.endpoint] },
    });
    expect(outcome).toMatchObject({ ok: false, code: 'TOOL_UNSAFE' });
    expect(causeOf(outcome)).toMatch(/address `127\.0\.0\.1` is not public/);
    expect(front.asked).toEqual(['GET /robots.txt', 'GET /start']);
    expect(victim.asked.length).toBe(before);
  });

  test('a redirect of robots.txt to loopback is not followed', async () => {
    const before = victim.asked.length;
    await using front = await startServer((_, response) => {
      response.writeHead(302, { location: `${victim.url}/robots.txt` }).end();
    });
    const outcome = await open(front.url, {
      policy: { ports: usualPorts(), private_endpoints: [front.endpoint] },
    });
    expect(outcome).toMatchObject({ ok: false, code: 'TOOL_UNSAFE' });
    expect(victim.asked.length).toBe(before);
  });

  test.each([
    'http://loop.test:{port}/',
    'file:///etc/passwd',
    'http://a:b@public.test/',
    'data:text/plain,SECRET',
    'javascript:1',
    'blob:http://127.0.0.1:{port}/x',
    '//127.0.0.1:{port}/',
    '\\\\127.0.0.1:{port}\\',
    'http://[::ffff:127.0.0.1]:{port}/',
    'http://2130706433:{port}/',
    'http://public.test:22/',
  ])('a redirect to %s is not followed', async (target) => {
    const before = victim.asked.length;
    await using front = await startServer((_, response) => {
      response.writeHead(302, { location: target.replace('{port}', String(victim.port)) }).end();
    });
    const outcome = await open(front.url, {
      robots: 'ignore',
      policy: { ports: usualPorts(), private_endpoints: [front.endpoint] },
    });
    expect(outcome).toMatchObject({ ok: false, code: 'TOOL_UNSAFE' });
    expect(victim.asked.length).toBe(before);
  });

  test('redirects are counted: as many as the run may ask, and not one more', async () => {
    await using ring = await startServer((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step > 0) response.writeHead(302, { location: `/${step - 1}` }).end();
      else response.writeHead(200, { 'content-type': 'text/plain' }).end('end');
    });
    const options: Partial<OpenUrlOptions> = {
      robots: 'ignore',
      policy: { private_endpoints: [ring.endpoint] },
    };
    expect(await open(`${ring.url}/2`, options)).toMatchObject({
      ok: true,
      output: { final_url: `${ring.url}/0`, redirects: [`${ring.url}/1`, `${ring.url}/0`] },
      use: { web_requests: 3, gas: 3 * 400 + 1 },
    });
    const over = await open(`${ring.url}/3`, options);
    expect(over).toMatchObject({ ok: false, code: 'BOUND_GAS', use: { web_requests: 3 } });
    expect(causeOf(over)).toMatch(/more than 3 web requests/);
    expect(ring.asked.length).toBe(6);
  });
});
