/** @module element-scope.test: plans sent directly to a keeper, which checks every element that they touch itself. */
import { describe, expect, it } from 'vitest';

import type { ElementRecord, ParamValues, PlannedEvent } from '../../../../schemas/events.ts';
import type { AgentRecord } from '../../../../schemas/governance.ts';
import { AgentPermissions } from '../../../../schemas/permissions.ts';
import {
  created,
  level,
  makes,
  modified,
  outcome,
  person,
  ROBOT,
  storey,
  wall,
  Workspace,
} from './workspace.ts';

type Scope = NonNullable<AgentPermissions['permissions']['MODIFY']>;

const opening = (id: string, host_id: string): PlannedEvent =>
  makes({
    id,
    kind: 'opening',
    params: { host_id, name: null, offset: 100, location: null, sill: 0, width: 900, height: 2000 },
  });
const changed = (id: string, updates: ParamValues, previous: ParamValues): PlannedEvent => ({
  type: 'element.modified',
  aggregate_id: id,
  payload: { updates, previous },
});
const hosted = (host_id: string, hosted_id: string): PlannedEvent => ({
  type: 'element.hosted',
  aggregate_id: host_id,
  payload: { host_id, hosted_id },
});
const joined = (...element_ids: readonly string[]): PlannedEvent => ({
  type: 'elements.joined',
  aggregate_id: element_ids[0] ?? '',
  payload: {
    element_ids,
    join_type: 'butt',
    previous: Object.fromEntries(element_ids.map((id) => [id, 'auto'])),
  },
});
const excluded = (...element_ids: readonly string[]): PlannedEvent => ({
  type: 'clash.excluded',
  aggregate_id: 'excluded clashes',
  payload: { clash_id: 'c', element_ids, because: 'by design', excluded: true },
});
const drawn = (
  type: 'view.created' | 'sheet.created',
  ...level_ids: readonly string[]
): PlannedEvent => ({
  type,
  aggregate_id: 'drawing',
  payload: { definition: {}, level_ids },
});
/** A comment on a topic that names these elements. */
const commented = (...element_ids: readonly string[]): PlannedEvent => ({
  type: 'topic.updated',
  aggregate_id: 'topics',
  payload: {
    author: 'robot',
    changes: {},
    comments: [{ text: 'x', viewpoint: null }],
    element_ids: [...element_ids],
    imported: null,
    topic_id: 't',
  },
});
const written = (type: 'schedule.generated' | 'export.created'): PlannedEvent => ({
  type,
  aggregate_id: 'artefacts at a.ifc',
  payload: {
    tool: 'export_ifc',
    options: {},
    head: { branch: 'main', seq: null, at: null },
    whole: true,
    file: { bytes: 1, media_type: 'text/plain', path: 'a.ifc', sha256: '0'.repeat(64) },
    counts: {},
  },
});
const groupRecord = (id: string, members: readonly (readonly string[])[]): ElementRecord => ({
  id,
  kind: 'group',
  params: {
    name: id,
    members: members.map((row) => [...row]),
    placements: members.map((_, row) => ({
      number: row + 1,
      x: 0,
      y: 0,
      turn_deg: 0,
      mirrored: false,
    })),
  },
});
const grouped = (id: string, members: readonly (readonly string[])[]): PlannedEvent =>
  makes(groupRecord(id, members));
/** A wall on the level `M`, 50 m away from all others. */
const far = { start: { x: 50_000, y: 0 }, end: { x: 55_000, y: 0 } };
const ann = person('ann');

/** Levels L and M, walls W, V on L and F on M, an opening O in W and P in F, a grid line G, and a group of V. */
async function building(): Promise<Workspace> {
  const ws = await Workspace.found();
  await ws.addApprover(ann);
  const M = { ...storey('M'), params: { name: 'M', elevation: 3000, height: 3000 } };
  const reply = await ws.submit([
    level('L'),
    { type: 'level.created', aggregate_id: 'M', payload: { element: M } },
    wall('W'),
    wall('V', { end: { x: 0, y: 4000 } }),
    wall('F', { level_id: 'M', ...far }),
    opening('O', 'W'),
    opening('P', 'F'),
    created('G'),
    grouped('group of V', [['V']]),
  ]);
  expect(reply).toMatchObject({ status: 'committed' });
  return ws;
}

/** The keeper's answer to events from an agent with this scope for every action, without a gate. */
async function answer(
  scope: Scope,
  events: readonly PlannedEvent[],
  branch = 'main',
): Promise<string> {
  await using ws = await building();
  const agent: AgentRecord = {
    ...ROBOT,
    name: 'narrow',
    agent_id: 'agent-narrow',
    permissions: AgentPermissions.parse({
      permissions: { READ: {}, CREATE: scope, MODIFY: scope, DELETE: scope },
    }),
  };
  const signed = await ws.signed('agent', agent, ann);
  expect(outcome(await ws.registry({ change: 'agent', record: agent, signed }))).toBe('done');
  return outcome(await ws.submit(events, { from: agent, branch }));
}

const WALLS = { categories: ['Walls'] };
const OPENINGS = { categories: ['Openings'] };
const GRIDS = { categories: ['Grids'] };
const ON_L = { levels: ['L'] };
const WITHIN = {
  regions: [{ min: { x: -500, y: -500, z: 0 }, max: { x: 6000, y: 6000, z: 3000 } }],
};
const name = (id: string): PlannedEvent => changed(id, { name: 'new' }, { name: null });
const gone = (event: PlannedEvent): PlannedEvent => {
  if (event.type !== 'element.created') throw new Error('want an element that is made');
  const { element } = event.payload;
  return {
    type: 'element.deleted',
    aggregate_id: element.id,
    payload: { element, cascade_of: null },
  };
};
const farWall = wall('F', { level_id: 'M', ...far });
const farOpening = opening('P', 'F');

describe('a keeper refuses SCOPE_DENIED for', () => {
  it.each<[string, Scope, readonly PlannedEvent[]]>([
    ['a created element of another category', WALLS, [created('new')]],
    ['a created level without its category', WALLS, [level('N')]],
    ['a modified element of another category', GRIDS, [name('W')]],
    [
      'a modified level without its category',
      GRIDS,
      [changed('L', { height: 2500 }, { height: 3000 })],
    ],
    ['a deleted element of another category', GRIDS, [gone(farOpening)]],
    ['joined walls without their category', GRIDS, [joined('W', 'V')]],
    ['an element of another category in an event of its host', GRIDS, [hosted('W', 'O')]],
    ['elements of another category that may clash', GRIDS, [excluded('W', 'V')]],
    ['one of two elements that may clash', WALLS, [excluded('W', 'O')]],
    [
      'a changed group without its category',
      WALLS,
      [changed('group of V', { name: 'other' }, { name: 'group of V' })],
    ],
    ['a topic about an element of another category', GRIDS, [commented('W')]],
    ['a topic about an unknown element', WALLS, [commented('W', 'ifc x')]],
    ['a view without the category of views', WALLS, [drawn('view.created')]],
    ['a sheet without the category of views', WALLS, [drawn('sheet.created')]],
    ['a schedule without the category of schedules', WALLS, [written('schedule.generated')]],
    ['an export without the category of exports', WALLS, [written('export.created')]],
    ['a created element on another level', ON_L, [wall('new', { level_id: 'M' })]],
    ['a created level', ON_L, [level('N')]],
    ['a modified element on another level', ON_L, [name('F')]],
    [
      'an element that moves to another level',
      ON_L,
      [changed('W', { level_id: 'M' }, { level_id: 'L' })],
    ],
    [
      'an element that moves from another level',
      ON_L,
      [changed('F', { level_id: 'L' }, { level_id: 'M' })],
    ],
    [
      'a modified level that is another one',
      ON_L,
      [changed('M', { height: 2500 }, { height: 3000 })],
    ],
    ['an opening in a wall on another level', ON_L, [name('P')]],
    ['an opening created in a wall on another level', ON_L, [opening('new', 'F')]],
    ['a deleted element on another level', ON_L, [gone(farOpening), gone(farWall)]],
    ['joined walls, one on another level', ON_L, [joined('W', 'F')]],
    ['elements that may clash, one on another level', ON_L, [excluded('W', 'F')]],
    ['an element on no level', ON_L, [modified('G', 2)]],
    ['a group with an element on another level', ON_L, [grouped('new', [['W', 'F']])]],
    ['a topic about elements, one on another level', ON_L, [commented('W', 'F')]],
    ['a view of another level', ON_L, [drawn('view.created', 'M')]],
    [
      'a view whose definition shows another level than it names',
      ON_L,
      [
        {
          ...drawn('view.created', 'L'),
          payload: { definition: { shows: { level_id: 'M' } }, level_ids: ['L'] },
        } as PlannedEvent,
      ],
    ],
    ['a sheet of two levels, one of them another level', ON_L, [drawn('sheet.created', 'L', 'M')]],
    ['a created element far from the region', WITHIN, [wall('new', far)]],
    ['a modified element far from the region', WITHIN, [name('F')]],
    [
      'an element that moves far out of the region',
      WITHIN,
      [changed('W', { end: { x: 90_000, y: 0 } }, { end: { x: 5000, y: 0 } })],
    ],
    [
      'an element that moves into the region',
      WITHIN,
      [changed('F', { start: { x: 0, y: 0 }, end: { x: 0, y: 5000 } }, far)],
    ],
    ['a deleted element far from the region', WITHIN, [gone(farOpening), gone(farWall)]],
    ['joined walls, one far from the region', WITHIN, [joined('W', 'F')]],
    ['a modified element on another branch', { branch_patterns: ['design/*'] }, [name('W')]],
    [
      'an element in an event of its host on another branch',
      { branch_patterns: ['design/*'] },
      [hosted('W', 'O')],
    ],
  ])('%s', async (_, scope, events) => {
    expect(await answer(scope, events)).toBe('SCOPE_DENIED');
  });

  it('a modified element that a new branch has from its parent', async () => {
    const fork: PlannedEvent = {
      type: 'branch.created',
      aggregate_id: 'design/a',
      payload: { name: 'design/a', from: 'main', from_seq: 9 },
    };
    expect(await answer(GRIDS, [fork, name('W')], 'design/a')).toBe('SCOPE_DENIED');
    expect(await answer(WALLS, [fork, name('W')], 'design/a')).toBe('committed');
  });
});

describe('a keeper accepts', () => {
  it.each<[string, Scope, readonly PlannedEvent[]]>([
    ['a modified element of the category', WALLS, [name('W')]],
    [
      'an opening of the category in a wall of another one',
      OPENINGS,
      [opening('new', 'F'), hosted('F', 'new')],
    ],
    ['joined walls of the category', WALLS, [joined('W', 'V')]],
    ['elements of the category that may clash', WALLS, [excluded('W', 'V')]],
    ['a modified element on the level', ON_L, [name('W')]],
    ['a modified element on a level that the scope names', { levels: ['L'] }, [name('O')]],
    ['the level itself', ON_L, [changed('L', { height: 2500 }, { height: 3000 })]],
    [
      'a group on the level',
      ON_L,
      [changed('group of V', { name: 'other' }, { name: 'group of V' })],
    ],
    ['a topic about elements of the category', WALLS, [commented('W', 'V')]],
    ['a topic about an element on the level', ON_L, [commented('W')]],
    ['a topic about nothing', { categories: ['Topics'] }, [commented()]],
    ['a view of the level', { ...ON_L, categories: ['Views'] }, [drawn('view.created', 'L')]],
    [
      'an export of the category of exports',
      { categories: ['Exports'] },
      [written('export.created')],
    ],
    ['a modified element in the region', WITHIN, [name('W')]],
    ['an opening, whose place only the model can compute', WITHIN, [name('P')]],
    [
      'a new element with its hosted element',
      WALLS,
      [
        wall('new', { start: { x: 0, y: 500 } }),
        changed('new', { height: 2500 }, { height: 3000 }),
      ],
    ],
  ])('%s', async (_, scope, events) => {
    expect(await answer(scope, events)).toBe('committed');
  });

  it('a group that changes only with an element that goes, without the category of groups', async () => {
    const V = wall('V', { end: { x: 0, y: 4000 } });
    const events = [
      gone(V),
      {
        type: 'element.deleted',
        aggregate_id: 'group of V',
        payload: { element: groupRecord('group of V', [['V']]), cascade_of: 'V' },
      } as const,
    ];
    // It disappears with its last element, which counts as a deletion of the group
    expect(await answer(WALLS, events)).toBe('SCOPE_DENIED');
    expect(await answer({ categories: ['Walls', 'Groups'] }, events)).toBe('pending');
  });
});
