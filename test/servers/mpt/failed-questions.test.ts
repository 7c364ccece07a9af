/** @module failed-questions.test: a question that fails because of a fault is answered, recorded, and may be asked again. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createSqliteStore } from '../../../kernel/ledger/sqlite-file.ts';
import { openSqliteReader, type SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { Journal } from '../../../servers/mpt/journal.ts';
import { Questions } from '../../../servers/mpt/questions.ts';
import type { RunCaller } from '../../../servers/mpt/run-caller.ts';
import { readSettings } from '../../../servers/mpt/settings/settings.ts';
import type { Neighbour, ToolSources } from '../../../servers/mpt/sources.ts';
import { nextId } from '../../kernel/tools/mpt/tool-bench.ts';
import { openFiles } from '../files/full-readers.ts';

let folder: string;
let reader: SqliteReader;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'questions-'));
  const path = join(folder, 'store.db');
  createSqliteStore(path);
  reader = openSqliteReader(path);
});
afterEach(() => {
  reader.close();
  rmSync(folder, { recursive: true });
});

const caller: RunCaller = {
  principal: { kind: 'agent', name: 'a', user_id: nextId(), agent_id: nextId(), session_id: 's' },
  signal: new AbortController().signal,
  progress: () => {},
  begin: async ({ web_requests }) => await Promise.resolve({ status: 'begun', web_requests }),
};

/** A server without tools. */
const empty: Neighbour = {
  list: () => [],
  call: async () => await Promise.reject(new Error('no tools')),
};

/** Questions whose answering server is opened with `open`. */
function questionsWith(open: () => Promise<Neighbour>): {
  readonly ask: (text: string) => ReturnType<Journal['during']>;
  readonly logged: readonly string[];
} {
  const logged: string[] = [];
  const sources: ToolSources = {
    reader,
    cache: folder,
    userCache: undefined,
    tapes: folder,
    artifacts: folder,
    clock: () => 0,
    randomId: nextId,
    log: (line) => logged.push(line),
    neighbours: new Map([['spatial', open]]),
    settings: readSettings(join(folder, 'none.json'), folder),
    files: openFiles(folder),
  };
  const journal = new Journal(reader, nextId);
  const questions = new Questions(sources, journal);
  return {
    logged,
    ask: async (text) =>
      await journal.during(
        caller,
        async (records) => await questions.ask({ text, beat_id: undefined }, records),
      ),
  };
}

const question = JSON.stringify({
  tool_request_id: 'q1',
  request_id: 'first',
  requested_by: { engine: 'test', actor: 'a', knowledge_view: 'PUBLIC' },
  tool: {
    name: 'LEDGER_SEARCH',
    query_text: 'doors',
    constraints: { time_window: null, limit: 5, person_id: null },
  },
});

test('a question whose server cannot be opened fails, and is recorded and logged', async () => {
  const { ask, logged } = questionsWith(async () => await Promise.reject(new Error('no memory')));
  const { result, events } = await ask(question);
  expect(result).toEqual({ kind: 'FAILED', code: 'BROKEN', cause: 'the tool failed' });
  expect(events).toEqual([
    {
      type: 'tool.run',
      aggregate_id: expect.any(String),
      payload: {
        kind: 'tool.request',
        status: 'REJECTED',
        code: null,
        tool_request_id: 'q1',
        request_id: 'first',
        beat_id: null,
        actor: 'a',
        knowledge_view: 'PUBLIC',
        tool: 'LEDGER_SEARCH',
        request_sha256: createHash('sha256').update(question).digest('hex'),
        termination: 'REFUSAL(BROKEN)',
      },
    },
  ]);
  expect(logged).toEqual(['question q1: Error: no memory']);
});

test('a text that is no question is recorded without its parts', async () => {
  const { ask } = questionsWith(async () => await Promise.reject(new Error('no memory')));
  const { events } = await ask('what is it');
  expect(events).toMatchObject([
    { payload: { tool_request_id: null, request_id: null, termination: 'REFUSAL(BROKEN)' } },
  ]);
});

test('a question that failed may be asked again, and belongs to its session then', async () => {
  let works = false;
  const { ask } = questionsWith(async () => {
    if (!works) throw new Error('not yet');
    return await Promise.resolve(empty);
  });
  const first = await ask(question);
  works = true;
  const { result, events } = await ask(question);
  expect(result).toMatchObject({ kind: 'RESULTS', empty: true });
  expect(events).toMatchObject([{ payload: { status: 'ROUTED', termination: 'BOUNDED_OUTPUT' } }]);
  // The record of the failed one must not count as the beginning of the request
  expect(events[0]?.aggregate_id).not.toBe(first.events[0]?.aggregate_id);
  const id = events[0]?.aggregate_id;
  const again = await questionsWith(async () => await Promise.resolve(empty)).ask(question);
  expect(again.events[0]?.aggregate_id).toBe(id);
});
