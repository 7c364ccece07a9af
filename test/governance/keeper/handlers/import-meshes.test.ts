/** @module tests of meshes: the keeper takes no event that gives an element a mesh which no import brought. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import type { ElementRecord, JsonObject, PlannedEvent } from '../../../../schemas/events.ts';
import { levelRecord, madeImport, type MadeImport, wallRecord } from '../../../made-import.ts';
import { stage as stageBytes, stageMade } from './staging.ts';
import { outcome, person, ROBOT, Workspace } from './workspace.ts';

const LEVEL = levelRecord('level_i', 'Ground');
const WALL = wallRecord('wall_i', LEVEL.id);
const ann = person('ann', 'user-ann');
const MESHES = Buffer.from('a hundred bytes of meshes '.repeat(4));
const OWN = sha256Hex(MESHES);

let ws: Workspace;
beforeEach(async () => {
  ws = await Workspace.found({ agent: ROBOT });
  await ws.addApprover(ann);
});
afterEach(() => ws[Symbol.asyncDispose]());

type Place = { readonly blob: string; readonly offset: number; readonly length: number };

const appearanceAt = (mesh: Place): JsonObject => ({
  mesh: { ...mesh },
  digest: 'cd'.repeat(32),
  low: { x: 0, y: -100, z: 0 },
  closed: true,
  glass: 0,
  mirrored: false,
  of: { width: 900 },
});

function doorRecord(mesh: Place | null, id = 'door_i'): ElementRecord {
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

async function stage(made: MadeImport): Promise<void> {
  await stageMade(ws, made, ROBOT);
  await stageBytes(ws, MESHES);
}

const created = (element: ElementRecord): PlannedEvent => ({
  type: 'element.created',
  aggregate_id: element.id,
  payload: { element },
});

const KEPT = { blob: OWN, offset: 4, length: 100 };
const FOREIGN = { blob: 'ab'.repeat(32), offset: 0, length: 100 };
const BEYOND = { blob: OWN, offset: 5, length: 100 };

describe('an import of a door', () => {
  test.each([
    ['in another blob', FOREIGN],
    ['beyond its blob', BEYOND],
  ])('with an appearance %s is refused', async (_, place) => {
    const made = madeImport([LEVEL, WALL, doorRecord(place)], { meshes: MESHES });
    await stage(made);
    const reply = await ws.submit([made.event]);
    expect(outcome(reply)).toBe('INVALID_ARGUMENT');
    expect(JSON.stringify(reply)).toContain(`the door \`door_i\` has its mesh at the bytes`);
  });
});

describe('after an import', () => {
  beforeEach(async () => {
    const made = madeImport([LEVEL, WALL, doorRecord(KEPT)], { meshes: MESHES });
    await stage(made);
    await ws.decide(await ws.hold([made.event]), ann);
  });

  test.each([
    ['a blob that no import names', FOREIGN, 'a blob that an import names'],
    ['bytes beyond a blob of an import', BEYOND, `a part of its ${MESHES.length} bytes`],
  ])('a door with a mesh at %s is neither created nor changed', async (_, place, expected) => {
    const away = doorRecord(place, 'door_j');
    const moved = { ...away, params: { ...away.params, offset: 2000 } };
    const previous = doorRecord(KEPT).params['appearance'] ?? null;
    const change: PlannedEvent = {
      type: 'element.modified',
      aggregate_id: 'door_i',
      payload: {
        updates: { appearance: appearanceAt(place) },
        previous: { appearance: previous },
      },
    };
    for (const event of [created(moved), change]) {
      const reply = await ws.submit([event]);
      expect(outcome(reply)).toBe('INVALID_ARGUMENT');
      expect(JSON.stringify(reply)).toContain(expected);
    }
  });

  test('a copy of the door with its mesh is taken', async () => {
    const copy = doorRecord(KEPT, 'door_j');
    const moved = { ...copy, params: { ...copy.params, offset: 2000 } };
    expect(outcome(await ws.submit([created(moved)]))).toBe('committed');
  });
});
