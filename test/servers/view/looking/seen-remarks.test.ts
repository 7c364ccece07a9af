/** @module seen-remarks.test: a person with a restricted READ sees no mark on hidden elements and places. */
import { beforeAll, describe, expect, test } from 'vitest';

import type { Mark } from '../../../../schemas/governance.ts';
import type { PermissionScope } from '../../../../schemas/permissions.ts';
import { seenRemarks } from '../../../../servers/view/looking/seen-remarks.ts';
import { rectangle, World } from '../../building/world.ts';
import { looker } from '../looking-of.ts';

let world: World;
let ground: string;
let wall: string;
let hidden: string;

beforeAll(async () => {
  world = await World.create();
  ground = await world.make('create_level', { name: 'Ground', elevation: 0 });
  const upper = await world.make('create_level', { name: 'Upper', elevation: 3000 });
  [wall = ''] = await rectangle(world, ground, [0, 0, 5000, 4000]);
  [hidden = ''] = await rectangle(world, upper, [0, 0, 5000, 4000]);
  await world.domain.catchUp();
});

/** The remarks on a rejected plan with these marks, as a person with this READ sees them. */
async function seen(
  READ: PermissionScope,
  marks: Mark[],
  reason = 'no',
): Promise<Awaited<ReturnType<typeof seenRemarks>>> {
  const decision = { approver: 'ann', user_id: 'u', public_key: '', decided_at: '', signature: '' };
  const decisions = [{ ...decision, verdict: 'reject' as const, reason, marks }];
  return await seenRemarks(
    { record: { approval_id: 'apr_1', decisions }, plan: { branch: 'main', events: [] } },
    {
      viewer: looker(READ),
      sees_all: Object.keys(READ).length === 0,
      domain: world.domain,
      reader: { counter: () => 0, auditAfter: () => [] },
    },
  );
}

describe('marks', () => {
  const region = { min: { x: -500, y: -500, z: -500 }, max: { x: 9000, y: 9000, z: 3050 } };
  const marks = (): Mark[] => [
    { text: 'seen', element_id: wall },
    { text: 'hidden', element_id: hidden },
    { text: 'here', at: { x: 1, y: 2, z: 3 }, level_id: ground },
    { text: 'far away', at: { x: 90_000, y: 2, z: 3 }, level_id: ground },
  ];
  test.each<[string, PermissionScope, readonly string[]]>([
    ['everything', {}, ['seen', 'hidden', 'here', 'far away']],
    ['one level', { levels: ['Ground'] }, ['seen', 'here', 'far away']],
    ['a region', { regions: [region] }, ['seen', 'here']],
    ['another branch', { branch_patterns: ['design/*'] }, []],
  ])('for a person who sees %s', async (_what, READ, want) => {
    const { decisions } = await seen(READ, marks());
    expect(decisions.map((one) => one.marks.map(({ text }) => text))).toEqual([want]);
  });

  test('and reasons name no hidden element', async () => {
    const text = `as for \`${hidden}\``;
    const said = [{ text, element_id: wall }];
    expect(JSON.stringify(await seen({}, said, text))).toContain(hidden);
    const shown = JSON.stringify(await seen({ levels: ['Ground'] }, said, text));
    expect(shown).not.toContain(hidden);
    expect(shown).toContain(wall);
  });
});
