/** @module tests of meshes: the keeper takes no event that gives an element a mesh which no import brought. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import type { MeshPlace } from '../../../../kernel/building/geometry/mesh/stored-mesh.ts';
import type { ElementRecord, Json, JsonObject, PlannedEvent } from '../../../../schemas/events.ts';
import { blocksBlob } from '../../../kernel/building/imports/meshes.ts';
import { levelRecord, madeImport, type MadeImport, wallRecord } from '../../../made-import.ts';
import { stage as stageBytes, stageMade } from './staging.ts';
import { outcome, person, ROBOT, Workspace } from './workspace.ts';

const LEVEL = levelRecord('level_i', 'Ground');
const WALL = wallRecord('wall_i', LEVEL.id);
const ann = person('ann', 'user-ann');
const MESHES = blocksBlob(1000, 2000);
const [KEPT, SECOND] = [MESHES.place(0), MESHES.place(1)];
const { blob: OWN, length: LENGTH } = KEPT;

let ws: Workspace;
beforeEach(async () => {
  ws = await Workspace.found({ agent: ROBOT });
  await ws.addApprover(ann);
});
afterEach(() => ws[Symbol.asyncDispose]());

const appearanceAt = ({ digest, ...mesh }: MeshPlace): JsonObject => ({
  mesh: { ...mesh },
  digest,
  low: { x: 0, y: -100, z: 0 },
  closed: true,
  glass: 0,
  mirrored: false,
  of: { width: 900 },
});

function doorRecord(mesh: MeshPlace | null, id = 'door_i'): ElementRecord {
  return {
    id,
    kind: 'door',
    params: {
      host_id: WALL.id,
      name: null,
      offset: 500,
      width: 900,
      height: 2100,
      door_type: 'single',
      swing: 'left',
      fire_rating_min: null,
      is_exit: false,
      type_id: null,
      ...(mesh === null ? {} : { appearance: appearanceAt(mesh) }),
    },
  };
}

function placeOf({ blob, offset, length }: MeshPlace): JsonObject {
  return { blob, offset, length };
}

function bodyRecord(stated: MeshPlace | null, id = 'body_i'): ElementRecord {
  const origin = { x: 0, y: 0, z: 0 };
  const mesh = stated === null ? null : placeOf(stated);
  return {
    id,
    kind: 'body',
    params: {
      level_id: LEVEL.id,
      name: 'Chair',
      ifc_class: 'IfcFurniture',
      type_name: null,
      tag: null,
      predefined_type: null,
      box: { min: origin, max: { x: 500, y: 500, z: 500 } },
      volume_mm3: 1,
      mesh,
      digest: stated?.digest ?? null,
      offset: origin,
      reason: 'no recognised form',
      turn_deg: 0,
    },
  };
}

async function stage(made: MadeImport): Promise<void> {
  await stageMade(ws, made, ROBOT);
  await stageBytes(ws, MESHES.bytes);
}

const created = (element: ElementRecord): PlannedEvent => ({
  type: 'element.created',
  aggregate_id: element.id,
  payload: { element },
});

/** Gives the imported door another appearance. */
function changesTo(place: MeshPlace): PlannedEvent {
  const previous = doorRecord(KEPT).params['appearance'] ?? null;
  const payload = {
    updates: { appearance: appearanceAt(place) },
    previous: { appearance: previous },
  };
  return { type: 'element.modified', aggregate_id: 'door_i', payload };
}

/** The refusal of a place at which the mesh with this digest is not. It tells nothing about the bytes. */
function isNoMesh({ blob, offset, length, digest }: MeshPlace, id: string): string {
  return `the plan gives the door \`${id}\` the mesh with the digest \`${digest}\` at the bytes ${offset} to ${offset + length} of the blob \`${blob}\`; expected the place and the digest of one mesh of an import`;
}

function refusalOf(reply: Awaited<ReturnType<Workspace['submit']>>): string {
  expect(outcome(reply)).toBe('INVALID_ARGUMENT');
  return reply.status === 'refused' ? reply.refusal.message : '';
}

const FOREIGN = { ...KEPT, blob: 'ab'.repeat(32) };
const BEYOND = { ...SECOND, offset: SECOND.offset + 1 };
/** Places within the blob of which the bytes are no mesh, or another one. */
const WRONG: readonly (readonly [string, MeshPlace])[] = [
  ['with another digest', { ...KEPT, digest: 'cd'.repeat(32) }],
  ['with the digest of another mesh', { ...KEPT, digest: SECOND.digest }],
  ['beginning in the middle of one', { ...KEPT, offset: 1 }],
  ['ending before it ends', sliceOf(0, LENGTH - 1)],
  ['with two meshes in its bytes', sliceOf(0, 2 * LENGTH)],
  ['shorter than a header', sliceOf(0, 4)],
];

/** Bytes of the blob with their own digest. */
function sliceOf(offset: number, length: number): MeshPlace {
  const digest = sha256Hex(MESHES.bytes.subarray(offset, offset + length));
  return { blob: OWN, offset, length, digest };
}

const BYTES = MESHES.bytes;

describe('an import', () => {
  test.each([
    ['another blob', { ...KEPT, blob: 'ab'.repeat(32) }, BYTES, OWN],
    ['a place beyond its blob', { ...KEPT, offset: 2 * LENGTH }, BYTES, OWN],
    ['a mesh without meshes', KEPT, null, 'no mesh'],
  ])('of a body with %s is refused', async (_, mesh, meshes, expected) => {
    const made = madeImport([LEVEL, bodyRecord(mesh)], { meshes });
    await stageMade(ws, made, ROBOT);
    if (meshes !== null) await stageBytes(ws, meshes);
    const reply = await ws.submit([made.event]);
    expect(outcome(reply)).toBe('INVALID_ARGUMENT');
    expect(JSON.stringify(reply)).toContain(`of the blob \`${mesh.blob}\`; expected`);
    expect(JSON.stringify(reply)).toContain(expected);
  });

  test('of bodies with meshes in its blob, or without a mesh, is taken', async () => {
    const made = madeImport([LEVEL, bodyRecord(KEPT), bodyRecord(null, 'body_j')], {
      meshes: BYTES,
    });
    await stageMade(ws, made, ROBOT);
    await stageBytes(ws, BYTES);
    expect(outcome(await ws.submit([made.event]))).toBe('pending');
  });
});

describe('an import of a door', () => {
  test.each([
    ['in another blob', FOREIGN],
    ['beyond its blob', BEYOND],
  ])('with an appearance %s is refused', async (_, place) => {
    const made = madeImport([LEVEL, WALL, doorRecord(place)], { meshes: MESHES.bytes });
    await stage(made);
    const reply = await ws.submit([made.event]);
    expect(outcome(reply)).toBe('INVALID_ARGUMENT');
    expect(JSON.stringify(reply)).toContain(`the door \`door_i\` has its mesh at the bytes`);
  });

  test.each(WRONG)('with an appearance %s is refused', async (_, place) => {
    const made = madeImport([LEVEL, WALL, doorRecord(place)], { meshes: MESHES.bytes });
    await stage(made);
    expect(refusalOf(await ws.submit([made.event]))).toContain(isNoMesh(place, 'door_i'));
  });

  test('whose blob of meshes is the manifest of another import is refused', async () => {
    const other = madeImport([levelRecord('level_o', 'Secret')], {
      import_id: 'import_2',
      text: 'another file',
    });
    await stageMade(ws, other, ROBOT);
    await ws.decide(await ws.hold([other.event]), ann);
    const { sha256 } = other.event.payload.manifest;
    const place = { ...sliceOf(0, LENGTH), blob: sha256 };
    const bytes = other.manifest.subarray(0, LENGTH);
    const mesh = { ...place, digest: sha256Hex(bytes), length: bytes.length };
    const made = madeImport([LEVEL, WALL, doorRecord(mesh)], { meshes: other.manifest });
    await stageMade(ws, made, ROBOT);
    expect(refusalOf(await ws.submit([made.event]))).toContain(isNoMesh(mesh, 'door_i'));
  });
});

const IMPORT = madeImport([LEVEL, WALL, doorRecord(KEPT)], { meshes: MESHES.bytes });

describe('after an import', () => {
  beforeEach(async () => {
    await stage(IMPORT);
    await ws.decide(await ws.hold([IMPORT.event]), ann);
  });

  test.each([
    ['a blob that no import names', FOREIGN, 'a blob that an import names'],
    ['bytes beyond a blob of an import', BEYOND, `a part of its ${MESHES.bytes.length} bytes`],
  ])('a door with a mesh at %s is neither created nor changed', async (_, place, expected) => {
    const away = doorRecord(place, 'door_j');
    const moved = { ...away, params: { ...away.params, offset: 2000 } };
    const change = changesTo(place);
    for (const event of [created(moved), change]) {
      const reply = await ws.submit([event]);
      expect(outcome(reply)).toBe('INVALID_ARGUMENT');
      expect(JSON.stringify(reply)).toContain(expected);
    }
  });

  test.each(WRONG)('a door is neither created nor changed with a mesh %s', async (_, place) => {
    const away = doorRecord(place, 'door_j');
    const moved = { ...away, params: { ...away.params, offset: 2000 } };
    expect(refusalOf(await ws.submit([created(moved)]))).toContain(isNoMesh(place, 'door_j'));
    const reply = await ws.submit([changesTo(place)]);
    expect(refusalOf(reply)).toContain(isNoMesh(place, 'door_i'));
  });

  test('a door does not get bytes of the manifest or the file of an import as its mesh', async () => {
    const { file, manifest } = IMPORT.event.payload;
    for (const [{ sha256 }, content] of [
      [file, IMPORT.file],
      [manifest, IMPORT.manifest],
    ] as const) {
      const place = { blob: sha256, offset: 0, length: content.length, digest: sha256 };
      const reply = await ws.submit([changesTo(place)]);
      expect(refusalOf(reply)).toContain(isNoMesh(place, 'door_i'));
    }
  });

  test('a door does not get another mesh of the import', async () => {
    expect(refusalOf(await ws.submit([changesTo(SECOND)]))).toContain(
      'the plan gives the door `door_i` an `appearance` that it never had',
    );
  });

  test('a copy of the door with its mesh is taken', async () => {
    const copy = doorRecord(KEPT, 'door_j');
    const moved = { ...copy, params: { ...copy.params, offset: 2000 } };
    expect(outcome(await ws.submit([created(moved)]))).toBe('committed');
  });

  /** The event that replaces the appearance of the imported door. */
  const replaces = (from: Json, to: Json): PlannedEvent => ({
    type: 'element.modified',
    aggregate_id: 'door_i',
    payload: { updates: { appearance: to }, previous: { appearance: from } },
  });

  test.each<[string, JsonObject]>([
    ['place in its frame', { low: { x: 1e6, y: 0, z: 0 } }],
    ['number of triangles of glass', { glass: 1e9 }],
    ['form for which it was made', { of: { width: 5 } }],
    ['closed surface', { closed: false }],
  ])('the appearance of a door gets no other %s', async (_, other) => {
    const was = appearanceAt(KEPT);
    const events = [
      [replaces(was, { ...was, ...other })],
      [replaces(was, null), replaces(null, { ...was, ...other })],
      [
        { ...deletesDoor(), payload: { element: doorRecord(KEPT), cascade_of: null } },
        created({
          ...doorRecord(KEPT),
          params: { ...doorRecord(KEPT).params, appearance: { ...was, ...other } },
        }),
      ],
    ];
    for (const plan of events) {
      expect(refusalOf(await ws.submit(plan))).toContain('an `appearance` that it never had');
    }
  });

  test('an appearance is mirrored, removed, and restored', async () => {
    const was = appearanceAt(KEPT);
    const mirrored = { ...was, mirrored: true };
    expect(outcome(await ws.submit([replaces(was, mirrored)]))).toBe('committed');
    await ws.decide(await ws.hold([replaces(mirrored, null)]), ann);
    expect(outcome(await ws.submit([replaces(null, mirrored)]))).toBe('committed');
    await ws.decide(await ws.hold([replaces(mirrored, null)]), ann);
    expect(outcome(await ws.submit([replaces(null, was)]))).toBe('committed');
  });
});

const deletesDoor = () => ({ type: 'element.deleted' as const, aggregate_id: 'door_i' });
