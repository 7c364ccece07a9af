/** @module remarks.test: marks on hidden elements and places change nothing in the answers that an agent gets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EnvelopeBody } from '../../../../schemas/envelope.ts';
import type { Mark } from '../../../../schemas/governance.ts';
import { withoutChance } from './normalised.ts';
import { hiddenFrom, openTwin, type Twin } from './twins.ts';

let a: Twin;
let b: Twin;
beforeAll(async () => {
  [a, b] = [await openTwin('a'), await openTwin('b')];
});
afterAll(async () => {
  await a.harness.close();
  await b.harness.close();
});

const AT = { x: 2000, y: 2000, z: 0 };
const OUTSIDE = { x: 90_000, y: 0, z: 0 };

/** Marks in both twins, the first three about visible things; in the first twin also marks about hidden ones. */
function marksIn(twin: Twin, seen: string): Mark[] {
  const { ground } = twin.ids;
  const [level = '', wall = ''] = twin.hidden;
  const same: Mark[] = [
    { text: 'keep this', element_id: seen },
    { text: 'a door here', at: AT, level_id: ground },
    { text: 'both', element_id: seen, at: AT },
    { text: 'far away', at: OUTSIDE, level_id: ground },
    { text: 'in the air', at: AT },
  ];
  if (twin === b) return same;
  return [
    { text: 'secret wall', element_id: wall },
    ...same.slice(0, 2),
    { text: 'secret storey', at: AT, level_id: level },
    { text: 'secret level', element_id: level },
    { text: 'secret and visible', element_id: wall, at: AT },
    ...same.slice(2),
  ];
}

type Agent = 'levels' | 'region' | 'shell' | 'doors';
/** The element that each agent asks to delete, and the marks that it sees. */
const CASES: readonly (readonly [
  Agent,
  'door' | 'floor' | 'column' | 'solid',
  readonly string[],
])[] = [
  ['levels', 'column', ['keep this', 'a door here', 'far away']],
  ['region', 'door', ['keep this', 'a door here', 'both', 'in the air']],
  ['shell', 'floor', ['keep this', 'a door here', 'both', 'in the air']],
  ['doors', 'solid', ['keep this', 'both', 'in the air']],
];

describe.each(CASES)('an agent that sees %s', (agent, label, want) => {
  const asked = async (twin: Twin): Promise<string> => {
    const { ids, owner } = twin;
    const args = { element_ids: [ids[label]] };
    return await owner.other(agent).held('delete_elements', args);
  };
  const answer = async (
    twin: Twin,
    tool: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly envelope: EnvelopeBody; readonly text: string }> => {
    const envelope = await twin.owner.other(agent).ask(tool, args);
    const hidden = ['secret', ...hiddenFrom(agent, twin)];
    const given = { ...args, approval_id: '' };
    const text = withoutChance({ given, said: envelope, hidden }, Object.values(twin.ids));
    return { envelope, text: text.replaceAll(String(args['approval_id']), '<approval>') };
  };
  const textsOf = (marks: unknown): unknown =>
    Array.isArray(marks) ? marks.map((mark: unknown) => Object(mark).text) : marks;

  test('reads only marks on what it sees, and counts only these', async () => {
    const said: string[][] = [];
    for (const twin of [a, b]) {
      const texts: string[] = [];
      said.push(texts);
      const approval_id = await asked(twin);
      const marks = marksIn(twin, twin.ids[label]);
      expect(await twin.owner.comment(approval_id, 'look', marks)).toBe('commented');
      const only = twin === a ? marks.filter(({ text }) => text.startsWith('secret')) : undefined;
      expect(await twin.owner.comment(approval_id, 'and here', only)).toBe('commented');
      const pending = await answer(twin, 'get_operation', { approval_id });
      const [first, second] = Object(pending.envelope.data['comments']);
      expect(textsOf(first.marks)).toEqual(want);
      expect(second).not.toHaveProperty('marks');
      expect(await twin.owner.decide(approval_id, 'reject', marks)).toBe('rejected');
      const rejected = await answer(twin, 'get_operation', { approval_id });
      const [decision] = Object(rejected.envelope.error?.data['decisions']);
      expect(textsOf(decision.marks)).toEqual(want);
      const args = { element_ids: [twin.ids[label]], dry_run: false };
      const again = await answer(twin, 'delete_elements', args);
      expect(again.envelope.error).toMatchObject({
        name: 'APPROVAL_REJECTED',
        data: { marks: 2 * want.length },
      });
      texts.push(pending.text, rejected.text, again.text.replaceAll(approval_id, '<approval>'));
    }
    expect(said[1]).toEqual(said[0]);
  });
});

test('a mark on a hidden element stays hidden after the element was deleted', async () => {
  const { owner, ids, hidden } = a;
  const approval_id = await owner
    .other('region')
    .held('delete_elements', { element_ids: [ids.beam] });
  const [, , door = ''] = hidden;
  await owner.comment(approval_id, 'look', [{ text: 'secret', element_id: door }]);
  const read = async (): Promise<string> =>
    JSON.stringify(await owner.other('region').ask('get_operation', { approval_id }));
  expect(await read()).not.toContain('secret');
  const gone = await owner.held('delete_elements', { element_ids: [door] });
  expect(await owner.decide(gone)).toBe('executed');
  const after = await read();
  expect(after).toContain('"look"');
  expect(after).not.toContain('secret');
});

test('a mark on an element that the plan creates is seen by its requester', async () => {
  const { owner, ids } = a;
  const region = owner.other('region');
  const { approval_id = '', error } = await region.ask('apply_changes', {
    operations: [
      {
        tool: 'create_column',
        arguments: { level_id: ids.ground, location: { x: 6000, y: 4000 }, profile: '300x300' },
      },
      { tool: 'delete_elements', arguments: { element_ids: [ids.window] } },
    ],
    dry_run: false,
  });
  const diff: unknown = error?.data['diff'];
  const [created] = Object(diff).created;
  const marks = [{ text: 'too thin', element_id: String(created.id) }];
  expect(await owner.comment(approval_id, 'look', marks)).toBe('commented');
  const { data } = await region.ask('get_operation', { approval_id });
  expect(data['comments']).toMatchObject([{ text: 'look', marks }]);
});
