/** @module call-engine.test: how long a call may hold the gate's thread before it moves to an engine thread. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod';

import { callEngine } from '../../../governance/engine/call-engine.ts';
import type { GovernedCall } from '../../../governance/engine/call/governed-call.ts';
import { createWorkspaceFiles } from '../../../governance/keeper/workspace/workspace-files.ts';
import { defineQuery, type ToolValue } from '../../../governance/tool/define.ts';
import { recordsDomain } from '../../../governance/tool/records-domain.ts';
import { registerServer } from '../../../governance/tool/registry.ts';
import type { ServerDefinition } from '../../../governance/tool/server-definition.ts';
import { checkpoint, checkpointBeforeLongWork } from '../../../kernel/base/work/checkpoint.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { openSqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import { foundedCall } from './founded-call.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['no engine thread is ready', false, [100], 'the thread of the gate'],
  ['no engine thread is ready', false, [200], 'an engine thread'],
  ['an engine thread is ready', true, [10], 'the thread of the gate'],
  ['an engine thread is ready', true, [25], 'an engine thread'],
  ['an engine thread is ready', true, [10, 25], 'the thread of the gate'],
  ['an engine thread is ready', true, [10, 40], 'an engine thread'],
  ['an engine thread is ready', true, [10, 40, 25], 'an engine thread'],
  ['no engine thread is ready', false, ['long'], 'an engine thread'],
  ['an engine thread is ready', true, [1, 'long'], 'an engine thread'],
] as const)(
  'while %s (%s), the last of calls of %j ms, or that announce long work, is answered by %s',
  async (_, isReady, durations_ms, answeredBy) => {
    const dir = mkdtempSync(join(tmpdir(), 'plumbline-call-engine-'));
    const { store } = createWorkspaceFiles(dir);
    await openSqliteWriter(store).close();
    let now = 0;
    let takes_ms: number | 'long' = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const work: ToolValue<null> = defineQuery({
      name: 'work',
      title: 'Work',
      description: 'Works for some time.',
      input: z.strictObject({}),
      output: z.looseObject({}),
      refusals: {},
      branched: false,
      answer: () => {
        checkpoint();
        if (takes_ms === 'long') checkpointBeforeLongWork();
        else now += takes_ms;
        checkpoint();
        return { data: { by: 'the thread of the gate' } };
      },
    });
    const server: ServerDefinition<null> = {
      name: 'test',
      title: '',
      instructions: '',
      tools: [work],
      runs: null,
    };
    const { workspace, ...call } = foundedCall('test');
    const engine = callEngine<null>(
      {
        server: 'test',
        salt: 'salt of the test',
        directory: { workspace: () => workspace },
        domain: recordsDomain({ view: null, branches: null, hidden: null, category: 'Runs' }),
        reader: openSqliteReader(store),
        now: () => new Date(0),
        randomId: () => '',
        threads: {
          isReady,
          isLong: () => false,
          handle: () => Promise.resolve({ data: { by: 'an engine thread' } } as never),
        },
      },
      server,
      registerServer(server, { toolsets: [], readOnly: false }),
    );
    const governed = {
      ...call,
      tool: work,
      signal: new AbortController().signal,
      progress: () => {},
    };
    const answers: unknown[] = [];
    for (takes_ms of durations_ms) {
      const { data } = await engine('query', governed as unknown as GovernedCall<never>, {});
      answers.push(data);
      // The next call comes in another turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(answers.at(-1)).toEqual({ by: answeredBy });
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  },
);
