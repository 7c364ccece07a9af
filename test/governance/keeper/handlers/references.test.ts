/** @module tests of reference models: a keeper lets no plan change or use their elements, also one of no gate. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { ElementRecord, ParamValues, PlannedEvent } from '../../../../schemas/events.ts';
import { AgentPermissions } from '../../../../schemas/permissions.ts';
import { created, make } from '../../../kernel/building/model/build.ts';
import {
  levelRecord,
  madeImport,
  type MadeImport,
  revisionOf,
  undoneImport,
  wallRecord,
} from '../../../made-import.ts';
import { stageMade } from './staging.ts';
import { outcome, person, ROBOT, Workspace } from './workspace.ts';

const GROUND = levelRecord('level_r', 'structure Ground');
const WALLS = [0, 1].map((i) => wallRecord(`wall_r${i}`, GROUND.id, 4000 * i));
const DOOR: ElementRecord = make('door', 'door_r', { host_id: 'wall_r0' });
const STRUCTURE = madeImport([...WALLS, DOOR, GROUND], { reference: true });
const OWN = levelRecord('level_o', 'Ground');
const ann = person('ann', 'user-ann');
/** May do everything, so that nothing but the rule of references refuses. */
const HOSTILE = {
  ...ROBOT,
  permissions: AgentPermissions.parse({
    permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} },
  }),
};

let ws: Workspace;
beforeEach(async () => {
  ws = await Workspace.found({ agent: HOSTILE });
  await ws.addApprover(ann);
  await made(OWN);
  await made(wallRecord('wall_o', OWN.id));
});
afterEach(() => ws[Symbol.asyncDispose]());

async function made(element: ElementRecord): Promise<void> {
  expect(outcome(await ws.submit([creation(element)]))).toBe('committed');
}
function creation(element: ElementRecord): PlannedEvent {
  const type = element.kind === 'level' ? 'level.created' : 'element.created';
  return { type, aggregate_id: element.id, payload: { element } };
}
async function imported(one: MadeImport, branch = 'main'): Promise<void> {
  await stageMade(ws, one, ROBOT);
  const approval_id = await ws.hold([one.event], { branch });
  expect(outcome(await ws.decide(approval_id, ann))).toBe('executed');
}
const sets = (id: string, updates: ParamValues, previous: ParamValues): PlannedEvent => ({
  type: 'element.modified',
  aggregate_id: id,
  payload: { updates, previous },
});
const removes = (element: ElementRecord): PlannedEvent => ({
  type: 'element.deleted',
  aggregate_id: element.id,
  payload: { element, cascade_of: null },
});
const hosts = (host_id: string, hosted_id: string): PlannedEvent => ({
  type: 'element.hosted',
  aggregate_id: host_id,
  payload: { host_id, hosted_id },
});
const fork: PlannedEvent = {
  type: 'branch.created',
  aggregate_id: 'b',
  payload: { name: 'b', from: 'main', from_seq: 0 },
};
const FOREIGN_DOOR = created('door', 'door_o', { host_id: 'wall_r0' });
const OWN_DOOR = created('door', 'door_o', { host_id: 'wall_o' });

/** What an agent that bypasses the tools may send, by what it would do. */
const ATTACKS: readonly (readonly [what: string, events: readonly PlannedEvent[]])[] = [
  ['renames a wall', [sets('wall_r0', { name: 'mine' }, { name: null })]],
  ['renames the level', [sets('level_r', { name: 'mine' }, { name: 'structure Ground' })]],
  ['deletes a wall', WALLS.slice(1).map(removes)],
  [
    'joins walls',
    [
      {
        type: 'elements.joined',
        aggregate_id: 'wall_o',
        payload: {
          element_ids: ['wall_o', 'wall_r1'],
          join_type: 'butt',
          previous: { wall_o: 'auto', wall_r1: 'auto' },
        },
      },
    ],
  ],
  ['hosts a door', [FOREIGN_DOOR, hosts('wall_r0', 'door_o')]],
  ['hosts a door without its event', [FOREIGN_DOOR]],
  [
    'moves a door of its own into it',
    [OWN_DOOR, sets('door_o', { host_id: 'wall_r1' }, { host_id: 'wall_o' })],
  ],
  ['builds on its level', [creation(wallRecord('wall_n', GROUND.id))]],
  [
    'moves a wall onto its level',
    [sets('wall_o', { level_id: 'level_r' }, { level_id: 'level_o' })],
  ],
  ['groups its walls', [created('group', 'group_n', { members: [['wall_r0', 'wall_o']] })]],
  [
    'deletes and re-creates a wall',
    [...WALLS.slice(1).map(removes), ...WALLS.slice(1).map(creation)],
  ],
];

describe('a plan that', () => {
  test.each(ATTACKS)('%s of a reference is refused', async (_, events) => {
    await imported(STRUCTURE);
    const reply = await ws.submit(events);
    expect(outcome(reply)).toBe('INVALID_ARGUMENT');
    expect(JSON.stringify(reply)).toContain('reference model `import_1`');
  });

  test.each(ATTACKS)(
    '%s of the same file is no attack, if it is the building',
    async (_, events) => {
      await imported(madeImport([...WALLS, DOOR, GROUND]));
      expect(['committed', 'pending']).toContain(outcome(await ws.submit(events)));
    },
  );

  test('changes a reference that it imports itself is refused', async () => {
    await stageMade(ws, STRUCTURE, ROBOT);
    const events = [STRUCTURE.event, sets('wall_r0', { name: 'mine' }, { name: null })];
    expect(JSON.stringify(await ws.submit(events))).toContain('reference model `import_1`');
  });

  test('changes it on a branch of this branch, or with an empty cache, is refused', async () => {
    await imported(STRUCTURE);
    const head = await ws.transact((tx) => tx.headSeq());
    const later: PlannedEvent = {
      type: 'branch.created',
      aggregate_id: 'later',
      payload: { name: 'later', from: 'main', from_seq: head },
    };
    const renames = sets('wall_r0', { name: 'mine' }, { name: null });
    const touched = [{ branch: 'later', id: 'wall_r0', version: head }];
    const both = await ws.submit([later, renames], { branch: 'later' });
    expect(JSON.stringify(both)).toContain('reference model `import_1`');
    expect(outcome(await ws.submit([later], { branch: 'later' }))).toBe('committed');
    ws.restart();
    const reply = await ws.submit([renames], { branch: 'later', touched });
    expect(JSON.stringify(reply)).toContain('reference model `import_1`');
  });
});

test('a reference that needs an element of the building is refused', async () => {
  const bad = madeImport([wallRecord('wall_r9', OWN.id)], { reference: true });
  await stageMade(ws, bad, ROBOT);
  const reply = await ws.submit([bad.event]);
  expect(outcome(reply)).toBe('INVALID_ARGUMENT');
  expect(JSON.stringify(reply)).toContain('needs `level_o`, which is not part of it');
});

test('a reference on another branch restricts only that branch', async () => {
  expect(outcome(await ws.submit([fork], { branch: 'b' }))).toBe('committed');
  await imported(STRUCTURE, 'b');
  await made(GROUND);
  await made(wallRecord('wall_r0', GROUND.id));
  expect(outcome(await ws.submit([sets('wall_r0', { name: 'A' }, { name: null })]))).toBe(
    'committed',
  );
});

test('what a keeper undid as a whole may be built again as part of the building', async () => {
  await imported(STRUCTURE);
  const approval_id = await ws.hold([undoneImport(STRUCTURE)]);
  expect(outcome(await ws.decide(approval_id, ann))).toBe('executed');
  await made(GROUND);
  await made(wallRecord('wall_r0', GROUND.id));
  expect(outcome(await ws.submit([sets('wall_r0', { name: 'A' }, { name: null })]))).toBe(
    'committed',
  );
});

describe('an import of the building whose elements belong to a reference now', () => {
  const ALL = [...WALLS, DOOR, GROUND];
  const building = madeImport(ALL);
  const again = madeImport(ALL, { import_id: 'import_r', text: 'structure', reference: true });
  const gone = [DOOR, ...WALLS, GROUND].map(removes);
  const later = (text: string): MadeImport =>
    revisionOf(building, madeImport([GROUND], { import_id: 'import_2', text }));
  const why = 'of the import `import_1` belongs to the reference model `import_r` now';

  test.each<[string, (made: MadeImport) => PlannedEvent]>([
    ['revised', () => later('revised').event],
    ['undone', undoneImport],
  ])('is not %s', async (_, ends) => {
    await imported(building);
    await ws.decide(await ws.hold(gone), ann);
    await imported(again);
    await stageMade(ws, later('revised'), ROBOT);
    expect(JSON.stringify(await ws.submit([ends(building)]))).toContain(why);
    expect(outcome(await ws.decide(await ws.hold([undoneImport(again)]), ann))).toBe('executed');
    expect(JSON.stringify(await ws.submit([ends(building)]))).not.toContain(why);
  });

  test('is not revised by the plan that imports the reference', async () => {
    await imported(building);
    await stageMade(ws, { ...again, manifest: building.manifest }, ROBOT);
    await stageMade(ws, again, ROBOT);
    await stageMade(ws, later('revised'), ROBOT);
    const reply = await ws.submit([...gone, again.event, later('revised').event]);
    expect(JSON.stringify(reply)).toContain(why);
  });
});

describe('a revision of a reference', () => {
  const moved = wallRecord('wall_r0', GROUND.id, 500);
  const revision = (reference: boolean): MadeImport =>
    revisionOf(
      STRUCTURE,
      madeImport([moved, ...WALLS.slice(1), DOOR, GROUND], {
        import_id: 'import_2',
        text: 'another revision',
        reference,
      }),
    );

  test('changes its elements, which stay those of a reference', async () => {
    await imported(STRUCTURE);
    await imported(revision(true));
    const reply = await ws.submit([sets('wall_r0', { name: 'mine' }, { name: null })]);
    expect(JSON.stringify(reply)).toContain('reference model `import_2`');
  });

  test('that would make it a part of the building is refused', async () => {
    await imported(STRUCTURE);
    await stageMade(ws, revision(false), ROBOT);
    expect(outcome(await ws.submit([revision(false).event]))).toBe('INVALID_ARGUMENT');
  });

  test.each([
    ['before', (event: PlannedEvent, change: PlannedEvent) => [change, event]],
    ['after', (event: PlannedEvent, change: PlannedEvent) => [event, change]],
  ])('with a change of its own %s it is refused', async (_, order) => {
    await imported(STRUCTURE);
    const one = revision(true);
    await stageMade(ws, one, ROBOT);
    const change = sets('wall_r1', { name: 'mine' }, { name: null });
    const reply = await ws.submit(order(one.event, change));
    expect(JSON.stringify(reply)).toMatch(/`wall_r1` belongs to the reference model/u);
  });
});
