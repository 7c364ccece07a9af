/** @module intents.test: the published intents lead to the expected tools; docs/routing.md has the rates. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { chooseTool } from '../../../../kernel/tools/apex/adviser.ts';
import { type CatalogueTool, rankTools } from '../../../../kernel/tools/apex/rank-tools.ts';
import { listedTools } from '../../../contract/listed.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const Intents = z.array(
  z.strictObject({
    family: z.string(),
    half: z.enum(['tuning', 'held_out']),
    question: z.boolean(),
    intent: z.string(),
    expect: z.array(z.string()).min(1),
  }),
);
const SET = Intents.parse(
  JSON.parse(readFileSync(join(ROOT, 'test/corpus/apex/intents.json'), 'utf8')),
);
const CATALOGUE: readonly CatalogueTool[] = listedTools().map(({ server, tool, action, type }) => ({
  name: tool.name,
  server,
  title: tool.title,
  description: tool.description,
  effect: action === 'READ' ? 'reads' : type === 'command' ? 'changes' : 'runs',
  required: [],
}));
const EFFECT = new Map(CATALOGUE.map(({ name, effect }) => [name, effect]));

type Row = (typeof SET)[number] & { readonly got: string };
const ROWS: readonly Row[] = SET.map((row) => {
  const choice = chooseTool(CATALOGUE, row.intent);
  return { ...row, got: choice.outcome === 'tool' ? choice.best.tool.name : 'ask' };
});

const right = (rows: readonly Row[]): number =>
  rows.filter((row) => row.expect.includes(row.got)).length;
const wrong = (rows: readonly Row[]): readonly string[] =>
  rows
    .filter((row) => !row.expect.includes(row.got))
    .map(({ intent, got }) => `${intent} → ${got}`);

/** Rows of the table in docs/routing.md: family, number of intents, right ones, and the guaranteed minimum. */
const DOCUMENTED = [
  ...readFileSync(join(ROOT, 'docs/routing.md'), 'utf8').matchAll(
    /^\| `?([a-z_ -]+?)`? \| (\d+) \| (\d+) \| (\d+) \|$/gm,
  ),
].map(([, name = '', intents, score, floor]) => ({
  name,
  intents: Number(intents),
  score: Number(score),
  floor: Number(floor),
}));

const rowsOf = (name: string): readonly Row[] => {
  switch (name) {
    case 'all':
      return ROWS;
    case 'questions':
      return ROWS.filter(({ question }) => question);
    case 'tuning half':
      return ROWS.filter(({ half }) => half === 'tuning');
    case 'held-out half':
      return ROWS.filter(({ half }) => half === 'held_out');
    default:
      return ROWS.filter(({ family }) => family === name);
  }
};

describe('the evaluation set', () => {
  test('has at least 60 intents in eight families, a third of them questions', () => {
    const families = new Set(SET.map(({ family }) => family));
    expect(families.size).toBe(8);
    expect(SET.length).toBeGreaterThanOrEqual(60);
    expect(rowsOf('questions').length * 3).toBeGreaterThanOrEqual(SET.length);
    expect(new Set(SET.map(({ intent }) => intent)).size).toBe(SET.length);
    expect(DOCUMENTED.map(({ name }) => name)).toEqual([
      ...families,
      'questions',
      'tuning half',
      'held-out half',
      'all',
    ]);
  });

  test('expects existing tools, and for questions no tool that changes the building', () => {
    const wanted = SET.flatMap(({ question, expect: names }) =>
      names.filter((name) => name !== 'ask').map((name) => ({ question, name })),
    );
    expect(wanted.filter(({ name }) => !EFFECT.has(name))).toEqual([]);
    expect(
      wanted.filter(({ question, name }) => question && EFFECT.get(name) === 'changes'),
    ).toEqual([]);
  });

  test.each(DOCUMENTED)('$name: at least the documented minimum is right', (row) => {
    const rows = rowsOf(row.name);
    expect(rows).toHaveLength(row.intents);
    // A failure message lists the wrong rows
    const verdict = right(rows) >= row.floor ? [] : wrong(rows);
    expect(verdict).toEqual([]);
    expect(row.score).toBeGreaterThanOrEqual(row.floor);
    expect(row.floor).toBeGreaterThanOrEqual(row.score - 2);
  });

  test('no question is answered with a tool that changes the building', () => {
    const changing = rowsOf('questions').filter(({ got }) => EFFECT.get(got) === 'changes');
    expect(changing).toEqual([]);
  });

  test('adding two tools does not change the points of other tools, for any intent', () => {
    const added = ['wall', 'door'].map((kind): CatalogueTool => ({
      name: `count_${kind}s`,
      server: 'spatial',
      title: `Count the ${kind}s of a level`,
      description: `Returns the number of ${kind}s, with their elements, rooms and history.`,
      effect: 'reads',
      required: [],
    }));
    const names = new Set(added.map(({ name }) => name));
    for (const { intent } of SET) {
      const before = rankTools(CATALOGUE, intent);
      const after = rankTools([...CATALOGUE, ...added], intent);
      const others = after.filter(({ tool }) => !names.has(tool.name));
      expect([intent, others]).toEqual([intent, before]);
    }
  });

  test('the source of the router contains none of its sentences', () => {
    const source = [
      'vocabulary.json',
      'vocabulary.ts',
      'read-intent.ts',
      'rank-tools.ts',
      'adviser.ts',
    ]
      .map((name) => readFileSync(join(ROOT, 'kernel/tools/apex', name), 'utf8').toLowerCase())
      .join('\n');
    const phrases = SET.filter(({ intent }) => intent.split(' ').length > 2);
    expect(phrases.filter(({ intent }) => source.includes(intent.toLowerCase()))).toEqual([]);
  });

  test.each([
    'draw a diagram of the approval process',
    'make a diagram with boxes and arrows',
    'make a diagram of who signs what',
    'draw a bubble diagram of the rooms',
    'make a picture of a stone house',
  ])('`%s` leads to image_text2im', (intent) => {
    const choice = chooseTool(CATALOGUE, intent);
    expect(choice.outcome === 'tool' ? choice.best.tool.name : 'ask').toBe('image_text2im');
  });

  test('a request for a plan of the building leads to create_plan, not to a diagram', () => {
    expect(chooseTool(CATALOGUE, 'draw a plan of the ground floor')).toMatchObject({
      outcome: 'tool',
      best: { tool: { name: 'create_plan' } },
    });
  });
});
