/** @module twin.test: hidden elements change nothing in the answers that an agent gets. */
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EnvelopeBody } from '../../../../schemas/envelope.ts';
import { sampled } from '../../../sampled.ts';
import { CASES as CHANGES_AND_QUESTIONS, type Targets } from './cases.ts';
import { CHECKS } from './check-cases.ts';
import { withoutChance } from './normalised.ts';
import { saidOfDryRuns, saidOfOwnRuns, type Said } from './own-runs.ts';
import { AGENTS, hiddenFrom, openTwin, type Twin } from './twins.ts';

const CASES = { ...CHANGES_AND_QUESTIONS, ...CHECKS };

let a: Twin;
let b: Twin;
beforeAll(async () => {
  [a, b] = [await openTwin('a'), await openTwin('b')];
});
afterAll(async () => {
  await a.harness.close();
  await b.harness.close();
});

/** The same arguments in both twins, except for ids of visible elements; ids hidden in the first twin are guesses in the other. */
function targetsOf(twin: Twin): Targets {
  const [level = '', wall = '', door = '', column = ''] = a.hidden;
  return {
    ids: twin.ids,
    seen_event: twin.events.seen,
    level,
    wall,
    door,
    column,
    floor: b.hidden[2] ?? '',
    event: a.events.hidden,
    branch: 'secret/a',
    runs: twin.runs,
    guessed: a.runs,
  };
}

/** Ids of elements as the twins report them. */
const ID = /\b[a-z]+_[0-9a-z]{12}\b/gu;

function normalised(given: object, said: object, hidden: readonly string[]): string {
  return withoutChance({ given, said, hidden }, Object.values(a.ids));
}

async function answer(
  twin: Twin,
  agent: string,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<{ readonly envelope: EnvelopeBody; readonly text: string }> {
  const envelope = await twin.owner.other(agent).ask(tool, args);
  return { envelope, text: normalised(args, envelope, hiddenFrom(agent, twin)) };
}

async function answers(twin: Twin, agent: string, tool: string): Promise<readonly string[]> {
  const all: string[] = [];
  const on = agent === 'designer' && !tool.endsWith('_operation') ? { branch: 'design/a' } : {};
  const cases = CASES[tool]?.(targetsOf(twin)) ?? [];
  for (const made of sampled(cases, 3, AGENTS.indexOf(agent))) {
    const args = { ...made, ...on };
    const { text } = await answer(twin, agent, tool, args);
    all.push(`${tool} ${normalised(args, args, [])}\n${text}`);
  }
  return all;
}

test('every tool of the three servers has cases, and the visible part is the same in both twins', () => {
  const listed = a.harness.gate.list(a.harness.principal).map(({ name }) => name);
  expect(Object.keys(CASES).toSorted()).toEqual(listed.toSorted());
  expect(b.ids).toEqual(a.ids);
  expect(a.hidden.some((id) => b.hidden.includes(id))).toBe(false);
});

/** An agent with level names instead of ids sees the same, so one case for everything is enough. */
const OF_NAMED = ['get_model_summary', 'query_elements', 'create_wall'];

describe.each(AGENTS)('for an agent that sees %s', (agent) => {
  test.each(agent === 'named' ? OF_NAMED : Object.keys(CASES))(
    '%s has the same answers for both twins',
    async (tool) => {
      expect(await answers(b, agent, tool)).toEqual(await answers(a, agent, tool));
    },
  );
});

/** An answer without random parts; throws if it names a hidden element. */
function shown(agent: string, twin: Twin, told: readonly Said[]): readonly string[] {
  const hidden = hiddenFrom(agent, twin);
  return told.map(
    ({ args, said }) => `${normalised(args, args, [])}\n${normalised(args, said, hidden)}`,
  );
}

describe.each(['levels', 'region', 'shell'])('an agent that sees %s', (agent) => {
  test.each([
    ['checks, reads again, compares and draws', saidOfOwnRuns],
    ['asks what changes make and resolve', saidOfDryRuns],
  ])('%s, and gets the same answers for both twins', async (_, ask) => {
    const [of_a, of_b] = [await ask(a, agent), await ask(b, agent)];
    expect(shown(agent, b, of_b)).toEqual(shown(agent, a, of_a));
    expect(of_a.filter(({ envelope }) => envelope.success).length).toBeGreaterThan(of_a.length / 4);
  });
});

test('checks for the owner include the hidden elements', async () => {
  for (const tool of [
    'clash_detection',
    'egress_analysis',
    'structural_check',
    'code_compliance',
  ]) {
    const [of_a, of_b] = [a, b].map(({ runs }) => runs.first[tool]?.findings);
    expect([tool, of_a]).not.toEqual([tool, of_b]);
  }
});

/** One case of each tool that an agent may commit without approval, by agent. */
const COMMITTED: readonly (readonly [agent: string, tool: string, number: number])[] = [
  ['region', 'create_level', 0],
  ['region', 'create_wall', 0],
  ['shell', 'create_floor', 0],
  ['levels', 'create_beam', 0],
  ['levels', 'create_opening', 0],
  ['levels', 'place_door', 0],
  ['levels', 'modify_parameter', 1],
  ['region', 'move_element', 3],
  ['region', 'copy_element', 1],
  ['levels', 'apply_changes', 2],
  ['levels', 'apply_changes', 1],
  ['shell', 'apply_changes', 0],
  ['region', 'create_branch', 0],
  ['levels', 'move_element', 6],
];

test('a commit has the same answer for both twins, and so does the view after it', async () => {
  let committed = 0;
  for (const [agent, tool, number] of COMMITTED) {
    const told: string[] = [];
    for (const twin of [a, b]) {
      const args = { ...CASES[tool]?.(targetsOf(twin))[number], dry_run: false };
      const { envelope, text } = await answer(twin, agent, tool, args);
      told.push(text);
      if (envelope.event_id === null) continue;
      committed += 1;
      const operation_id = { operation_id: envelope.event_id };
      told.push((await answer(twin, agent, 'get_operation', operation_id)).text);
    }
    expect(told.slice(told.length / 2)).toEqual(told.slice(0, told.length / 2));
  }
  expect(committed).toBeGreaterThan(COMMITTED.length);
  for (const agent of AGENTS) {
    for (const tool of ['get_model_summary', 'get_history', 'get_operation']) {
      expect(await answers(b, agent, tool)).toEqual(await answers(a, agent, tool));
    }
  }
});

test('a right guess at a hidden reference is answered like a wrong one', async () => {
  const { door, solid, south, ground } = a.ids;
  const wrong = 'wall_000000000000';
  const tries: readonly (readonly [
    tool: string,
    right: string,
    args: (guess: string) => Readonly<Record<string, unknown>>,
  ])[] = [
    ['query_elements', south, (host_id) => ({ filter: { host_id } })],
    ['query_elements', ground, (level_id) => ({ filter: { level_id } })],
    ['query_elements', south, (value) => ({ filter: { where: [{ field: 'host_id', value }] } })],
    ['query_elements', ground, (value) => ({ filter: { where: [{ field: 'level_id', value }] } })],
    ['level_elements', ground, (level_id) => ({ level_id })],
    [
      'modify_parameter',
      south,
      (value) => ({ element_id: door, parameter_name: 'host_id', value }),
    ],
    [
      'modify_parameter',
      ground,
      (value) => ({ element_id: solid, parameter_name: 'level_id', value }),
    ],
  ];
  for (const [tool, right, args] of tries) {
    const said = async (guess: string): Promise<string> =>
      (await answer(a, 'doors', tool, args(guess))).text.replaceAll(guess, '<guess>');
    expect([tool, await said(right)]).toEqual([tool, await said(wrong)]);
  }
});

/**
 * Answers that differ because a hidden element affects a visible one; docs/permissions.md has the same list.
 * Nothing hidden is named. `refusal` and `warnings` are the answer of the first twin, which has the hidden element.
 */
const FORCED: readonly {
  readonly what: string;
  readonly agent: string;
  readonly tool: string;
  readonly args: (t: Targets) => Readonly<Record<string, unknown>>;
  readonly refusal?: string;
  readonly warnings?: readonly string[];
}[] = [
  {
    what: 'the body of a wall cut by a hidden door',
    agent: 'shell',
    tool: 'get_element',
    args: ({ ids }) => ({ element_id: ids.east }),
  },
  {
    what: 'the outline of a wall that meets a hidden wall',
    agent: 'region',
    tool: 'get_element',
    args: ({ ids }) => ({ element_id: ids.south, include: ['outline'] }),
  },
  {
    what: 'an opening placed where a hidden one is',
    agent: 'shell',
    tool: 'place_window',
    args: ({ ids }) => ({ wall_id: ids.east, offset: 2100 }),
    refusal: 'REGENERATION_FAILED',
  },
  {
    what: 'deleting a host that contains hidden elements',
    agent: 'shell',
    tool: 'delete_elements',
    args: ({ ids }) => ({ element_ids: [ids.east] }),
    refusal: 'REGENERATION_FAILED',
  },
  {
    what: 'moving an element that has hidden dependants',
    agent: 'shell',
    tool: 'move_element',
    args: ({ ids }) => ({ element_id: ids.east, delta: { x: 1, y: 0, z: 0 } }),
    refusal: 'SCOPE_DENIED',
  },
  {
    what: 'changing a level that has hidden elements',
    agent: 'region',
    tool: 'modify_parameter',
    args: ({ ids }) => ({ element_id: ids.ground, parameter_name: 'elevation', value: -100 }),
    refusal: 'SCOPE_DENIED',
  },
  {
    what: 'a room whose space is divided by a hidden wall',
    agent: 'region',
    tool: 'create_room',
    args: ({ ids }) => ({ level_id: ids.ground, point: { x: 22_000, y: 13_000 } }),
    refusal: 'SCOPE_DENIED',
  },
  {
    what: 'a warning about a hidden element',
    agent: 'region',
    tool: 'create_wall',
    args: ({ ids }) => ({
      level_id: ids.ground,
      start: { x: 25_000, y: -500 },
      end: { x: 25_000, y: 500 },
    }),
    warnings: ['it also concerns something that you may not see'],
  },
  {
    what: 'changing a group element whose counterpart is hidden',
    agent: 'region',
    tool: 'modify_parameter',
    args: ({ ids }) => ({ element_id: ids.beam, parameter_name: 'elevation_offset', value: -1 }),
    refusal: 'SCOPE_DENIED',
  },
  {
    what: 'grouping elements that belong to a hidden group, with several placements',
    agent: 'region',
    tool: 'create_group',
    args: ({ ids }) => ({
      name: 'Beams',
      element_ids: [ids.beam],
      placements: [{ move: { x: 0, y: 500 } }],
    }),
    refusal: 'SCOPE_DENIED',
  },
  {
    what: 'a new level with the name of a hidden one',
    agent: 'levels',
    tool: 'create_level',
    args: () => ({ name: 'VAULT', elevation: 6000 }),
    refusal: 'REGENERATION_FAILED',
  },
  {
    what: 'a new branch with the name of a hidden one',
    agent: 'levels',
    tool: 'create_branch',
    args: ({ branch }) => ({ name: branch.toUpperCase() }),
    refusal: 'BRANCH_EXISTS',
  },
];

describe('known leaks, which name nothing hidden:', () => {
  beforeAll(async () => {
    const wall = (start: object, end: object): object => ({
      tool: 'create_wall',
      arguments: { level_id: a.ids.ground, start, end },
    });
    const P = (x: number, y: number): object => ({ x, y });
    const ring = [P(20_000, 12_000), P(24_000, 12_000), P(24_000, 16_000), P(20_000, 16_000)];
    const around = ring.map((start, n) => wall(start, ring[(n + 1) % 4] ?? start));
    for (const twin of [a, b]) await twin.owner.done('apply_changes', { operations: around });
    const made = await a.owner.done('apply_changes', {
      operations: [
        { tool: 'place_door', arguments: { wall_id: a.ids.east, offset: 2000 } },
        // These walls begin inside the region and end outside.
        wall(P(10_000, 0), P(40_000, 0)),
        wall(P(22_500, 10_000), P(22_500, 40_000)),
        {
          tool: 'create_group',
          arguments: {
            name: 'Beams',
            element_ids: [a.ids.beam],
            placements: [{ move: P(0, 90_000) }],
          },
        },
      ],
    });
    const visible: readonly string[] = Object.values(a.ids);
    const named = JSON.stringify(made.data).match(ID) ?? [];
    a.hidden.push(...named.filter((id) => !visible.includes(id)));
  });

  test.each(FORCED)('$what', async ({ agent, tool, args, refusal = null, warnings = [] }) => {
    const [with_it, without] = [
      await answer(a, agent, tool, args(targetsOf(a))),
      await answer(b, agent, tool, args(targetsOf(b))),
    ];
    expect([with_it.envelope.error?.name ?? null, without.envelope.error]).toEqual([
      refusal,
      undefined,
    ]);
    expect(with_it.envelope.warnings).toEqual(warnings);
    expect(with_it.text).not.toBe(without.text);
  });

  test('each known leak is listed in docs/permissions.md', () => {
    const page = readFileSync(new URL('../../../../docs/permissions.md', import.meta.url), 'utf8');
    for (const { what } of FORCED) expect(page).toContain(`- ${what}`);
  });
});
