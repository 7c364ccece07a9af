/** @module import-ifc.test: an IFC file becomes editable elements after an approval. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { connectionOf, requesterOf } from '../../../governance/access/principal.ts';
import { STAGED_BLOBS_MAX } from '../../../governance/keeper/blobs/blob-put.ts';
import { sendBlob } from '../../../governance/keeper/protocol/send-blob.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { PlanDocument } from '../../../schemas/governance.ts';
import { openBuildingDomain } from '../../../servers/building/domain.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { houseFile, type ImportWorld, openImportWorld } from './import-world.ts';

const FILE = houseFile(7);
const BRANCH = 'given/house';
const ASKED = { path: 'house.ifc', as: BRANCH };
const WIDE = {
  requires_approval: [],
  max_elements_per_operation: 100,
  max_operations_per_session: 1000,
  max_import_elements: 1000,
};

let world: ImportWorld;
let people: Approving;

beforeAll(async () => {
  world = await openImportWorld();
  people = await approving(world.harness, {
    walls: {
      ...WIDE,
      permissions: { READ: {}, CREATE: { categories: ['Walls', 'Levels'] }, MODIFY: {} },
    },
    blind: { ...WIDE, permissions: { READ: { categories: ['Doors'] } } },
    nothing: { ...WIDE, permissions: { READ: { categories: ['Furniture'] } } },
    few: { ...WIDE, max_import_elements: 3, permissions: { READ: {}, CREATE: {} } },
  });
  world.write('house.ifc', FILE);
});
afterAll(async () => await world.harness.close());

const Data = z.looseObject({
  import_id: z.string(),
  elements: z.number(),
  counts: z.record(z.string(), z.number()),
  scorecard: z.looseObject({ classes: z.record(z.string(), z.record(z.string(), z.number())) }),
});
const Products = z.looseObject({
  products: z.array(
    z.looseObject({
      class: z.string(),
      outcome: z.string(),
      reason: z.string().nullable(),
      proof: z.object({ volume: z.number(), box_mm: z.number() }).nullable(),
    }),
  ),
  total: z.number(),
  next_cursor: z.string().nullable(),
});
const Rows = z.looseObject({ elements: z.array(z.looseObject({ element_id: z.string() })) });

const blobs = () => [...world.harness.reader.blobs()];
const planOf = (approval_id = ''): PlanDocument =>
  PlanDocument.parse(JSON.parse(world.harness.reader.approval(approval_id)?.plan ?? ''));
const idsOf = async (category: string, branch: string): Promise<readonly string[]> => {
  const found = await people.ask('query_elements', {
    filter: { categories: [category] },
    branch,
    limit: 100,
  });
  return Rows.parse(found.data).elements.map(({ element_id }) => element_id);
};

describe('import_ifc', () => {
  test('shows the scorecard in a dry run, and stores nothing', async () => {
    const shown = await people.ask('import_ifc', ASKED);
    expect(shown).toMatchObject({
      success: true,
      dry_run: true,
      data: {
        branch: BRANCH,
        file: { name: 'house.ifc', sha256: sha256Hex(FILE), bytes: FILE.length, schema: 'IFC4' },
        levels_renamed: [],
        approval: { needed: true },
      },
    });
    const { elements, scorecard } = Data.parse(shown.data);
    expect(scorecard.classes['IfcWall']).toMatchObject({ body: 0, refused: 0 });
    expect(shown.data['diff']).toMatchObject({ counts: { created: elements, modified: 0 } });
    expect(blobs()).toEqual([]);
  });

  test.each([
    ['no-file.ifc', {}, 'INVALID_ARGUMENT', 'no-file.ifc'],
    ['text.ifc', {}, 'UNSUPPORTED_FORMAT', 'received no STEP file'],
    ['xml.ifc', {}, 'UNSUPPORTED_FORMAT', 'received XML, expected IFC as STEP text'],
    ['house.ifc', { only: { categories: ['Pipes'] } }, 'INVALID_ARGUMENT', '`Pipes`'],
    ['house.ifc', { only: { levels: ['Attic'] } }, 'INVALID_ARGUMENT', '`Ground`, `First`'],
    ['house.ifc', { as: 'main' }, 'BRANCH_EXISTS', 'already exists'],
  ])('refuses %s with %j', async (path, more, name, said) => {
    world.write('text.ifc', Buffer.from('not a building'));
    world.write('xml.ifc', Buffer.from('<?xml version="1.0"?><ifcXML/>'));
    const { error } = await people.ask('import_ifc', { ...ASKED, path, ...more });
    expect(error).toMatchObject({ name, message: expect.stringContaining(said) });
    expect(blobs()).toEqual([]);
  });

  test('waits for an approval of the scorecard, and drops its blobs if it is rejected', async () => {
    const shown = Data.parse((await people.ask('import_ifc', ASKED)).data);
    const pending = await people.ask('import_ifc', { ...ASKED, dry_run: false });
    const { import_id, scorecard } = shown;
    expect(pending).toMatchObject({
      error: { name: 'APPROVAL_PENDING', data: { import_id, scorecard } },
      data: { import_id, scorecard },
    });
    const plan = planOf(pending.approval_id);
    expect(plan.data).toMatchObject({ import_id, scorecard });
    expect(JSON.stringify(plan)).not.toContain('ISO-10303-21');
    expect(plan.triggers).toContain('bulk');
    expect(blobs().map(({ state }) => state)).toEqual(['staged', 'staged', 'staged']);
    expect(await people.decide(pending.approval_id ?? '', 'reject')).toBe('rejected');
    expect(blobs()).toEqual([]);
  });
});

describe('an approved import', () => {
  let import_id = '';

  beforeAll(async () => {
    const other = houseFile(7).toString('latin1').replace("'house'", "'home'");
    world.write('home.ifc', Buffer.from(other, 'latin1'));
    const asked = { path: 'home.ifc', as: BRANCH };
    const shown = await people.ask('import_ifc', asked);
    ({ import_id } = Data.parse(shown.data));
    await people.decide(await people.held('import_ifc', asked));
  });

  test('is read again with get_import', async () => {
    const shown = Data.parse((await people.ask('get_import', { import_id, branch: BRANCH })).data);
    expect(shown).toMatchObject({ on_branch: true, branch: BRANCH });
    expect(shown['elements_present']).toBe(shown.elements);
    const main = await people.ask('get_import', { import_id });
    expect(main.data).toMatchObject({ on_branch: false, elements_present: 0 });
    const { error } = await people.ask('get_import', { import_id: 'import_none' });
    expect(error?.name).toBe('OPERATION_NOT_FOUND');
  });

  test('is the default of get_import on its branch, and is named where another one is asked for', async () => {
    expect((await people.ask('get_import', { branch: BRANCH })).data).toMatchObject({ import_id });
    const nowhere = await people.ask('get_import', {});
    expect(nowhere.error).toMatchObject({ name: 'OPERATION_NOT_FOUND' });
    expect(nowhere.error?.message).toContain('branch `main` has no import');
    const other = await people.ask('get_import', { import_id: 'house.ifc', branch: BRANCH });
    expect(other.error?.message).toContain(`branch \`${BRANCH}\` has \`${import_id}\``);
    const wrong = await people.ask('import_ifc', { path: 'house.ifc', branch: BRANCH });
    expect(wrong.error?.message).toContain('`supersedes` with the id of its import');
    expect(wrong.error?.message).toContain(`\`${import_id}\``);
  });

  test('lists its products in pages, each with its outcome and proof', async () => {
    const asked = { import_id, branch: BRANCH, products: {}, limit: 7 };
    const products: z.output<typeof Products>['products'] = [];
    let cursor: string | null = null;
    do {
      const page = await people.ask('get_import', cursor === null ? asked : { ...asked, cursor });
      expect('scorecard' in Object(page.data)).toBe(cursor === null);
      const read: z.output<typeof Products> = Products.parse(page.data);
      expect(read.products.length).toBeLessThanOrEqual(7);
      products.push(...read.products);
      ({ next_cursor: cursor } = read);
    } while (cursor !== null);
    const shown = Data.parse((await people.ask('get_import', { import_id, branch: BRANCH })).data);
    expect(shown).not.toHaveProperty('products');
    const counted = Object.values(shown.scorecard.classes).flatMap((score) => Object.values(score));
    expect(products).toHaveLength(counted.reduce((sum, count) => sum + count, 0));
    const proven = products.filter(({ class: entity, proof }) => entity === 'IfcWall' && proof);
    expect(proven).toHaveLength(shown.counts['Walls'] ?? 0);
    for (const { outcome, proof } of proven) {
      expect(outcome).toBe('parametric');
      expect(proof?.volume).toBeLessThanOrEqual(0.001);
      expect(proof?.box_mm).toBeLessThanOrEqual(1);
    }
  });

  test('lists the products of one class, outcome or element', async () => {
    const [door = ''] = await idsOf('Doors', BRANCH);
    const of = async (products: object): Promise<z.output<typeof Products>> =>
      Products.parse(
        (await people.ask('get_import', { import_id, branch: BRANCH, products })).data,
      );
    const parts = await of({ element_id: door });
    expect(parts.products.map(({ class: entity }) => entity).toSorted()).toEqual([
      'IfcDoor',
      'IfcOpeningElement',
    ]);
    const doors = await of({ class: 'IfcDoor' });
    expect(doors.total).toBe((await idsOf('Doors', BRANCH)).length);
    const bodies = await of({ outcome: 'body' });
    expect(bodies.products.every(({ reason }) => reason !== null)).toBe(true);
    const asked = { import_id, branch: BRANCH, products: { class: 'Wall' } };
    const { error } = await people.ask('get_import', asked);
    expect(error).toMatchObject({ name: 'INVALID_ARGUMENT' });
    expect(error?.message).toContain('received `products.class` with `Wall`');
    expect(error?.message).toContain('`IfcWall`');
  });

  test('has elements that are queried, changed and restored', async () => {
    const walls = await idsOf('Walls', BRANCH);
    expect(walls).toHaveLength(12);
    const [wall = ''] = walls;
    const moved = await people.done('modify_parameter', {
      branch: BRANCH,
      element_id: wall,
      parameter_name: 'height',
      value: 2750,
    });
    const read = await people.ask('get_element', { element_id: wall, branch: BRANCH });
    expect(read.data).toMatchObject({ params: { height: 2750 } });
    await people.done('undo', { event_id: moved.event_id, branch: BRANCH });
    const again = await people.ask('get_element', { element_id: wall, branch: BRANCH });
    expect(again.data).toMatchObject({ params: { height: 3000 } });
  });

  test('has the rest of the file as bodies, which move and are not reshaped', async () => {
    const bodies = await idsOf('Bodies', BRANCH);
    const { counts } = Data.parse(
      (await people.ask('get_import', { import_id, branch: BRANCH })).data,
    );
    expect(bodies).toHaveLength(counts['Bodies'] ?? 0);
    const [id = ''] = bodies;
    const bounds = async (): Promise<unknown> => {
      const asked = { element_id: id, branch: BRANCH, include: ['bounds', 'measures'] };
      return (await people.ask('get_element', asked)).data['bounds'];
    };
    const before = await bounds();
    expect(before).toMatchObject({ min: { z: expect.any(Number) } });
    const by = { branch: BRANCH, element_id: id, delta: { x: 0, y: 0, z: 500 } };
    await people.done('move_element', by);
    expect(await bounds()).not.toEqual(before);
    const { error } = await people.ask('modify_parameter', {
      branch: BRANCH,
      element_id: id,
      parameter_name: 'volume_mm3',
      value: 1,
    });
    expect(error?.message).toContain('it is a body of an imported file');
  });

  test('is the same after a replay of the log', async () => {
    const { reader, store } = world.harness;
    const fresh = openSqliteReader(store);
    const domain = await openBuildingDomain(fresh);
    await domain.catchUp();
    expect([domain.unapplied(), [...domain.view(BRANCH).elementsOf('wall')].length]).toEqual([
      null,
      12,
    ]);
    fresh.close();
    expect(reader.blobs().map(({ state }) => state)).toEqual(['kept', 'kept', 'kept']);
  });

  test('is refused a second time on its branch, and shares its blobs with another branch', async () => {
    const twice = { path: 'home.ifc', as: 'given/twice', branch: BRANCH };
    const { error } = await people.ask('import_ifc', twice);
    expect(error).toMatchObject({
      name: 'INVALID_ARGUMENT',
      message: expect.stringContaining('already has'),
    });
    const approval_id = await people.held('import_ifc', { path: 'home.ifc', as: 'given/other' });
    expect(await people.decide(approval_id)).toBe('executed');
    expect(blobs()).toHaveLength(3);
    expect(await idsOf('Walls', 'given/other')).toEqual(await idsOf('Walls', BRANCH));
  });

  test('shows readers with a scope only what they see of it', async () => {
    const blind = people.other('blind');
    const { data } = await blind.ask('get_import', { import_id, branch: BRANCH });
    expect(data).toMatchObject({
      file: { sha256: null, bytes: null },
      scorecard: { reasons: [] },
    });
    expect(Object.keys(Data.parse(data).counts)).toEqual(['Doors']);
    const listed = await blind.ask('get_import', { import_id, branch: BRANCH, products: {} });
    const { products } = Products.parse(listed.data);
    const classes = new Set(products.map((one) => one.class));
    expect([...classes].toSorted()).toEqual(['IfcDoor', 'IfcOpeningElement']);
    const [wall = ''] = await idsOf('Walls', BRANCH);
    for (const asked of [{ class: 'IfcWall' }, { element_id: wall }]) {
      const hidden = { import_id, branch: BRANCH, products: asked };
      expect((await blind.ask('get_import', hidden)).error).not.toBeNull();
      expect(JSON.stringify((await blind.ask('get_import', hidden)).error?.data)).not.toContain(
        'IfcWall',
      );
    }
    const nothing = people.other('nothing');
    const { error } = await nothing.ask('get_import', { import_id, branch: BRANCH });
    expect(error?.name).toBe('OPERATION_NOT_FOUND');
  });
});

describe('an agent with a scope', () => {
  test('imports the part of a file that it may create', async () => {
    const walls = people.other('walls');
    const asked = { path: 'home.ifc', as: 'given/walls' };
    const { error } = await walls.ask('import_ifc', asked);
    expect(error).toMatchObject({
      name: 'SCOPE_DENIED',
      data: { only: { categories: ['Walls'] } },
    });
    const only = error?.data['only'];
    const shown = await walls.ask('import_ifc', { ...asked, only });
    expect(Object.keys(Data.parse(shown.data).counts)).toEqual(['Levels', 'Walls']);
    const approval_id = await walls.held('import_ifc', { ...asked, only });
    expect(await people.decide(approval_id)).toBe('executed');
    expect(await idsOf('Walls', 'given/walls')).toHaveLength(12);
    expect(await idsOf('Doors', 'given/walls')).toEqual([]);
  });

  test('imports no more elements than it may', async () => {
    const { error } = await people
      .other('few')
      .ask('import_ifc', { path: 'home.ifc', as: 'given/few' });
    expect(error?.name).toBe('ELEMENT_LIMIT_EXCEEDED');
  });
});

test('levels whose names are taken on the branch get others, and the import says so', async () => {
  await people.done('create_branch', { name: 'own/levels' });
  await people.done('create_level', { branch: 'own/levels', name: 'FIRST', elevation: 90_000 });
  const asked = { path: 'home.ifc', branch: 'own/levels', as: 'own/both' };
  const shown = await people.ask('import_ifc', asked);
  expect(shown.data['levels_renamed']).toMatchObject([{ from: 'First', to: 'First (2)' }]);
  expect(shown.warnings).toContain('level `First` is named `First (2)`, because its name is taken');
  expect(await people.decide(await people.held('import_ifc', asked))).toBe('executed');
  expect(await idsOf('Levels', 'own/both')).toHaveLength(4);
});

describe('the blobs of an import', () => {
  const asked = { path: 'home.ifc', as: 'given/blobs', only: { categories: ['Columns'] } };

  test('are dropped if the call is cancelled while they are stored', async () => {
    const before = blobs();
    const stop = new AbortController();
    const { gate, principal } = world.harness;
    const { envelope } = await gate.call(connectionOf(principal), {
      tool: 'import_ifc',
      arguments: { ...asked, dry_run: false, reasoning: 'a test' },
      signal: stop.signal,
      progress: (_done, _total, message) => {
        if (message === 'storing the file') stop.abort();
      },
    });
    expect(envelope.error).toMatchObject({
      name: 'EXTERNAL_FAILURE',
      message: expect.stringContaining('nothing was changed'),
    });
    expect(blobs()).toEqual(before);
  });

  test('count against the quota of their sender, and are dropped if they exceed it', async () => {
    const { keeper } = world.harness;
    const content = (n: number): Uint8Array => Buffer.from(`blob ${n}`);
    for (let n = 0; n < STAGED_BLOBS_MAX; n += 1) {
      await sendBlob(keeper, requesterOf(people.principal), content(n));
    }
    const before = blobs();
    const { error } = await people.ask('import_ifc', { ...asked, dry_run: false });
    expect(error).toMatchObject({ name: 'OUT_OF_RANGE', data: { blobs: STAGED_BLOBS_MAX } });
    expect(blobs()).toEqual(before);
    for (let n = 0; n < STAGED_BLOBS_MAX; n += 1) {
      const sha256 = sha256Hex(content(n));
      await keeper.blobDrop({ principal: requesterOf(people.principal), sha256 });
    }
    const { approval_id } = await people.ask('import_ifc', { ...asked, dry_run: false });
    expect(approval_id).toBeDefined();
  });
});

test('an import on a fork says which elements the new branch has already', async () => {
  const mixed = (warnings: readonly string[]): readonly string[] =>
    warnings.filter((one) => one.includes(' is forked from '));
  const path = 'house.ifc';
  await people.done('create_branch', { name: 'own' });
  const alone = await people.ask('import_ifc', { path, as: 'given/alone', branch: 'own' });
  expect(mixed(alone.warnings)).toEqual([]);
  const { data } = await people.done('create_level', { name: 'Mine', elevation: 0, branch: 'own' });
  const at = { level_id: data['level_id'], branch: 'own' };
  for (const y of [0, 5000]) {
    await people.done('create_wall', { ...at, start: { x: 0, y }, end: { x: 5000, y } });
  }
  const { warnings } = await people.ask('import_ifc', { path, as: 'given/mixed', branch: 'own' });
  expect(mixed(warnings)).toEqual([
    'branch `given/mixed` is forked from `own` and has its 3 elements (Levels 1, Walls 2), too: the building of the file is mixed with them. To keep both separate, import it with `reference`, or in a workspace without elements',
  ]);
  const referred = { path, as: 'given/referred', branch: 'own', reference: true };
  const shown = await people.ask('import_ifc', referred);
  expect([shown.error, mixed(shown.warnings)]).toEqual([undefined, []]);
});

test('an import goes into main while it is empty, and then needs a new branch', async () => {
  const shown: EnvelopeBody = await people.ask('import_ifc', { path: 'home.ifc' });
  expect(shown.data).toMatchObject({ branch: 'main' });
  const approval_id = await people.held('import_ifc', { path: 'home.ifc' });
  expect(await people.decide(approval_id)).toBe('executed');
  const { error } = await people.ask('import_ifc', { path: 'home.ifc' });
  expect(error).toMatchObject({
    name: 'INVALID_ARGUMENT',
    message: expect.stringContaining('`as`'),
  });
});
