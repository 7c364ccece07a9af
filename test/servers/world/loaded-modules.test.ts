/** @module loaded-modules.test: a server that only answers lists loads no tool, no kernel and no checks; its first call does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { LAUNCHER, testWorkspace, type TestWorkspace } from '../../e2e/connect.ts';
import { TEST_CACHE_HOME } from '../../shared-cache.ts';

/** Writes the URL of every module that a thread of the process loads, a line each. */
const HOOK = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED_FILE, url + '\\n');
    return next(url, context);
  },
});
`;
/** Modules that only calls need: bodies and kinds of elements, the gate's steps, tools, and clients of databases and telemetry. */
const HEAVY =
  /\/kernel\/(?:building\/(?:kinds|geometry|script|spatial)|checks\/(?:clash|compliance)|documents\/drawings|axion|tools\/(?:mpt|apex))\/|\/kernel\/building\/model\/(?:state|effect|plan)\/|\/servers\/[^/]+\/(?:tools\/|server\.)|\/servers\/building\/|\/gate\/(?:gate|command\/)|\/node_modules\/(?:pg|undici|manifold-3d|@opentelemetry)\//;

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = testWorkspace();
});
afterEach(() => {
  workspace.remove();
});

/** The modules that a server loads until it ends, with its answers to these requests. */
async function loaded(
  server: string,
  requests: readonly { readonly method: string; readonly params?: object }[],
): Promise<{ readonly modules: readonly string[]; readonly answers: readonly string[] }> {
  const [hook, file] = [join(workspace.dir, 'hook.mjs'), join(workspace.dir, 'loaded.txt')];
  writeFileSync(hook, HOOK);
  const child = spawn(process.execPath, [LAUNCHER, 'mcp', server, '--workspace', workspace.dir], {
    env: {
      ...process.env,
      XDG_CACHE_HOME: TEST_CACHE_HOME,
      LOADED_FILE: file,
      NODE_OPTIONS: `--import ${pathToFileURL(hook).href}`,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answers: string[] = [];
  const initialize = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'host', version: '1' },
  };
  for (const [id, request] of [
    { method: 'initialize', params: initialize },
    ...requests,
  ].entries()) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...request })}\n`);
    const { value } = await lines.next();
    answers.push(String(value));
  }
  child.stdin.end();
  await closed;
  return { modules: existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [], answers };
}

const LISTS = ['tools/list', 'prompts/list', 'resources/templates/list'].map((method) => ({
  method,
}));

test.each(['geometry', 'spatial', 'validation', 'documentation', 'pseudo-axion', 'mpt', 'all'])(
  'lists of %s load none of what calls need, in any thread',
  async (server) => {
    const { modules, answers } = await loaded(server, LISTS);
    expect(answers.at(1)).toContain('"tools":[{');
    expect(modules.some((url) => url.includes('/governance/keeper/thread/'))).toBe(true);
    expect(modules.filter((url) => HEAVY.test(url))).toEqual([]);
  },
);

test('the first call loads the tools of its server alone', async () => {
  const call = { name: 'get_model_summary', arguments: { reasoning: 'a test' } };
  const { modules, answers } = await loaded('all', [{ method: 'tools/call', params: call }]);
  expect(answers.at(1)).toContain('\\"success\\":true');
  expect(modules.some((url) => url.includes('/servers/spatial/tools/'))).toBe(true);
  expect(
    modules.filter((url) => /\/servers\/(?:geometry|validation|mpt)\/tools\//.test(url)),
  ).toEqual([]);
});
