/** @module ssrf.test: no form of address, host name, redirect or DNS rebinding reaches a private address. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { RunBudget, RunOutcome } from '../../../../../kernel/tools/runners/runner.ts';
import { createWebOpenUrlRunner } from '../../../../../kernel/tools/runners/web/open-url.ts';
import type { OpenUrlOptions } from '../../../../../kernel/tools/runners/web/open-url.ts';
import { NAMES, SSRF_CASES } from '../../../../corpus/ssrf/cases.ts';
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

const causeOf = (outcome: RunOutcome): string => (outcome.ok ? 'not refused' : outcome.cause);

/** Allowed ports, including the port of the private server, so that only its address can be refused. */
const usualPorts = (): number[] => [80, 443, victim.port];

describe('requests', () => {
  test.each(SSRF_CASES)('to $url are refused', async ({ url, why }) => {
    const before = victim.asked.length;
    const outcome = await open(url.replace('{port}', String(victim.port)), {
      policy: { ports: usualPorts() },
    });
    expect(outcome).toMatchObject({ ok: false, code: 'TOOL_UNSAFE' });
    expect(causeOf(outcome)).toMatch(why);
    expect(victim.asked.length).toBe(before);
  });

  test('of the corpus cover at least thirty forms of addresses', () => {
    expect(SSRF_CASES.length).toBeGreaterThanOrEqual(30);
  });

  test('to a host name without an address are refused', async () => {
    expect(await open('http://nothing.test/')).toMatchObject({ ok: false, code: 'TOOL_FAIL' });
  });

  test('to a private endpoint that the operator allows are sent', async () => {
    const outcome = await open(`${victim.url}/x`, {
      policy: { private_endpoints: [victim.endpoint] },
    });
    expect(outcome).toMatchObject({ ok: true, output: { markdown: 'SECRET', untrusted: true } });
  });

  test('to another port or name of an allowed endpoint are refused', async () => {
    const policy = { ports: usualPorts(), private_endpoints: ['127.0.0.1:1'] };
    expect(causeOf(await open(victim.url, { policy }))).toMatch(/is not public/);
    const named = { ports: usualPorts(), private_endpoints: [victim.endpoint] };
    expect(causeOf(await open(`http://loop.test:${victim.port}/`, { policy: named }))).toMatch(
      /`loop.test` resolves to/,
    );
  });

  test('respect the lists of allowed and denied hosts', async () => {
    const only = { hosts_only: ['*.example.org'] };
    expect(causeOf(await open('http://public.test/', { policy: only }))).toMatch(
      /not on the list of allowed hosts/,
    );
    const never = { hosts_never: ['*.test'] };
    expect(causeOf(await open('http://public.test/', { policy: never }))).toMatch(
      /on the list of denied hosts/,
    );
    expect(causeOf(await open('http://public.test./', { policy: never }))).toMatch(
      /on the list of denied hosts/,
    );
    const named = { hosts_never: ['Bücher.test', '*.Bücher.test.'] };
    for (const url of [
      'http://bücher.test/',
      'http://xn--bcher-kva.test../',
      'http://a.BÜCHER.test/',
    ]) {
      expect(causeOf(await open(url, { policy: named }))).toMatch(/on the list of denied hosts/);
    }
  });
});

describe('redirects and rebinding', () => {
  test('a name that resolves to a private address only on connection is refused', async () => {
    const before = victim.asked.length;
    let looks = 0;
    const rebinding = (): Promise<readonly string[]> => {
      looks += 1;
      return Promise.resolve(looks === 1 ? ['93.184.216.34'] : ['127.0.0.1']);
    };
    // A look-up by another program before the tool's look-up
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

  test('redirects count as web requests of the run', async () => {
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
