/** @module reference-rooms.test: reference models are obstacles in rooms and on routes, like elements of the building. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { netFloorArea } from '../../../kernel/building/kinds/room/space-quantities.ts';
import { shortestPath } from '../../../kernel/building/spatial/paths.ts';
import { ownView } from '../../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { openReferenceWorld, type ReferenceWorld } from './reference-world.ts';

let opened: ReferenceWorld;
let alone: BuildingView;
let together: BuildingView;
beforeAll(async () => {
  opened = await openReferenceWorld();
  alone = await opened.view();
  await opened.refer();
  together = await opened.view();
});
afterAll(async () => await opened.world.harness.close());

function netOf(view: BuildingView): number {
  const room = view.elementOf(opened.room, 'room');
  if (room === undefined) throw new Error('no room');
  return netFloorArea(room, view) ?? 0;
}

/** Plan area of the structure inside the room, mm²: a column, a strip of the first wall, and the second wall. */
const COLUMN = 300 * 300;
const STRIP = 50 * 4800;
const SECOND = 300 * 4800;

describe('a room', () => {
  test('has the structure in it taken off its net floor area, also where references are not listed', () => {
    expect(netOf(alone)).toBeCloseTo(4800 * 3800, 0);
    const net = 4800 * 3800 - COLUMN - STRIP - SECOND;
    expect(netOf(together)).toBeCloseTo(net, 0);
    expect(netOf(ownView(together))).toBeCloseTo(net, 0);
  });

  test('keeps its outline and its area between the walls of the building', () => {
    expect(together.outline(opened.room)).toEqual(alone.outline(opened.room));
    expect(together.measures(opened.room)).toEqual(alone.measures(opened.room));
  });
});

test('routes go around a reference', () => {
  const level_id = opened.level;
  const [from, to] = [500, 1500].map((y) => ({ level_id, point: { x: 2500, y } }));
  if (from === undefined || to === undefined) throw new Error('no places');
  const lengths = [alone, together, ownView(together)].map((view) => {
    const path = shortestPath(view, from, to, { clear_width_mm: 300, step_free: false });
    return path.found ? path.length_mm : null;
  });
  expect(lengths[0]).toBeCloseTo(1000, 0);
  expect(lengths[1]).toBeGreaterThan(1050);
  expect(lengths[2]).toBe(lengths[1]);
});

test('rays name the reference that they hit', async () => {
  const { data } = await opened.people.ask('raycast', {
    origin: { x: 2500, y: 2000, z: 1000 },
    direction: { x: 0, y: -1, z: 0 },
  });
  const Hits = z.looseObject({
    hits: z.array(z.looseObject({ kind: z.string(), reference: z.string().optional() })),
  });
  const [first] = Hits.parse(data).hits;
  expect(first).toMatchObject({ kind: 'column', reference: 'structure.ifc' });
});
