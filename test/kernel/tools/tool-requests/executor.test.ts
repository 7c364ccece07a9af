/** @module executor.test: answers to tool requests: visibility, time windows, exact excerpts and their provenance. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import { createToolRequestEngine } from '../../../../kernel/tools/tool-requests/engine.ts';
import type { RoutedToolRequest } from '../../../../kernel/tools/tool-requests/engine.ts';
import { EXCERPT_UNITS, excerptAt } from '../../../../kernel/tools/tool-requests/excerpt.ts';
import {
  AnswerRefusal,
  createQuestionExecutor,
} from '../../../../kernel/tools/tool-requests/executor.ts';
import type {
  QuestionTool,
  ResultPack,
  SourceText,
} from '../../../../kernel/tools/tool-requests/executor.ts';

const KNOWLEDGE = {
  actors: new Map([
    ['rebecca', ['REBECCA_VIEW', 'PUBLIC_VIEW']],
    ['george', ['GEORGE_VIEW']],
  ]),
  views: new Map([
    ['PUBLIC_VIEW', { private_of: [] }],
    ['REBECCA_VIEW', { private_of: ['rebecca'] }],
    ['GEORGE_VIEW', { private_of: ['george'] }],
  ]),
};

const entry = (id: number, text: string, more: Partial<SourceText> = {}): SourceText => ({
  entry_id: `e${id}`,
  bundle_id: `b${id}`,
  created_at: `2026-01-0${id}T00:00:00Z`,
  visibility: { scope: 'PUBLIC' },
  person_ids: [],
  text,
  ...more,
});

const LOG = [
  entry(1, 'a Door was placed in the fire wall'),
  entry(2, 'a fire door, 90 minutes'),
  entry(3, 'a secret fire door', { visibility: { scope: 'PRIVATE', actor: 'rebecca' } }),
  entry(4, 'a window', { person_ids: ['sam'] }),
  entry(5, 'the fire door was deleted', { person_ids: ['sam'] }),
];

const TOOL: QuestionTool = {
  name: 'get_element',
  ask: async (query) => {
    if (query !== 'wall') {
      throw query === 'bug' ? new Error('/etc/passwd') : new AnswerRefusal('no such element');
    }
    return [
      entry(1, 'x'.repeat(2000)),
      entry(3, 'mine', { visibility: { scope: 'PRIVATE', actor: 'george' } }),
    ];
  },
};

type Question = {
  readonly name?: string;
  readonly query?: string;
  readonly actor?: string;
  readonly view?: string;
  readonly limit?: number;
  readonly time_window?: { from: string | null; to: string | null } | null;
  readonly person_id?: string | null;
};

let ids = 0;
async function ask(question: Question, log: readonly SourceText[] = LOG) {
  const executor = createQuestionExecutor({
    tools: [TOOL],
    events: { newestFirst: () => log.toReversed() },
    knowledge: KNOWLEDGE,
  });
  const routed: RoutedToolRequest[] = [];
  const engine = createToolRequestEngine({
    tools: executor.names,
    knowledge: KNOWLEDGE,
    activeBeat: () => ({ request_id: 'r', beat_id: 'b' }),
    audit: { append: async () => {} },
    route: (one) => routed.push(one),
  });
  const { name = 'LEDGER_SEARCH', query = 'fire door', actor = 'rebecca' } = question;
  const { view = 'REBECCA_VIEW', limit = 10, time_window = null, person_id = null } = question;
  await engine.validate_and_route_tool_request(
    JSON.stringify({
      tool_request_id: `q${(ids += 1)}`,
      request_id: 'r',
      requested_by: { engine: 'w', actor, knowledge_view: view },
      tool: { name, query_text: query, constraints: { time_window, limit, person_id } },
    }),
  );
  const [one] = routed;
  if (one === undefined) throw new Error('the question was rejected');
  return await executor.execute(one);
}

const found = (answer: Awaited<ReturnType<typeof ask>>): readonly string[] =>
  (answer as ResultPack).results.map(({ entry_id }) => entry_id);

describe('LEDGER_SEARCH', () => {
  test('ranks the whole phrase before its words, and newer entries before older ones', async () => {
    expect(found(await ask({}))).toEqual(['e5', 'e3', 'e2', 'e1']);
  });
  test.each<[string, Question, readonly string[]]>([
    [
      'shows private entries only to their owner',
      { actor: 'george', view: 'GEORGE_VIEW' },
      ['e5', 'e2', 'e1'],
    ],
    ['shows a public view only public entries', { view: 'PUBLIC_VIEW' }, ['e5', 'e2', 'e1']],
    ['returns at most `limit` entries', { limit: 1 }, ['e5']],
    [
      'includes both ends of a time window',
      { time_window: { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' } },
      ['e3', 'e2'],
    ],
    [
      'excludes entries after the end of a time window',
      { time_window: { from: null, to: '2026-01-01T23:59:59Z' } },
      ['e1'],
    ],
    ['returns only entries about a given person', { person_id: 'sam' }, ['e5']],
    ['answers without results when nothing matches', { query: 'roof' }, []],
    ['takes pattern characters literally', { query: '.*' }, []],
    ['ignores case', { query: 'FIRE DOOR, 90' }, ['e2']],
  ])('%s', async (_, question, expected) => {
    const answer = await ask(question);
    expect(found(answer)).toEqual(expected);
    expect(answer).toMatchObject({ kind: 'RESULTS', empty: expected.length === 0, notes: null });
  });
});

describe('LEDGER_GET', () => {
  test.each<[string, Question, readonly string[]]>([
    ['returns the entry with an id', { query: 'e2' }, ['e2']],
    ['returns nothing for part of an id', { query: 'e' }, []],
    ['returns nothing for an entry outside the view', { query: 'e3', view: 'PUBLIC_VIEW' }, []],
  ])('%s', async (_, question, expected) => {
    expect(found(await ask({ ...question, name: 'LEDGER_GET' }))).toEqual(expected);
  });
});

describe('a question to a reading tool', () => {
  test('is answered with excerpts, provenance and the same visibility', async () => {
    const answer = await ask({ name: 'get_element', query: 'wall' });
    expect(answer).toMatchObject({
      results: [
        {
          entry_id: 'e1',
          verbatim_excerpt: 'x'.repeat(EXCERPT_UNITS),
          provenance: {
            source: 'get_element',
            source_sha256: sha256Hex('x'.repeat(2000)),
            offset: 0,
            length: EXCERPT_UNITS,
          },
        },
      ],
    });
  });
  test.each([
    [
      'cannot be answered',
      'door',
      { kind: 'FAILED', code: 'CANNOT_ANSWER', cause: 'no such element' },
    ],
    ['makes the tool fail', 'bug', { kind: 'FAILED', code: 'BROKEN', cause: 'the tool failed' }],
  ])('fails when it %s', async (_, query, expected) => {
    expect(await ask({ name: 'get_element', query })).toEqual(expected);
  });
});

test('a question that was not routed by an engine is not answered', async () => {
  const executor = createQuestionExecutor({
    tools: [],
    events: { newestFirst: () => LOG },
    knowledge: KNOWLEDGE,
  });
  const tool_request = JSON.stringify({
    tool_request_id: 'q',
    request_id: 'r',
    requested_by: { engine: 'w', actor: 'rebecca', knowledge_view: 'REBECCA_VIEW' },
    tool: {
      name: 'LEDGER_SEARCH',
      query_text: 'door',
      constraints: { time_window: null, limit: 5, person_id: null },
    },
  });
  expect(await executor.execute({ status: 'ROUTED', tool_request })).toMatchObject({
    kind: 'FAILED',
    code: 'NOT_APPROVED',
  });
});

test('an excerpt is an exact part of its source', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', '😀'), { maxLength: 2000, size: 'max' }),
      fc.nat(2000),
      (units, at) => {
        const text = units.join('');
        const excerpt = excerptAt(text, Math.min(at, text.length));
        expect(text.slice(excerpt.offset, excerpt.offset + excerpt.text.length)).toBe(excerpt.text);
        expect(excerpt.text.length).toBeLessThanOrEqual(EXCERPT_UNITS);
        expect(excerpt.text.isWellFormed()).toBe(true);
      },
    ),
  );
});
