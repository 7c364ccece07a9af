/** @module tests of imported bodies behind the gate: from the blobs of the ledger, as the servers read them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { encodeMesh } from '../../../kernel/building/imports/mesh-code.ts';
import type { JsonObject } from '../../../schemas/events.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { type Harness, openHarness } from '../../governance/gate/harness.ts';
import { block } from '../../kernel/building/imports/meshes.ts';
import { madeBodies } from '../../kernel/building/kinds/body/bodies.ts';
import { levelRecord, madeImport } from '../../made-import.ts';

const MADE = madeBodies({
  good: { mesh: block(500, 600, 700) },
  lost: { mesh: block(500, 600, 700) },
});
/** A mesh of which a triangle has a vertex that it lacks; its digest is right. */
const BROKEN = encodeMesh(block(500, 600, 700))
  .bytes.slice()
  .fill(0xff, -2);
const BLOB = Buffer.concat([MADE.blob.bytes, BROKEN]);
const PLACES: Readonly<Record<string, JsonObject>> = {
  good: { offset: 0, length: MADE.blob.bytes.length },
  lost: { offset: MADE.blob.bytes.length, length: BROKEN.length },
};
const IMPORT = madeImport(
  [
    levelRecord('level_i', 'Ground'),
    ...MADE.elements.map(({ id, kind, params }) => ({
      id,
      kind,
      params: {
        ...params,
        level_id: 'level_i',
        mesh: { ...PLACES[id], blob: sha256Hex(BLOB) },
        digest: id === 'good' ? params.digest : sha256Hex(BROKEN),
        offset: { x: id === 'good' ? 0 : 5000, y: 0, z: 0 },
      },
    })),
  ],
  { meshes: BLOB },
);

/** A tool that imports the building of this test. */
const importMade = defineCommand({
  name: 'import_made',
  title: 'Import the building of a test',
  description: 'Imports the building of a test with its blobs.',
  action: 'CREATE',
  input: z.strictObject({}),
  output: z.object({}),
  refusals: {},
  plan: () => ({
    events: [IMPORT.event],
    data: {},
    blobs: [IMPORT.file, IMPORT.manifest, BLOB].map((content) => ({
      sha256: sha256Hex(content),
      content,
    })),
  }),
});

let harness: Harness;
let people: Approving;

beforeAll(async () => {
  harness = await openHarness({
    ...geometryServer,
    tools: [...geometryServer.tools, ...spatialServer.tools, importMade],
  });
  people = await approving(harness);
  const status = await people.decide(await people.held('import_made', {}));
  if (status !== 'executed') throw new Error(`the import is ${status}`);
});
afterAll(() => harness.close());

const RAY = { direction: { x: 0, y: 0, z: -1 } };

test('a mesh is read from the ledger', async () => {
  const { data } = await people.ask('raycast', { ...RAY, origin: { x: 250, y: 300, z: 2000 } });
  expect(data).toMatchObject({ hits: [{ element_id: 'good', distance_mm: 1300 }] });
});

test('a damaged one refuses the calls that need it, with the name of its element, and no others', async () => {
  const refused = await people.ask('raycast', { ...RAY, origin: { x: 5250, y: 300, z: 2000 } });
  expect(refused.error).toMatchObject({
    name: 'STORE_UNAVAILABLE',
    message: expect.stringMatching(
      /^the mesh of body `lost` cannot be read: blob `[0-9a-f]+` has a malformed mesh: got vertex 65535/u,
    ),
  });
  expect(harness.lines.filter((line) => line.includes('fault'))).toEqual([]);
  const answer = await people.ask('get_element', { element_id: 'lost', include: ['bounds'] });
  expect(answer.data).toMatchObject({ bounds: { min: { x: 5000, y: 0, z: 0 } } });
  const moved = { element_id: 'lost', delta: { x: 1, y: 0 } };
  expect((await people.done('move_element', moved)).success).toBe(true);
  const removal = await people.held('delete_elements', { element_ids: ['lost'] });
  expect(await people.decide(removal)).toBe('executed');
});
