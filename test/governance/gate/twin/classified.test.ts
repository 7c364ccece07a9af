/** @module tests of classifications with hidden types: an agent that does not see types learns nothing of their codes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { connectionOf } from '../../../../governance/access/principal.ts';
import { type Approving, approving } from '../approving.ts';
import { type Harness, openHarness } from '../harness.ts';
import { BUILDING_SERVERS } from './building-servers.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const SECRET = /vault/iu;
const Results = z.looseObject({
  results: z.array(z.looseObject({ id: z.string(), as: z.string().optional() })),
});
const Ids = z.object({ ground: z.string(), type: z.string(), wall: z.string(), other: z.string() });

type Twin = {
  readonly harness: Harness;
  readonly owner: Approving;
  readonly ids: z.output<typeof Ids>;
};

/** A house whose walls have a hidden type; in one twin the type has codes, in the other a property. */
async function openTwin(isClassified: boolean): Promise<Twin> {
  let count = 0;
  const randomId = (): string => {
    count += 1;
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  };
  const harness = await openHarness(BUILDING_SERVERS, { randomId });
  const all = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };
  const owner = await approving(harness, { reader: { permissions: all } });
  const wall = (as: string, y: number): object => ({
    tool: 'create_wall',
    arguments: { level_id: '$ground', type_id: '$type', start: P(0, y), end: P(6000, y) },
    as,
  });
  const layers = [{ material: 'brick', thickness: 240 }];
  const made = await owner.done('apply_changes', {
    operations: [
      {
        tool: 'create_level',
        arguments: { name: 'Ground', elevation: 0, height: 3000 },
        as: 'ground',
      },
      { tool: 'create_type', arguments: { name: 'Brick', for: 'wall', layers }, as: 'type' },
      wall('wall', 0),
      wall('other', 4000),
    ],
  });
  const named = Results.parse(made.data).results.map(({ id, as }) => [as ?? '', id]);
  const ids = Ids.parse(Object.fromEntries(named));
  const give = async (element_id: string, set: string, properties: object): Promise<unknown> =>
    await owner.done('set_properties', { element_ids: [element_id], set, properties });
  await give(ids.wall, 'classification', { 'House list': 'SEEN-1' });
  const codes = { 'House list': 'VAULT-7', OmniClass: { code: '21-02 20', name: 'Vault' } };
  await (isClassified
    ? give(ids.type, 'classification', codes)
    : give(ids.type, 'Own', { Note: 'vault' }));
  const { max_import_elements: _, ...limits } = harness.agent.permissions;
  await owner.narrowed('reader', {
    ...limits,
    permissions: {
      CREATE: {},
      MODIFY: {},
      DELETE: {},
      READ: { categories: ['Walls', 'Levels'] },
    },
    requires_approval: [...limits.requires_approval],
  });
  return { harness, owner, ids };
}

let a: Twin;
let b: Twin;
beforeAll(async () => {
  [a, b] = [await openTwin(true), await openTwin(false)];
});
afterAll(async () => {
  await a.harness.close();
  await b.harness.close();
});

/** The answer to the agent, without random ids and times. */
async function answered({ owner, harness }: Twin, tool: string, args: object): Promise<string> {
  const { envelope } = await harness.gate.call(connectionOf(owner.other('reader').principal), {
    tool,
    arguments: { reasoning: 'a test', ...args },
    signal: new AbortController().signal,
    progress: () => {},
  });
  const { timestamp: _timestamp, audit: _audit, ...rest } = envelope;
  return JSON.stringify(rest)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu, '<uuid>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, '<time>');
}

type Args = Readonly<Record<string, unknown>> & { readonly element_ids?: readonly unknown[] };
const WALLS = { categories: ['Walls'] };
const CODE = 'classification.House list';
const CASES: readonly (readonly [tool: string, args: (ids: Twin['ids']) => Args])[] = [
  ['get_element', ({ wall }) => ({ element_id: wall, include: ['classifications'] })],
  ['get_element', ({ other }) => ({ element_id: other, include: ['classifications', 'file'] })],
  ['get_element', ({ other }) => ({ element_id: other, include: ['standard_sets'] })],
  ['query_elements', () => ({ filter: WALLS, fields: [CODE, 'classification.OmniClass'] })],
  ...['SEEN-1', 'VAULT-7', null].map(
    (value) =>
      [
        'query_elements',
        () => ({ filter: { where: [{ field: CODE, op: 'eq', value }] }, fields: ['version'] }),
      ] as const,
  ),
  ...['other', 'type'].map(
    (name) =>
      [
        'set_properties',
        (ids: Record<string, string>) => ({
          element_ids: [ids[name]],
          set: 'classification',
          properties: { 'house list': 'SEEN-2' },
          dry_run: true,
        }),
      ] as const,
  ),
  [
    'modify_parameter',
    ({ other }) => ({
      element_id: other,
      parameter_name: 'classification',
      value: null,
      dry_run: true,
    }),
  ],
  ['data_completeness', () => ({ dictionary: 'dictionary.csv' })],
  ['data_completeness', () => ({ required_params: [CODE], categories: ['Walls'] })],
];

describe('for an agent that does not see types', () => {
  test('the twins have the same ids', () => {
    expect(b.ids).toEqual(a.ids);
  });

  test.each(CASES.map(([tool, args], i) => [`${i} ${tool}`, tool, args] as const))(
    'case %s has the same answer in both twins',
    async (_, tool, args) => {
      const given = args(a.ids);
      const [of_a, of_b] = [await answered(a, tool, given), await answered(b, tool, given)];
      expect(of_b).toBe(of_a);
      const isRefused = tool === 'modify_parameter' || given.element_ids?.[0] === a.ids.type;
      expect(of_a.includes('"success":true')).toBe(!isRefused);
      expect(of_a).not.toMatch(SECRET);
    },
  );

  test('the owner gets different answers', async () => {
    const include = ['classifications'];
    const [of_a, of_b] = await Promise.all(
      [a, b].map(async ({ owner, ids }) => {
        const { data } = await owner.ask('get_element', { element_id: ids.other, include });
        return JSON.stringify(data);
      }),
    );
    expect(of_a).toContain('VAULT-7');
    expect(of_b).not.toContain('VAULT-7');
  });
});
