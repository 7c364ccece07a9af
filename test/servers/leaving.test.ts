/** @module leaving.test: requests of a client that has left are answered, or cancelled and logged. */
import { afterEach, beforeEach, expect, test } from 'vitest';

import { testWorkspace, type TestWorkspace } from '../e2e/connect.ts';
import { ask, type Asked, entriesIn, type Era } from './leaving.ts';

const CALLS = 200;
const ENDLESS = [
  ['code_js', { code: 'for (;;);' }],
  ['code_python', { code: 'while True: pass' }],
] as const;

let workspace: TestWorkspace;
let started: Asked[];
beforeEach(() => {
  workspace = testWorkspace();
  started = [];
});
afterEach(() => {
  for (const server of started) server.kill('SIGKILL');
  workspace.remove();
});

function asked(server: string, era: Era): Asked {
  const one = ask(workspace.dir, server, era);
  started.push(one);
  return one;
}

test.each<Era>(['legacy', 'modern'])(
  'calls that came before the end of the input are all answered and entered (%s)',
  async (era) => {
    const server = asked('spatial', era);
    for (let id = 1; id <= CALLS; id += 1) server.call(id, 'get_model_summary', {});
    server.endInput();
    expect(await server.ended).toEqual({ code: 0, stderr: '' });
    const answered = server.answers.filter(({ id }) => id !== 0);
    expect(answered).toHaveLength(CALLS);
    expect(answered.every(({ result }) => result?.structuredContent?.success === true)).toBe(true);
    expect(entriesIn(workspace.dir)).toEqual(
      Array.from({ length: CALLS }, () => 'get_model_summary ok'),
    );
  },
);

test.each<[string, Era, string, (server: Asked) => void]>([
  ['ends its input', 'legacy', 'code_python', (server) => server.endInput()],
  ['ends its input', 'modern', 'code_js', (server) => server.endInput()],
  ['goes away', 'legacy', 'code_js', (server) => server.leave()],
  ['sends SIGTERM', 'legacy', 'code_python', (server) => server.kill('SIGTERM')],
  ['sends SIGTERM', 'modern', 'code_js', (server) => server.kill('SIGTERM')],
])(
  'an endless run is cancelled and logged as refused if the client %s (%s, %s)',
  async (_how, era, tool, leave) => {
    const server = asked('mpt', era);
    server.call(1, tool, Object.fromEntries(ENDLESS)[tool] ?? {});
    await expect.poll(() => entriesIn(workspace.dir)).toEqual([`${tool} begun`]);
    leave(server);
    const { code, stderr } = await server.ended;
    expect([code, stderr.replaceAll(/^plumbline: (?:preparing )?Python .*\n/gm, '')]).toEqual([
      0,
      '',
    ]);
    expect(entriesIn(workspace.dir)).toEqual([`${tool} begun`, `${tool} refused`]);
  },
);

test.each<[string, (server: Asked) => void]>([
  ['ends its input', (server) => server.endInput()],
  ['sends SIGTERM', (server) => server.kill('SIGTERM')],
])('a server whose client %s before any request ends without a message', async (_how, leave) => {
  const server = asked('geometry', 'legacy');
  await expect.poll(() => server.answers.length).toBe(1);
  leave(server);
  expect(await server.ended).toEqual({ code: 0, stderr: '' });
});
