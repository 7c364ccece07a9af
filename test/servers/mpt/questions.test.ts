/** @module questions.test: tool requests of a real client: answers, beats, what the log stores, and restarts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { connect, testWorkspace, type Connected, type TestWorkspace } from '../../e2e/connect.ts';

const why = { reasoning: 'a test of questions' };
const constraints = { time_window: null, limit: 50, person_id: null };
const search = { name: 'LEDGER_SEARCH', query_text: 'BOUND_GAS', constraints };
let workspace: TestWorkspace;
let mpt: Connected;

beforeAll(async () => {
  workspace = testWorkspace();
  mpt = await connect(workspace.dir, 'mpt');
});
afterAll(async () => {
  await mpt.close();
  workspace.remove();
});

type Options = { readonly request?: string; readonly beat?: string; readonly tool?: object };

async function submit(id: string, { request = 'first', beat, tool = search }: Options = {}) {
  return await mpt.call('submit_tool_request', {
    tool_request_id: id,
    request_id: request,
    ...(beat === undefined ? {} : { beat_id: beat }),
    requested_by: { engine: 'test', actor: 'agent', knowledge_view: 'PUBLIC' },
    tool,
    ...why,
  });
}

/** `RESULTS`, or the code of the rejection. */
async function ask(id: string, options: Options = {}): Promise<string> {
  const { success, error } = await submit(id, options);
  return success ? 'RESULTS' : String(error?.data['refusal']);
}

type Result = {
  readonly verbatim_excerpt: string;
  readonly provenance: { readonly length: number };
};

test('excerpts of the log are exact', async () => {
  const refused = await mpt.call('mpt_run', {
    tool: 'data.csv',
    input: { content: 'a\n1\n' },
    budget: { gas: 1 },
    context: { caller: 'test', exec_id: 'poor' },
    ...why,
  });
  expect(refused.error?.data).toMatchObject({ refusal: 'BOUND_GAS' });
  const log = await submit('q1', { request: 'log' });
  expect(log).toMatchObject({ success: true, data: { kind: 'RESULTS', empty: false } });
  const [first] = log.data['results'] as Result[];
  expect(first?.verbatim_excerpt).toContain('BOUND_GAS');
});

test('[ASK-1] excerpts of a reading tool are whole rows', async () => {
  const geometry = await connect(workspace.dir, 'geometry');
  for (let n = 1; n <= 9; n += 1) {
    const level = { name: `Level ${n}`, elevation: n * 3000, dry_run: false, ...why };
    expect((await geometry.call('create_level', level)).success).toBe(true);
  }
  await geometry.close();
  const levels = await submit('q2', {
    request: 'rows',
    tool: { name: 'GET_MODEL_SUMMARY', query_text: '{}', constraints },
  });
  const rows = (levels.data['results'] as Result[]).map(({ verbatim_excerpt, provenance }) => {
    expect(verbatim_excerpt).toHaveLength(provenance.length);
    // A row is an item of a list, or a member with its name
    return JSON.parse(
      verbatim_excerpt.startsWith('{') ? verbatim_excerpt : `{${verbatim_excerpt}}`,
    );
  });
  expect(JSON.stringify(rows)).toContain('Level 9');
  const limited = await submit('q3', {
    request: 'rows',
    tool: {
      name: 'GET_MODEL_SUMMARY',
      query_text: '{}',
      constraints: { ...constraints, limit: 1 },
    },
  });
  expect(limited.data).toMatchObject({ results: [{}], notes: expect.stringMatching(/^\d+ rows/) });
});

test('[ASK-2] a beat allows three questions, a request six, and neither can be reopened', async () => {
  expect([await ask('a'), await ask('b'), await ask('c'), await ask('d')]).toEqual([
    'RESULTS',
    'RESULTS',
    'RESULTS',
    'LIMIT_REACHED',
  ]);
  const second = { beat: 'second' };
  expect(await ask('a', second)).toBe('DUPLICATE');
  expect(await Promise.all(['e', 'f', 'g'].map(async (id) => await ask(id, second)))).toEqual([
    'RESULTS',
    'RESULTS',
    'RESULTS',
  ]);
  // All six questions are used: another beat has none left
  expect(await ask('h', { beat: 'third' })).toBe('LIMIT_REACHED');
  expect(await ask('i', second)).toBe('WRONG_BEAT');
  expect(await ask('a', { request: 'second' })).toBe('RESULTS');
  expect(await ask('j')).toBe('WRONG_BEAT');
});

test.each([
  [
    '[ASK-6] without a limit',
    { ...search, constraints: { ...constraints, limit: null } },
    'UNBOUNDED',
  ],
  [
    '[ASK-6] with too large a limit',
    { ...search, constraints: { ...constraints, limit: 51 } },
    'UNBOUNDED',
  ],
  [
    '[ASK-6] with no time window',
    { ...search, constraints: { limit: 5, person_id: null } },
    'UNBOUNDED',
  ],
  ['[ASK-8] of a tool that writes', { ...search, name: 'create_wall' }, 'UNKNOWN_TOOL'],
  ['[ASK-5] with an unknown member', { ...search, write: true }, 'NOT_A_REQUEST'],
])('%s, a question is rejected', async (_, tool, code) => {
  expect(await ask('n', { request: 'bounds', tool })).toBe(code);
});

test('[ASK-10] [ASK-11] an answer consists of the ids of the request and excerpts with provenance', async () => {
  const { data } = await submit('o', {
    request: 'quotes',
    tool: { ...search, query_text: 'ROUTED' },
  });
  expect(data).toMatchObject({ kind: 'RESULTS', tool_request_id: 'o', request_id: 'quotes' });
  for (const result of data['results'] as Result[]) {
    expect(result).toMatchObject({
      verbatim_excerpt: expect.any(String),
      provenance: expect.anything(),
    });
  }
  expect(data['notes'] ?? null).toSatisfy((notes) => notes === null || typeof notes === 'string');
});

test('[ASK-7] [ASK-12] a question without a view or with a directive is rejected and still recorded', async () => {
  const directive = await submit('k', {
    request: 'third',
    tool: { ...search, query_text: 'decide which wall is relevant' },
  });
  expect(directive.error?.data).toMatchObject({ refusal: 'SEMANTIC_DIRECTIVE' });
  expect(directive.event_id).not.toBeNull();
  const blind = await mpt.call('submit_tool_request', {
    tool_request_id: 'l',
    request_id: 'third',
    requested_by: { engine: 'test', actor: 'agent' },
    tool: search,
    ...why,
  });
  expect(blind.error?.data).toMatchObject({ refusal: 'KNOWLEDGE_VIEW_MISSING' });
});

type LoggedCall = {
  readonly tool?: string;
  readonly outcome: string;
  readonly termination?: string;
};

test('rejected questions are refused in the audit log, answered ones are not', async () => {
  const reader = openSqliteReader(join(workspace.dir, '.plumbline', 'ledger.db'));
  const entries = reader.auditAfter(0, 10_000).map(({ body }) => JSON.parse(body) as LoggedCall);
  reader.close();
  const outcomes = entries
    .filter(({ tool }) => tool === 'submit_tool_request')
    .map(({ outcome, termination }) => `${outcome} ${termination ?? ''}`.trim());
  expect(outcomes.slice(-2)).toEqual([
    'refused REFUSAL(SEMANTIC_DIRECTIVE)',
    'refused REFUSAL(KNOWLEDGE_VIEW_MISSING)',
  ]);
  expect(outcomes[0]).toBe('ok');
});

test('a connection has 24 questions, whatever requests it begins', async () => {
  const client = await connect(workspace.dir, 'mpt');
  const codes: string[] = [];
  for (let n = 0; n < 40; n += 1) {
    const { success, error } = await client.call('submit_tool_request', {
      tool_request_id: 'same',
      request_id: `loop ${n}`,
      requested_by: { engine: 'test', actor: 'agent', knowledge_view: 'PUBLIC' },
      tool: search,
      ...why,
    });
    codes.push(success ? 'RESULTS' : String(error?.data['refusal']));
  }
  await client.close();
  expect(codes.filter((code) => code === 'RESULTS')).toHaveLength(24);
  expect(codes.slice(24).every((code) => code === 'LIMIT_REACHED')).toBe(true);
});

/** All bytes of the log, decoded as Latin-1. */
function logBytes(): string {
  const home = join(workspace.dir, '.plumbline');
  return readdirSync(home)
    .filter((name) => name.startsWith('ledger.db'))
    .map((name) => readFileSync(join(home, name), 'latin1'))
    .join('\n');
}

test('[APEX-9] no phone number, address or key of a call is stored in the log, whichever tool it names', async () => {
  const phone = '+49 30 5556 7788';
  const mail = 'nobody.at.all@nowhere.example';
  const key = `ghp_${'q7'.repeat(18)}`;
  const secrets = `call ${phone} or ${mail} with ${key}`;
  const about = { reasoning: `they said: ${phone}, ${mail}` };
  await mpt.call('apex_route', { intent: secrets, payload: { note: secrets }, ...about });
  await mpt.call('code_js', { code: `"${phone} ${mail}".length`, ...about });
  await mpt.call('data_csv', { content: `who,tel\n${mail},${phone}\n`, ...about });
  await mpt.call('web_search', { query: `${mail} ${phone}`, ...about });
  await mpt.call('mpt_run', {
    tool: 'data.csv',
    input: { content: `a\n${phone}\n` },
    context: { caller: mail, exec_id: 'personal' },
    ...about,
  });
  await mpt.call('submit_tool_request', {
    tool_request_id: 'p1',
    request_id: 'personal',
    requested_by: { engine: 'test', actor: 'agent', knowledge_view: 'PUBLIC' },
    tool: {
      name: 'LEDGER_SEARCH',
      query_text: `${phone} ${mail}`,
      constraints: { time_window: null, limit: 5, person_id: null },
    },
    ...about,
  });
  const log = logBytes();
  expect(log).toContain('[masked:phone]');
  expect([phone, mail, key].filter((one) => log.includes(one))).toEqual([]);
});

test('[ASK-3] a request from before a restart cannot be continued', async () => {
  await mpt.close();
  mpt = await connect(workspace.dir, 'mpt');
  expect(await ask('m', { request: 'second' })).toBe('WRONG_BEAT');
  expect(await ask('a', { request: 'first', beat: 'fresh' })).toBe('WRONG_BEAT');
  expect(await ask('m', { request: 'fourth' })).toBe('RESULTS');
});
