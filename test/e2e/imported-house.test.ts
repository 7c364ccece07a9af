/**
 * @module imported-house.test: a public house through real clients. A person imports it; it is checked, edited, returned as
 * its own file and read again by two other programs. A restricted agent makes the same edits.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { openIfc } from '../../kernel/documents/ifc/recognise/open-ifc.ts';
import { readWithIfcLite } from '../kernel/documents/ifc/write/ifc-lite.ts';
import type { ReadBody, ReadFile } from '../kernel/documents/ifc/write/measured.ts';
import { readWithWebIfc } from '../kernel/documents/ifc/write/web-ifc.ts';
import { bodiesDiffering } from './bodies-differing.ts';
import {
  connect,
  type Connected,
  ok,
  okHere,
  PASSPHRASE,
  plumbline,
  testWorkspace,
  type TestWorkspace,
} from './connect.ts';
import { approving } from './digest-of.ts';
import { makeKeyQuick } from './quick-key.ts';
import {
  concerns,
  countsByClass,
  type Differing,
  numberOf,
  ownedBy,
  recordsDiffering,
  recordsIn,
} from './step-records.ts';

const HOUSE = join(import.meta.dirname, '../fixtures/imports/Duplex_A_20110907.ifczip');
/** Where `plumbline import` puts the file, below `artifacts/`. */
const FILE = 'imports/Duplex_A_20110907.ifczip';
/** The branch of the import, and the one that the restricted agent may change. */
const [GIVEN, DESIGN] = ['given/duplex', 'design/duplex'] as const;
/** The numbers by which Revit names the edited elements, a wall of the ground floor, and one of the roof. */
const TAGS = {
  wall: '143410',
  door: '159734',
  window: '149736',
  below: '138062',
  roof: '184944',
} as const;

const why = { reasoning: 'a larger upper storey' };
const really = { ...why, dry_run: false };

let workspace: TestWorkspace;
let server: Connected;
let source: Buffer;
let id: Readonly<Record<keyof typeof TAGS, string>>;
/** The exported files of the branches. */
const returned = new Map<string, Buffer>();

const Named = z.object({ element_id: z.string(), name: z.string().nullable() });
const Rows = z.looseObject({ elements: z.array(z.looseObject(Named.shape)) });
const Exported = z.looseObject({ path: z.string() });
const Pending = z.looseObject({
  approval_id: z.string(),
  data: z.looseObject({
    scorecard: z.looseObject({ classes: z.record(z.string(), z.unknown()) }),
  }),
});
const Issues = z.looseObject({
  issues: z.array(z.looseObject({ rule_id: z.string(), element_ids: z.array(z.string()) })),
});

beforeAll(async () => {
  workspace = testWorkspace();
  const { dir } = workspace;
  await okHere(dir, 'approver', 'add', 'alice');
  makeKeyQuick(dir, 'alice', PASSPHRASE);
  const permissions = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };
  await register('anna', { permissions, max_import_elements: 1000 }, '--human');
  source = (await openIfc(readFileSync(HOUSE))).bytes;
});
afterAll(async () => {
  await server?.close();
  workspace.remove();
});

/** Registers a person or an agent with these permissions. */
async function register(name: string, permissions: object, ...more: string[]): Promise<void> {
  const file = join(workspace.dir, `${name}.json`);
  writeFileSync(file, JSON.stringify(permissions));
  const words = ['agent', 'add', name, '--permissions', file, '--by', 'alice', ...more];
  await okHere(workspace.dir, ...words);
}

/** Commits a call; throws if it is refused or pending. */
async function done(
  { call }: Connected,
  tool: string,
  args: object,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await call(tool, { ...really, ...args });
  if (!answer.success) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

/** Approves a pending request as alice, in a process of its own; returns what is printed. */
function approved(approval_id = ''): string {
  return ok(workspace.dir, ...approving(workspace.dir, approval_id, 'alice'));
}

/** The element whose name ends with a number of Revit. */
async function elementOf(tag: string): Promise<string> {
  const filter = { where: [{ field: 'name', op: 'contains', value: `:${tag}` }] };
  const asked = { filter, fields: ['name'], branch: GIVEN, ...why };
  const found = await server.call('query_elements', asked);
  const one = Rows.parse(found.data).elements.find(({ name }) => name?.endsWith(`:${tag}`));
  if (one === undefined) throw new Error(`no element ${tag}: ${JSON.stringify(found)}`);
  return one.element_id;
}

/** A wall moves with its windows, a door becomes wider, a window is deleted after an approval. */
async function edit(by: Connected, branch: string): Promise<void> {
  const delta = { x: 0, y: 100, z: 0 };
  await done(by, 'move_element', { branch, element_id: id.wall, delta });
  const width = { element_id: id.door, parameter_name: 'width', value: 914 };
  await done(by, 'modify_parameter', { branch, ...width });
  const asked = { branch, element_ids: [id.window], ...really };
  const { approval_id, error } = await by.call('delete_elements', asked);
  const data = { triggers: ['element.deleted'] };
  expect(error).toMatchObject({ name: 'APPROVAL_PENDING', data });
  expect(approved(approval_id)).toContain('executed');
}

/** Exports a branch as the file of its import. */
async function exported(branch: string): Promise<Readonly<Record<string, unknown>>> {
  const data = await done(server, 'export_ifc', { branch, path: `out/${branch}.ifc` });
  returned.set(branch, readFileSync(Exported.parse(data).path));
  return data;
}

function fileOf(branch: string): Buffer {
  const file = returned.get(branch);
  if (file === undefined) throw new Error(`${branch} is not exported yet`);
  return file;
}

/** The rules of ADA that an element breaks. */
async function brokenRules(branch: string, element_id: string): Promise<readonly string[]> {
  const asked = { standard: 'ADA-2010', severity_threshold: 'error', branch, limit: 100, ...why };
  const { data } = await server.call('code_compliance', asked);
  return Issues.parse(data).issues.flatMap(({ rule_id, element_ids }) =>
    element_ids.includes(element_id) ? [rule_id] : [],
  );
}

test('a person imports the house after another person signed its scorecard', async () => {
  const { dir } = workspace;
  const asked = plumbline(dir, 'import', HOUSE, '--as', GIVEN, '--commit', '--json');
  const { approval_id, data } = Pending.parse(JSON.parse(asked.stdout));
  const whole = (parametric: number): object => ({ parametric, body: 0, data_only: 0, refused: 0 });
  expect(data.scorecard.classes).toMatchObject({
    IfcBuildingStorey: whole(4),
    IfcDoor: whole(14),
    IfcSlab: whole(21),
    IfcBeam: whole(8),
  });
  expect(await okHere(dir, 'approvals', 'show', approval_id)).toMatch(/IfcDoor +14 +0 +0 +0/u);
  expect(approved(approval_id)).toContain('executed');
  server = await connect(dir, 'all');
  id = {
    wall: await elementOf(TAGS.wall),
    door: await elementOf(TAGS.door),
    window: await elementOf(TAGS.window),
    below: await elementOf(TAGS.below),
    roof: await elementOf(TAGS.roof),
  };
  await done(server, 'create_branch', { name: DESIGN, from: GIVEN });
});

test('without an edit the file is returned byte for byte', async () => {
  const records = { changed: 0, added: 0, removed: 0, copied: 0 };
  expect(await exported(GIVEN)).toMatchObject({ mode: 'patch', schema: 'IFC2X3', records });
  expect(fileOf(GIVEN).equals(source)).toBe(true);
});

test('the house is checked, and its edits fix the door that was too narrow', async () => {
  expect(await brokenRules(GIVEN, id.door)).toContain('ADA-2010.door-width');
  const moving = { branch: GIVEN, element_id: id.wall, delta: { x: 0, y: 100, z: 0 }, ...why };
  const preview = await server.call('move_element', moving);
  // The ends of the wall and of its two neighbours follow their joints; the preview names each wall.
  expect(preview.warnings.filter((one) => one.includes('no longer pinned'))).toHaveLength(3);
  await edit(server, GIVEN);
  expect(await brokenRules(GIVEN, id.door)).not.toContain('ADA-2010.door-width');
});

/** The wall, its four windows, its two neighbours, the door, its wall, and the wall of the deleted window. */
const EDITED = [
  'Basic Wall:Exterior - Brick on Block:143410',
  'Basic Wall:Exterior - Brick on Block:143478',
  'Basic Wall:Exterior - Brick on Block:143534',
  'Basic Wall:Exterior - Brick on Block:143590',
  'Basic Wall:Interior - Partition (92mm Stud):143960',
  'M_Casement:819mm x 759mm:819mm x 759mm:148607',
  'M_Fixed:2800mm x 2410mm:2800mm x 2410mm:147686',
  'M_Fixed:819mm x 759mm:819mm x 759mm:147994',
  'M_Fixed:819mm x 759mm:819mm x 759mm:148722',
  'M_Single-Flush:0864 x 2032mm:0864 x 2032mm:159734',
];
const REMOVED = ['M_Casement:819mm x 759mm:819mm x 759mm:149736'];
/** Those that move by 100 mm. */
const MOVED = EDITED.filter((name) => /:(?:143410|148607|147686|147994|148722)$/u.test(name));
/** The file has 38,898 records. */
const MOST_RECORDS = 150;
/** Classes of products of this file, as a pattern. */
const PRODUCT = /IFC(?:WALL|WINDOW|DOOR|OPENING|SLAB|SPACE|ROOF|BEAM|BUILDING|SITE|STAIR|FURN)/u;

/** The name of the product with a GlobalId in the source. */
function nameOf(guid: string): string {
  const text = source.toString('latin1');
  const after = text.slice(text.indexOf(`'${guid}'`) + guid.length + 2).split(';', 1)[0] ?? '';
  return /'(?<name>[^']*)'/u.exec(after)?.groups?.['name'] ?? guid;
}

/** Sorted names of products, without those of openings, which have another number at the end. */
function namesOf(guids: readonly string[]): readonly string[] {
  const names = guids.map(nameOf);
  return names.filter((name) => !/:\d+:\d+$/u.test(name)).toSorted();
}

describe('the returned file', () => {
  let data: Readonly<Record<string, unknown>>;
  let differing: Differing;
  beforeAll(async () => {
    data = await exported(GIVEN);
    differing = recordsDiffering(recordsIn(source), recordsIn(fileOf(GIVEN)));
  });

  test('differs in records of the edited products only, and none dangles', () => {
    const [before, after] = [recordsIn(source), recordsIn(fileOf(GIVEN))];
    expect([before.dangling, after.dangling]).toEqual([[], []]);
    const own = ownedBy(before, [...EDITED, ...REMOVED]);
    const others = [...differing.changed, ...differing.removed].filter(
      (one) => !concerns(before, numberOf(one), own),
    );
    expect(others).toEqual([]);
    const products = (named: readonly string[]): object =>
      countsByClass(named.filter((one) => PRODUCT.test(one)));
    expect([differing.changed, differing.removed, differing.added].map(products)).toEqual([
      { IFCDOOR: 1, IFCOPENINGELEMENT: 5, IFCWALLSTANDARDCASE: 3 },
      { IFCOPENINGELEMENT: 1, IFCWINDOW: 1 },
      {},
    ]);
  });

  test('has as many other records as the answer says', () => {
    const [changed, added, removed] = [differing.changed, differing.added, differing.removed].map(
      ({ length }) => length,
    );
    expect(data).toMatchObject({ not_exported: [], records: { changed, added, removed } });
    expect(Math.max(changed ?? 0, added ?? 0, removed ?? 0)).toBeLessThan(MOST_RECORDS);
  });

  test.each<[string, (file: Buffer) => ReadFile | Promise<ReadFile>]>([
    ['web-ifc', readWithWebIfc],
    ['@ifc-lite', readWithIfcLite],
  ])('has no other changed body for %s', async (_, read) => {
    const [before, after] = [await read(source), await read(fileOf(GIVEN))];
    const { changed, removed, added } = bodiesDiffering(before.bodies, after.bodies);
    expect([namesOf(changed), namesOf(removed), added]).toEqual([EDITED, REMOVED, []]);
    const moved = changed.filter((guid) => MOVED.includes(nameOf(guid)));
    expect(moved).toHaveLength(MOVED.length);
    for (const guid of moved) {
      const [was, is] = [before.bodies.get(guid)?.box, after.bodies.get(guid)?.box];
      expect((is?.max.y ?? NaN) - (was?.max.y ?? NaN)).toBeCloseTo(100, 1);
      expect((is?.max.z ?? NaN) - (was?.max.z ?? NaN)).toBeCloseTo(0, 1);
    }
  });

  test('states the width of the door, and has the GlobalIds of the source without those of removed records', () => {
    const text = fileOf(GIVEN).toString('latin1');
    expect(text).toMatch(/=IFCDOOR\([^;]*:159734'[^;]*,2\.032,0\.914\);/u);
    const guids = (file: Buffer): ReadonlySet<string> =>
      new Set(file.toString('latin1').match(/(?<=[A-Z]\(')[0-9A-Za-z_$]{22}(?=',#)/gu) ?? []);
    const [before, after] = [guids(source), guids(fileOf(GIVEN))];
    // Two rooms touch what they touched in another place.
    const bounds = differing.added.filter((one) => one.endsWith(' IFCRELSPACEBOUNDARY'));
    expect(bounds).toHaveLength(2);
    expect([...after].filter((guid) => !before.has(guid))).toHaveLength(bounds.length);
    const rooted = differing.removed.filter((one) =>
      /IFC(?:REL|PROPERTYSET|WINDOW|OPEN)/u.test(one),
    );
    expect(before.size - after.size).toBe(rooted.length - bounds.length);
  });
});

/** It reads two storeys of its branches, changes walls and their fillings on the upper one, and asks for deletions of windows. */
const RESTRICTED = {
  permissions: {
    READ: { levels: ['Level 1', 'Level 2'], branch_patterns: ['design/*'] },
    CREATE: { categories: ['Exports'], branch_patterns: ['design/*'] },
    MODIFY: {
      categories: ['Walls', 'Doors', 'Windows'],
      levels: ['Level 2'],
      branch_patterns: ['design/*'],
      regions: [{ min: { x: -1000, y: -20_000, z: 3000 }, max: { x: 10_000, y: 2000, z: 6100 } }],
    },
    DELETE: { categories: ['Windows'], levels: ['Level 2'], branch_patterns: ['design/*'] },
  },
  max_elements_per_operation: 20,
};

describe('a restricted agent', () => {
  let agent: Connected;

  beforeAll(async () => {
    const { dir } = workspace;
    await register('drafter', RESTRICTED);
    const token = (await okHere(dir, 'agent', 'token', 'drafter')).trim();
    agent = await connect(dir, 'all', { env: { PLUMBLINE_TOKEN: token } });
  });
  afterAll(async () => await agent?.close());

  test('is refused what is outside of its scopes', async () => {
    const on = { branch: DESIGN };
    const by = (y: number): object => ({ delta: { x: 0, y, z: 0 } });
    const attempts: readonly (readonly [string, object, string])[] = [
      // Another branch, a hidden storey.
      ['get_element', { branch: GIVEN, element_id: id.wall }, 'SCOPE_DENIED'],
      ['get_element', { ...on, element_id: id.roof }, 'ELEMENT_NOT_FOUND'],
      // A storey that it only reads, a place beyond its region, another category, a permission that it does not have.
      ['move_element', { ...on, element_id: id.below, ...by(9) }, 'SCOPE_DENIED'],
      ['move_element', { ...on, element_id: id.wall, ...by(9000) }, 'SCOPE_DENIED'],
      ['delete_elements', { ...on, element_ids: [id.door] }, 'SCOPE_DENIED'],
      ['place_window', { ...on, wall_id: id.wall, offset: 5000 }, 'SCOPE_DENIED'],
      // The file of the import.
      ['import_ifc', { ...on, path: FILE, as: 'design/again' }, 'INVALID_ARGUMENT'],
      ['check_ifc', { ...on, path: FILE }, 'INVALID_ARGUMENT'],
    ];
    const refused = [];
    for (const [tool, args] of attempts) {
      refused.push([tool, args, (await agent.call(tool, { ...why, ...args })).error?.name]);
    }
    expect(refused).toEqual(attempts);
  });

  test('makes the same edits, which give the same file', async () => {
    await edit(agent, DESIGN);
    expect(await brokenRules(DESIGN, id.door)).not.toContain('ADA-2010.door-width');
    const { data } = await server.call('diff_branches', { source: DESIGN, target: GIVEN, ...why });
    expect(data['counts']).toEqual({ created: 0, modified: 0, deleted: 0 });
    await exported(DESIGN);
    const timeless = (branch: string): string =>
      fileOf(branch)
        .toString('latin1')
        .replace(/(?<=FILE_NAME\('0001',')[^']*/u, '')
        .replaceAll(/(?<=\.(?:MODIFIED|ADDED)\.,(?:\$,\$,\$,)?)\d+/gu, '');
    expect(timeless(DESIGN) === timeless(GIVEN)).toBe(true);
  });

  test('gets no patch, but a new file of what it sees', async () => {
    const asked = { branch: DESIGN, path: 'out/mine.ifc', ...really };
    for (const mode of [{ mode: 'patch' }, {}]) {
      const { error } = await agent.call('export_ifc', { ...asked, ...mode });
      expect(error?.name).toBe('INVALID_ARGUMENT');
    }
    const { data } = await agent.call('export_ifc', { ...asked, schema: 'IFC2X3' });
    expect(data).toMatchObject({ mode: 'new', whole: false, records: null });
    const file = readFileSync(Exported.parse(data).path);
    const [mine, all] = [wallsOf(readWithWebIfc(file)), wallsOf(readWithWebIfc(fileOf(DESIGN)))];
    // All walls but the seven of the foundation and the four of the roof.
    expect([mine.size, all.size]).toEqual([46, 57]);
    const others = [...mine].filter(([name, { box }]) => {
      const same = all.get(name)?.box;
      return same === undefined || Math.abs(same.max.y - box.max.y) > 1;
    });
    expect(others).toEqual([]);
    const text = file.toString('latin1');
    const hidden = ['T/FDN', 'Foundation', `:${TAGS.roof}'`];
    expect(hidden.filter((one) => text.includes(one))).toEqual([]);
  });
});

/** The bodies of walls by their names. */
function wallsOf({ names, bodies }: ReadFile): ReadonlyMap<string, ReadBody> {
  return new Map(
    [...bodies].flatMap(([guid, body]): readonly [string, ReadBody][] => {
      const name = names.get(guid) ?? '';
      return name.startsWith('Basic Wall') ? [[name, body]] : [];
    }),
  );
}

test('the log and the blobs are verified', () => {
  expect(ok(workspace.dir, 'audit', 'verify')).toMatch(/^ok /mu);
});
