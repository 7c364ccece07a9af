/** @module tests of imports: the keeper judges them by the manifest that it has hashed, and later events by its rows. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import { replay } from '../../../../kernel/building/model/replay.ts';
import { openSqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import type { ElementRecord, ImportRecord, ParamValues } from '../../../../schemas/events.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { AgentRecord } from '../../../../schemas/governance.ts';
import { AgentPermissions } from '../../../../schemas/permissions.ts';
import { levelRecord, madeImport, type MadeImport, wallRecord } from '../../../made-import.ts';
import { stageMade } from './staging.ts';
import { outcome, person, ROBOT, storey, Workspace } from './workspace.ts';

const LEVEL = levelRecord('level_i', 'Ground');
const WALLS = [0, 1, 2].map((i) => wallRecord(`wall_i${i}`, LEVEL.id, 4000 * i));
const IMPORT = madeImport([...WALLS, null, LEVEL]);
const ann = person('ann', 'user-ann');

let ws: Workspace;
const start = async (permissions: object = {}) => {
  const agent = agentWith(permissions);
  ws = await Workspace.found({ agent });
  await ws.addApprover(ann);
  return agent;
};
beforeEach(() => start());
afterEach(() => ws[Symbol.asyncDispose]());

function agentWith(permissions: object): AgentRecord {
  return {
    ...ROBOT,
    permissions: AgentPermissions.parse({
      permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} },
      ...permissions,
    }),
  };
}

const stage = (made: MadeImport, from = ROBOT) => stageMade(ws, made, from);

/** Imports with the approval of a person. */
async function imported(made = IMPORT, branch = 'main'): Promise<void> {
  await stage(made);
  const approval_id = await ws.hold([made.event], { branch });
  expect(outcome(await ws.decide(approval_id, ann))).toBe('executed');
}

function changed(payload: Partial<ImportRecord>): PlannedEvent {
  return { ...IMPORT.event, payload: { ...IMPORT.event.payload, ...payload } };
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

/** What the model reads from the log. */
async function modelled(branch = 'main') {
  const reader = openSqliteReader(ws.path);
  const model = new Model();
  await replay(model, reader);
  reader.close();
  return model.view(branch);
}

describe('an import', () => {
  test('always asks as bulk, counts its elements, and is applied by the model', async () => {
    await stage(IMPORT);
    const plan = await ws.plan([IMPORT.event]);
    expect([plan.affected, plan.triggers]).toEqual([4, ['bulk']]);
    const reply = await ws.send(plan);
    if (reply.status !== 'pending') throw new Error(JSON.stringify(reply));
    expect(reply.triggers).toEqual(['bulk']);
    expect(outcome(await ws.decide(reply.approval_id, ann))).toBe('executed');
    const view = await modelled();
    expect(view?.count()).toBe(4);
    expect(view?.version('wall_i2')).toBe(view?.version('import_1'));
  });

  test.each([
    ['affected elements', { affected: 3 }],
    ['triggers', { triggers: [] }],
    ['approvers', { approvers_required: 0 }],
  ])('whose plan states other %s is refused', async (_, fields) => {
    await stage(IMPORT);
    expect(outcome(await ws.submit([IMPORT.event], fields))).toBe('INVALID_ARGUMENT');
  });

  const { file, manifest } = IMPORT.event.payload;
  const predecessor = { import_id: 'import_0', manifest: { elements: 4, sha256: manifest.sha256 } };
  const frame = { mm_per_unit: 1, origin: { x: 1, y: 0, z: 0 } };
  test.each([
    [
      'counts',
      { counts: { Levels: 1, Walls: 2 } },
      'states `1 Levels, 2 Walls`; its manifest has `1 Levels, 3 Walls`',
    ],
    ['elements', { manifest: { ...manifest, elements: 3 } }, 'states 5 rows and 3 elements'],
    ['rows', { manifest: { ...manifest, rows: 4 } }, 'more than 4 rows'],
    ['row count', { manifest: { ...manifest, rows: 6 } }, 'states 6 rows and 4 elements'],
    ['size', { manifest: { ...manifest, bytes: 300_000_000 } }, 'received a blob of'],
    ['recogniser', { recogniser: { version: 2 } }, 'another file, frame or version'],
    ['frame', { frame }, 'another file, frame or version'],
    [
      'file',
      { file: { ...file, bytes: manifest.bytes, sha256: manifest.sha256 } },
      'another file, frame or version',
    ],
    ['id', { import_id: 'import_2' }, 'is an event of `import_1`'],
    ['name', { name: '../house.ifc' }, 'malformed at `name`'],
    ['predecessor', { supersedes: predecessor }, 'has no import `import_0`'],
  ])('with another %s is refused', async (_, payload, why) => {
    await stage(IMPORT);
    const reply = await ws.submit([changed(payload)]);
    expect(outcome(reply)).toBe('INVALID_ARGUMENT');
    expect(JSON.stringify(reply)).toContain(why);
    expect(await modelled().then((view) => view?.count())).toBe(0);
  });

  test.each([
    ['an unknown kind', [{ ...LEVEL, kind: 'spaceship' }], 'not a known kind'],
    ['a wrong parameter', [{ ...LEVEL, params: { ...LEVEL.params, height: 'tall' } }], 'height'],
    ['a wall of a level that it lacks', [WALLS[0]], 'level_i'],
    [
      'two levels of one name',
      [LEVEL, levelRecord('level_j', 'ground')],
      'already called `Ground`',
    ],
  ])('of a manifest with %s is refused', async (_, elements, why) => {
    const made = madeImport(elements.filter((element) => element !== undefined));
    await stage(made);
    const reply = await ws.submit([made.event]);
    expect(reply.status).toBe('refused');
    expect(JSON.stringify(reply)).toContain(why);
  });

  test('of bytes that are no manifest is refused', async () => {
    const made = { ...IMPORT, manifest: Buffer.from('a wall\n') };
    await stage(made);
    const sha256 = sha256Hex(made.manifest);
    const reply = await ws.submit([changed({ manifest: { ...manifest, bytes: 7, sha256 } })]);
    expect(JSON.stringify(reply)).toContain('line 1 of the manifest');
  });

  test('of an id or a level name that the branch has is refused', async () => {
    await ws.submit([
      { type: 'level.created', aggregate_id: 'level_i', payload: { element: storey('level_i') } },
    ]);
    await stage(IMPORT);
    const reply = await ws.submit([IMPORT.event]);
    expect(JSON.stringify(reply)).toContain('already exists');
    await ws.submit([
      {
        type: 'level.created',
        aggregate_id: 'level_k',
        payload: { element: levelRecord('level_k', 'Upper') },
      },
    ]);
    const other = madeImport([levelRecord('level_m', 'UPPER')]);
    await stage(other);
    expect(outcome(await ws.submit([other.event]))).toBe('LEVEL_EXISTS');
  });

  test('of the same elements twice is refused, and its id is used once', async () => {
    await imported();
    await stage(IMPORT);
    const again = await ws.submit([IMPORT.event]);
    expect(again).toMatchObject({ status: 'refused' });
    const other = madeImport([levelRecord('level_n', 'Attic')]);
    await stage(other);
    const touched = [{ branch: 'main', id: 'import_1', version: 0 }];
    expect(outcome(await ws.submit([other.event], { touched }))).toBe('conflict');
  });

  test('under the id of another import is refused, also on another branch', async () => {
    const fork: PlannedEvent = {
      type: 'branch.created',
      aggregate_id: 'other',
      payload: { name: 'other', from: 'main', from_seq: 0 },
    };
    expect(outcome(await ws.submit([fork], { branch: 'other' }))).toBe('committed');
    const other = madeImport([levelRecord('level_n', 'Attic')], { text: 'another file' });
    await stage(other);
    const waiting = await ws.hold([other.event], { branch: 'other' });
    await imported();
    for (const branch of ['main', 'other']) {
      const reply = await ws.submit([{ ...other.event }], { branch, reasoning: 'again' });
      expect(outcome(reply)).toBe('INVALID_ARGUMENT');
      expect(JSON.stringify(reply)).toContain(
        'received an import with the id `import_1`, which another event already has; expected a new id',
      );
    }
    expect(outcome(await ws.decide(waiting, ann))).not.toBe('executed');
    expect((await modelled('other'))?.count()).toBe(0);
  });

  test('under the id of another import of the same plan is refused', async () => {
    const other = madeImport([levelRecord('level_n', 'Attic')], { text: 'another file' });
    await stage(IMPORT);
    await stage(other);
    const reply = await ws.submit([IMPORT.event, other.event]);
    expect(JSON.stringify(reply)).toContain('expected a new id');
  });
});

test('an import that waits is not opened again under another id', async () => {
  await stage(IMPORT);
  const first = await ws.hold([IMPORT.event]);
  const again = madeImport([...WALLS, null, LEVEL], { import_id: 'import_3' });
  expect(await ws.submit([again.event])).toMatchObject({ approval_id: first, repeated: true });
});

describe('a rejected import', () => {
  test('is not asked for again under another id, name or reading within the cool-down', async () => {
    await stage(IMPORT);
    const approval_id = await ws.hold([IMPORT.event]);
    await ws.decide(approval_id, ann, { verdict: 'reject' });
    const other = madeImport([levelRecord('level_o', 'Other')], { import_id: 'import_2' });
    for (const made of [madeImport([...WALLS, null, LEVEL], { import_id: 'import_3' }), other]) {
      await stage(made);
      const event = { ...made.event, payload: { ...made.event.payload, name: 'other.ifc' } };
      expect(outcome(await ws.submit([event]))).toBe('APPROVAL_REJECTED');
    }
    const file = madeImport([levelRecord('level_o', 'Other')], { text: 'another file' });
    await stage(file);
    expect(outcome(await ws.submit([file.event]))).toBe('pending');
  });
});

describe('the permissions of an agent', () => {
  const submitAs = async (permissions: object, branch?: string) => {
    await ws[Symbol.asyncDispose]();
    const from = await start(permissions);
    await stage(IMPORT, from);
    return ws.submit([IMPORT.event], { from, ...(branch === undefined ? {} : { branch }) });
  };
  const CHANGES = { READ: {}, MODIFY: {}, DELETE: {} };

  test.each([
    [{ permissions: CHANGES, max_import_elements: 9 }, 'PERMISSION_DENIED', 'CREATE'],
    [{ permissions: { ...CHANGES, CREATE: { categories: ['Walls'] } } }, 'SCOPE_DENIED', 'Levels'],
    [{ permissions: { ...CHANGES, CREATE: { categories: ['Levels'] } } }, 'SCOPE_DENIED', 'Walls'],
    [{ permissions: { ...CHANGES, CREATE: { levels: ['Upper'] } } }, 'SCOPE_DENIED', 'level'],
    [
      {
        permissions: {
          ...CHANGES,
          CREATE: {
            regions: [{ min: { x: 0, y: 0, z: 0 }, max: { x: 6000, y: 5000, z: 9000 } }],
          },
        },
      },
      'SCOPE_DENIED',
      'region',
    ],
    [{ permissions: { ...CHANGES, CREATE: { branch_patterns: ['a/*'] } } }, 'SCOPE_DENIED', 'a/*'],
    [{ max_import_elements: 3 }, 'ELEMENT_LIMIT_EXCEEDED', 'may import 3'],
    [{ max_elements_per_operation: 3 }, 'ELEMENT_LIMIT_EXCEEDED', 'may import 3'],
  ])('%j refuse it as %s', async (permissions, name, why) => {
    const staged = await submitAs(permissions).catch((error: unknown) => String(error));
    expect(typeof staged === 'string' ? staged : outcome(staged)).toContain(name);
    expect(JSON.stringify(staged)).toContain(why);
  });

  test.each([
    [{ max_import_elements: 4 }],
    [{ max_import_elements: 4, max_elements_per_operation: 1 }],
    [{ permissions: { ...CHANGES, CREATE: { categories: ['Walls', 'Levels'] } } }],
  ])('%j permit it', async (permissions) => {
    expect(outcome(await submitAs(permissions))).toBe('pending');
  });
});

describe('an imported element', () => {
  beforeEach(() => imported());

  test('is changed from the values of its row, at the version of its import', async () => {
    const event = sets('wall_i1', { name: 'B' }, { name: null });
    const { seq } = await ws.transact(async (tx) => ({ seq: await tx.headSeq() }));
    const plan = await ws.plan([event]);
    expect(plan.touched).toEqual([{ branch: 'main', id: 'wall_i1', version: seq }]);
    expect(outcome(await ws.send(plan))).toBe('committed');
    const stale = await ws.plan([sets('wall_i1', { name: 'C' }, { name: 'B' })], {
      touched: [{ branch: 'main', id: 'wall_i1', version: seq }],
    });
    expect(outcome(await ws.send(stale))).toBe('conflict');
    expect(outcome(await ws.submit([sets('wall_i1', { name: 'C' }, { name: 'B' })]))).toBe(
      'committed',
    );
    expect((await modelled())?.element('wall_i1')?.params).toMatchObject({ name: 'C' });
  });

  test.each([
    ['another value', sets('wall_i1', { name: 'B' }, { name: 'A' }), 'previous value'],
    ['an id that no row has', sets('wall_i9', { name: 'B' }, { name: null }), 'no element'],
    ['another state', removes({ ...LEVEL, id: 'wall_i1' }), 'not in the state'],
  ])('is not changed from %s', async (_, event, why) => {
    const reply = await ws.submit([event]);
    expect(outcome(reply)).toBe('INVALID_ARGUMENT');
    expect(JSON.stringify(reply)).toContain(why);
  });

  test('stays changed for a keeper with an empty cache', async () => {
    await ws.submit([sets('wall_i1', { name: 'B' }, { name: null })]);
    ws.restart();
    expect(outcome(await ws.submit([sets('wall_i1', { name: 'C' }, { name: null })]))).toBe(
      'INVALID_ARGUMENT',
    );
    expect(outcome(await ws.submit([sets('wall_i1', { name: 'C' }, { name: 'B' })]))).toBe(
      'committed',
    );
  });

  test('is deleted with an approval, and its id is free afterwards', async () => {
    const [wall] = WALLS;
    if (wall === undefined) throw new Error('no wall');
    const approval_id = await ws.hold([removes(wall)]);
    expect(outcome(await ws.decide(approval_id, ann))).toBe('executed');
    expect((await modelled())?.count()).toBe(3);
    expect(outcome(await ws.submit([sets(wall.id, { name: 'B' }, { name: null })]))).toBe(
      'INVALID_ARGUMENT',
    );
  });

  test('of a level keeps its name to itself', async () => {
    const upper = levelRecord('level_k', 'Upper');
    await ws.submit([
      { type: 'level.created', aggregate_id: 'level_k', payload: { element: upper } },
    ]);
    expect(outcome(await ws.submit([sets('level_k', { name: 'ground' }, { name: 'Upper' })]))).toBe(
      'LEVEL_EXISTS',
    );
    ws.restart();
    expect(outcome(await ws.submit([sets('level_i', { name: 'UPPER' }, { name: 'Ground' })]))).toBe(
      'LEVEL_EXISTS',
    );
    expect(outcome(await ws.submit([sets('level_i', { name: 'Lower' }, { name: 'Ground' })]))).toBe(
      'committed',
    );
    expect(outcome(await ws.submit([sets('level_k', { name: 'Ground' }, { name: 'Upper' })]))).toBe(
      'committed',
    );
  });

  test('is at hand on a branch that was forked after the import, not before', async () => {
    const head = await ws.transact((tx) => tx.headSeq());
    for (const [name, from_seq] of [
      ['before', 0],
      ['after', head],
    ] as const) {
      const fork: PlannedEvent = {
        type: 'branch.created',
        aggregate_id: name,
        payload: { name, from: 'main', from_seq },
      };
      expect(outcome(await ws.submit([fork], { branch: name }))).toBe('committed');
    }
    const event = sets('wall_i1', { name: 'B' }, { name: null });
    const touched = (branch: string) => [{ branch, id: 'wall_i1', version: head }];
    expect(outcome(await ws.submit([event], { branch: 'after', touched: touched('after') }))).toBe(
      'committed',
    );
    expect(
      outcome(await ws.submit([event], { branch: 'before', touched: touched('before') })),
    ).not.toBe('committed');
    expect((await modelled('after'))?.element('wall_i1')?.params).toMatchObject({ name: 'B' });
    expect((await modelled('before'))?.count()).toBe(0);
  });

  test('is outside of a scope like one of an event of its own', async () => {
    const permissions = {
      permissions: { READ: {}, CREATE: {}, MODIFY: { categories: ['Doors'] }, DELETE: {} },
    };
    const from = agentWith(permissions);
    await ws.registry({ change: 'agent', record: from, signed: null });
    const reply = await ws.submit([sets('wall_i1', { name: 'B' }, { name: null })], { from });
    expect(outcome(reply)).toBe('SCOPE_DENIED');
  });
});
