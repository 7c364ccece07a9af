/** @module tests of the boundaries of spaces in returned files: those of a new file of the edited model. */
import { describe, expect, test } from 'vitest';

import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { publicFile } from '../../../../public-files.ts';
import { created, deletes, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { exported } from '../write/reread.ts';
import { annexe } from './annexe.ts';
import { boundsIn, pairsIn } from './bounds.ts';
import { imported, type Read, returned } from './returned.ts';

type Corner = readonly [x: number, y: number];

function ringOf(...corners: readonly Corner[]) {
  return corners.map(([x, y]) => ({ x, y }));
}

/** Two rooms with a wall between them, whose faces are those of the walls, on a floor. */
function house() {
  const wall = (
    id: string,
    [x0, y0]: Corner,
    [x1, y1]: Corner,
    usage: 'exterior' | 'interior',
  ): PlannedEvent =>
    created('wall', id, {
      level_id: 'L1',
      start: { x: x0, y: y0 },
      end: { x: x1, y: y1 },
      thickness: 200,
      height: 2800,
      usage,
    });
  const room = (id: string, [x0, x1]: readonly [number, number]): PlannedEvent =>
    created('room', id, {
      level_id: 'L1',
      name: id,
      point: null,
      boundary_points: ringOf([x0, 100], [x1, 100], [x1, 3900], [x0, 3900]),
      height: 2600,
    });
  return modelOf(
    wall('south', [0, 0], [8000, 0], 'exterior'),
    wall('east', [8000, 0], [8000, 4000], 'exterior'),
    wall('north', [8000, 4000], [0, 4000], 'exterior'),
    wall('west', [0, 4000], [0, 0], 'exterior'),
    wall('between', [5000, 0], [5000, 4000], 'interior'),
    created('door', 'door', { host_id: 'between', offset: 1000, width: 900, height: 2000 }),
    created('window', 'window', {
      host_id: 'south',
      offset: 1500,
      width: 1200,
      height: 1200,
      sill_height: 900,
    }),
    created('floor', 'floor', {
      level_id: 'L1',
      boundary_points: ringOf([0, 0], [8000, 0], [8000, 4000], [0, 4000]),
      thickness: 220,
    }),
    room('left', [100, 4900]),
    room('right', [5100, 7900]),
  );
}

const HOUSE = house();

/** Names of elements by GlobalId: the ids of the model. */
function namesIn(view: StateView): ReadonlyMap<string, string> {
  return new Map([...view.elements()].map(({ id }) => [ifcGuid(id), id]));
}

/** The boundaries of a file, as texts. */
function bounds(file: Buffer, view: StateView): readonly string[] {
  const names = namesIn(view);
  return boundsIn(file, (guid) => names.get(guid) ?? guid);
}

type Edit = (view: StateView) => readonly PlannedEvent[];

const ROOM = { level_id: 'L1', point: null, height: 2600 } as const;

const EDITS: readonly (readonly [string, Edit])[] = [
  ['a wall is made lower', (view) => [modifies(view.element('south'), { height: 2300 })]],
  ['the wall between the rooms is moved', (view) => moveBetween(view)],
  [
    'a wall becomes one of the inside',
    (view) => [modifies(view.element('south'), { usage: 'interior' })],
  ],
  ['a door is moved', (view) => [modifies(view.element('door'), { offset: 2000 })]],
  ['a door is deleted', (view) => [deletes(view.element('door'))]],
  [
    'a wall between rooms is deleted',
    (view) => [deletes(view.element('door'), 'between'), deletes(view.element('between'))],
  ],
  ['a room is deleted', (view) => [deletes(view.element('right'))]],
  ['a room is made higher', (view) => [modifies(view.element('left'), { height: 2700 })]],
  ['a level is raised', (view) => [modifies(view.element('L1'), { elevation: 250 })]],
  ['a wall is renamed', (view) => [modifies(view.element('south'), { name: 'Süd' })]],
  [
    'an opening is added to the wall between',
    () => [
      created('opening', 'hatch', {
        host_id: 'between',
        offset: 2500,
        width: 600,
        height: 500,
        sill: 900,
      }),
    ],
  ],
  [
    'a window is added to a wall of the file',
    () => [created('window', 'light', { host_id: 'east', offset: 1500, width: 900, height: 1000 })],
  ],
  [
    'a shaft is cut through the floor',
    () => [
      created('opening', 'shaft', {
        host_id: 'floor',
        offset: null,
        location: { x: 2000, y: 2000 },
        width: 500,
        height: 500,
        sill: 0,
        turn_deg: null,
      }),
    ],
  ],
  [
    'a room is divided by a new wall',
    (view) => [
      created('wall', 'new', {
        level_id: 'L1',
        start: { x: 2500, y: 0 },
        end: { x: 2500, y: 4000 },
        thickness: 200,
        height: 2800,
        usage: 'interior',
      }),
      created('door', 'new-door', { host_id: 'new', offset: 1500, width: 800, height: 2000 }),
      modifies(view.element('left'), {
        boundary_points: ringOf([100, 100], [2400, 100], [2400, 3900], [100, 3900]),
      }),
      created('room', 'new-room', {
        ...ROOM,
        name: 'new',
        boundary_points: ringOf([2600, 100], [4900, 100], [4900, 3900], [2600, 3900]),
      }),
    ],
  ],
  [
    'a room is added to the storey above',
    () => [
      created('room', 'upper', {
        ...ROOM,
        level_id: 'L2',
        boundary_points: ringOf([100, 100], [4900, 100], [4900, 3900], [100, 3900]),
      }),
      created('floor', 'ceiling', {
        level_id: 'L2',
        boundary_points: ringOf([0, 0], [8000, 0], [8000, 4000], [0, 4000]),
        thickness: 400,
      }),
    ],
  ],
];

function moveBetween(view: StateView): readonly PlannedEvent[] {
  const ring = (x0: number, x1: number) => ringOf([x0, 100], [x1, 100], [x1, 3900], [x0, 3900]);
  return [
    modifies(view.element('between'), {
      start: { x: 4500, y: 0 },
      end: { x: 4500, y: 4000 },
      pins: null,
    }),
    modifies(view.element('left'), { boundary_points: ring(100, 4400) }),
    modifies(view.element('right'), { boundary_points: ring(4600, 7900) }),
  ];
}

async function read(file: Buffer): Promise<Read> {
  const names = [...HOUSE.elements()].map(({ id }) => [ifcGuid(id), id] as const);
  return await imported(file, new Map(names));
}

describe.each(IFC_SCHEMAS)('%s', (schema) => {
  const { file } = exported(HOUSE, schema);

  test.each(EDITS)('%s', async (_, edit) => {
    const before = await read(file);
    const view = before.view.apply(edit(before.view));
    const made = returned(before, view);
    expect(made.not_expressible).toEqual([]);
    expect(damage(file, made.file)).toEqual([]);
    const whole = exported(view, schema).file;
    expect(bounds(made.file, view)).toEqual(bounds(whole, view));
    expect(pairsIn(made.file)).toBe(pairsIn(whole));
    expect(made.stale.filter(({ kind }) => kind === 'space_boundary')).toEqual([]);
  });
});

const REAL = ['AC20-FZK-Haus', 'Duplex_A', 'AC90R1-niedriha-V2-2x3'].map(
  (name) => [name, publicFile(`ifc-real/cases/${name}.ifc`)] as const,
);

describe.each(REAL)('%s', (_, bytes) => {
  test.skipIf(bytes === null)('a new room between new walls is bounded by them', async () => {
    const before = await imported(bytes ?? Buffer.alloc(0));
    const view = before.view.apply(annexe(before.view));
    const made = returned(before, view);
    const ofRoom = (all: readonly string[]): readonly string[] =>
      all.filter((text) => text.includes('Level annexe-room '));
    const names = namesIn(view);
    const nameOf = (guid: string): string => names.get(guid) ?? guid;
    const whole = ofRoom(bounds(exported(view, 'IFC4').file, view));
    const found = ofRoom(boundsIn(made.file, nameOf, before.source.frame));
    // Holes and slabs have none in some schemas and levels.
    const isShared = (text: string): boolean => /annexe-(?:wall|door|window)/u.test(text);
    const levels = new Set(found.map((text) => text.slice(0, 8)));
    expect(levels.size).toBeGreaterThan(0);
    expect(found.filter(isShared)).toEqual(
      whole.filter((text) => isShared(text) && levels.has(text.slice(0, 8))),
    );
  });
});
