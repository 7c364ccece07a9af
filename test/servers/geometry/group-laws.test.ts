/** @module laws of groups over random flats: any change in any placement keeps all placements equal. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Refusal } from '../../../schemas/errors.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const metres = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((mm) => mm / 1000);

const Flat = fc.record({
  width: metres(5, 8),
  depth: metres(4, 7),
  part: fc.integer({ min: 35, max: 65 }),
  line: fc.constantFrom('centre', 'outside', 'inside'),
  swing: fc.constantFrom('left', 'right', 'none'),
  stair: fc.constantFrom('straight', 'l', 'u'),
  turn: fc.integer({ min: -80, max: 80 }),
});
type Flat = typeof Flat extends fc.Arbitrary<infer F> ? F : never;

function scriptOf({ width, depth, part, line, swing, stair, turn }: Flat): string {
  const across = (width * part) / 100;
  const n = (value: number): string => value.toFixed(3);
  return [
    'level Ground at 0 height 3 as g; level First at 3.2 height 2.8 as f; on $g',
    `walls rect (0, 0) size ${n(width)} x ${n(depth)} thickness 0.24 line ${line} as s`,
    `wall (${n(across)}, 0) to (${n(across)}, ${n(depth)}) thickness 0.12`,
    `door in $s.south at 0.7 width 0.9 swing ${swing}`,
    `window in $s.north at 0.6 size 0.8 x 1.2`,
    `room "Day" at (0.9, 1.5); room "Night" at (${n(width - 0.9)}, 1.5)`,
    `floor rect (0, 0) size ${n(width)} x ${n(depth)} as slab`,
    'opening in $slab at (1.7, 2) size 0.3 x 0.5 turn 30',
    `column at (1.2, 1.4) size 0.2 x 0.3 turn ${turn}`,
    `beam (0, 1) to (${n(width)}, 2) size 0.1 x 0.2`,
    `floor rect (15, -5) to (30, 15) on $f as upper`,
    `stair at (20, 3) to $f direction ${turn} width 1 shape ${stair}${stair === 'straight' ? '' : ' turn left'} cut`,
  ].join('\n');
}

const Placing = fc.record(
  {
    mirror: fc.constantFrom({ from: P(0, 0), to: P(0, 1000) }, { from: P(0, 0), to: P(1000, 0) }),
    turn: fc.constantFrom(90, 180, 270),
  },
  { requiredKeys: [] },
);
type Placing = typeof Placing extends fc.Arbitrary<infer F> ? F : never;
const Placings = fc.array(Placing, { minLength: 1, maxLength: 3 });

/** Separate placements, each rotated and mirrored as given; oblique if `angle_deg` is given. */
function placementsOf(placings: readonly Placing[], angle_deg?: number): readonly object[] {
  return placings.map(({ mirror, turn }, n) => ({
    ...(mirror === undefined ? {} : { mirror }),
    ...(turn === undefined ? {} : { turn_deg: angle_deg ?? turn, about: P(0, 0) }),
    move: P(100_000 * (n + 1), 0),
  }));
}

const EDITS = [
  'height',
  'thickness',
  'shift',
  'end',
  'door',
  'window',
  'split',
  'delete',
  'width',
  'slide',
  'profile',
  'hole',
];

/** An edit of an element of a placement; `of` selects it, `row` the placement, `by` the amount. */
const editOf = (what: readonly string[]) =>
  fc.record({
    what: fc.constantFrom(...what),
    of: fc.nat(30),
    row: fc.nat(3),
    by: fc.integer({ min: 1, max: 60 }),
  });
const Edit = editOf(EDITS);
type Edit = typeof Edit extends fc.Arbitrary<infer F> ? F : never;

type Call = readonly [tool: string, input: Record<string, unknown>];
type Edited = {
  readonly id: string;
  readonly kind: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** Parameters that edits set, by subject and kind. */
const SETS: Readonly<Record<string, (by: number) => readonly [name: string, value: unknown]>> = {
  'height wall': (by) => ['height', 2000 + 10 * by],
  'height room': (by) => ['height', 2000 + 10 * by],
  'thickness wall': (by) => ['thickness', 100 + 4 * by],
  'thickness floor': (by) => ['thickness', 100 + 4 * by],
  'width door': (by) => ['width', 600 + 10 * by],
  'width window': (by) => ['width', 600 + 10 * by],
  'width stair': (by) => ['width', 600 + 10 * by],
  'slide door': (by) => ['offset', 20 * by],
  'slide window': (by) => ['offset', 20 * by],
  'profile column': (by) => ['profile', `${100 + by}x300`],
};

/** The call of an edit on an element of its kind, null if it does not apply. */
function callOf({ what, by }: Edit, element: Edited): Call | null {
  const { id: element_id, kind, params } = element;
  const set = SETS[`${what} ${kind}`]?.(by);
  if (set !== undefined) {
    return ['modify_parameter', { element_id, parameter_name: set[0], value: set[1] }];
  }
  if (what === 'delete') {
    return by % 4 === 0 ? ['delete_elements', { element_ids: [element_id] }] : null;
  }
  if (what === 'shift' && ['wall', 'column', 'stair'].includes(kind)) {
    const delta = P(7 * by, -5 * by);
    return ['transform_elements', { element_ids: [element_id], operation: 'move', delta }];
  }
  if (what === 'hole' && kind === 'floor') {
    const [corner] = Array.isArray(params['boundary_points']) ? params['boundary_points'] : [];
    const location = P(Object(corner).x + 40 * by, Object(corner).y + 40 * by);
    return ['create_opening', { host_id: element_id, location, width: 300, height: 200 }];
  }
  return kind === 'wall' ? wallCall({ what, by }, element) : null;
}

function wallCall({ what, by }: Pick<Edit, 'what' | 'by'>, { id, params }: Edited): Call | null {
  const inWall = { wall_id: id, offset: 40 * by, width: 10 * by + 200 };
  if (what === 'door') {
    return ['place_door', { ...inWall, swing: by % 2 === 0 ? 'left' : 'right' }];
  }
  if (what === 'window') return ['place_window', inWall];
  if (what === 'split' || what === 'cut') {
    // Pieces shorter than walls are thick meet in a corner by the order of their ids, which differs from copy to copy.
    // The cut is near the start, so that doors and windows belong to the second piece.
    const distance = what === 'split' ? 1000 + 30 * by : 350 + 4 * by;
    return ['edit_walls', { operation: 'split', wall_id: id, distance }];
  }
  if (what !== 'end') return null;
  const at = Object(params['end']);
  const to = P(at.x + 3 * by, at.y - 11 * by);
  return ['edit_walls', { operation: 'move_end', wall_id: id, end: 'end', to }];
}

async function built(flat: Flat): Promise<{ world: World; members: readonly string[] }> {
  const world = await World.create();
  await world.do('run_script', { script: scriptOf(flat) });
  const members = [...world.view.elements()].filter(({ kind }) => kind !== 'level');
  return { world, members: members.map(({ id }) => id) };
}

function rowsOf(world: World): readonly (readonly string[])[] {
  return [...world.view.elementsOf('group')][0]?.params.members ?? [];
}

/** A move of a whole placement, which is not synchronised. */
function wholeCall({ what, by }: Edit, element_ids: readonly string[]): Call | null {
  if (what !== 'whole') return null;
  const delta = P(7 * by, -5 * by);
  return ['transform_elements', { element_ids, operation: 'move', delta }];
}

/** Executes an edit; returns whether it succeeded. A completed plan needs no further completion. */
async function edited(world: World, edit: Edit, ids: readonly string[]): Promise<boolean> {
  const element = world.view.element(ids[edit.of % ids.length] ?? '');
  const call = element === undefined ? null : (wholeCall(edit, ids) ?? callOf(edit, element));
  if (call === null) return false;
  try {
    const plan = await world.plan(call[0], call[1]);
    const whole = world.view;
    const fresh = { next: (kind: string) => kind };
    const again = world.domain.complete(plan, world.domain.callerView(whole, null), fresh);
    expect(again.events.length).toBe(plan.events.length);
    // Moving a whole placement does not change the others.
    const others = plan.events.filter(
      ({ aggregate_id }) =>
        !ids.includes(aggregate_id) && world.view.element(aggregate_id)?.kind !== 'group',
    );
    expect(edit.what === 'whole' ? others : []).toEqual([]);
    await world.do(call[0], call[1]);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const MEASURES = ['length_mm', 'area_mm2', 'perimeter_mm', 'volume_mm3'] as const;
/** The measures that do not depend on the position. */
const SAME = ['height', 'thickness', 'width', 'profile', 'sill', 'fire_rating_min'] as const;

/** Fails if counterparts differ: measures by more than this share, sizes at all. */
function expectAlike(world: World, share: number): void {
  const [first = [], ...rest] = rowsOf(world);
  const off: unknown[] = [];
  for (const row of rest) {
    expect(row.length).toBe(first.length);
    for (const [i, id] of row.entries()) {
      const like = first[i] ?? '';
      const [is, was] = [world.view.measures(id), world.view.measures(like)];
      for (const name of MEASURES) {
        const [a, b] = [is[name] ?? 0, was[name] ?? 0];
        if (Math.abs(a - b) > share * Math.abs(b)) off.push([name, like, id, b, a]);
      }
      const element = world.view.element(id);
      const params: Readonly<Record<string, unknown>> = { ...element?.params };
      const model: Readonly<Record<string, unknown>> = { ...world.view.element(like)?.params };
      const sizes = SAME.filter((name) => element?.kind !== 'opening' || name === 'sill');
      for (const name of sizes) {
        if (params[name] !== model[name]) off.push([name, like, id, model[name], params[name]]);
      }
    }
  }
  expect(off).toEqual([]);
}

const RUNS = { numRuns: 12 };

describe('a group of a flat', () => {
  test('has equal placements after any edits in any of them', async () => {
    let held = 0;
    const edits = fc.array(editOf([...EDITS, 'whole']), { minLength: 6, maxLength: 14 });
    const angle = fc.constantFrom(undefined, 37, -12.5);
    await fc.assert(
      fc.asyncProperty(Flat, Placings, angle, edits, async (flat, placings, angle_deg, all) => {
        const { world, members } = await built(flat);
        await world.do('create_group', {
          name: 'Flat',
          element_ids: members,
          placements: placementsOf(placings, angle_deg),
        });
        // Off the axes corners are rounded to hundredths of a millimetre on some decimetres, offsets in mirrored walls that
        // edits have set aslant to the grid.
        const share = angle_deg === undefined ? 1e-5 : 2e-4;
        expectAlike(world, share);
        for (const edit of all) {
          const rows = rowsOf(world);
          const ids = rows[edit.row % rows.length] ?? [];
          if (ids.length > 0 && (await edited(world, edit, ids))) held += 1;
          expectAlike(world, share);
        }
      }),
      RUNS,
    );
    // Most edits must succeed, or the law would be void.
    expect(held).toBeGreaterThan(20);
  });

  test('is restored by an undo of an edit, and changed again by an undo of the undo', async () => {
    let held = 0;
    const edits = fc.array(editOf([...EDITS, 'cut', 'whole']), { minLength: 6, maxLength: 14 });
    const angle = fc.constantFrom(undefined, 37, -12.5);
    await fc.assert(
      fc.asyncProperty(Flat, Placings, angle, edits, async (flat, placings, angle_deg, all) => {
        const { world, members } = await built(flat);
        await world.do('create_group', {
          name: 'Flat',
          element_ids: members,
          placements: placementsOf(placings, angle_deg),
        });
        for (const edit of all) {
          const rows = rowsOf(world);
          const before = stateOf(world);
          const ids = rows[edit.row % rows.length] ?? [];
          if (ids.length === 0 || !(await edited(world, edit, ids))) continue;
          held += 1;
          const after = stateOf(world);
          await undoLast(world);
          expect(stateOf(world)).toEqual(before);
          await undoLast(world);
          expect(stateOf(world)).toEqual(after);
        }
      }),
      RUNS,
    );
    expect(held).toBeGreaterThan(20);
  });

  test('is the same if it is changed before or after it is placed again', async () => {
    await fc.assert(
      fc.asyncProperty(
        Flat,
        Placings,
        fc.array(Edit, { minLength: 1, maxLength: 5 }),
        async (flat, placings, all) => {
          const placements = placementsOf(placings);
          const [early, late] = [await built(flat), await built(flat)];
          await early.world.do('create_group', {
            name: 'F',
            element_ids: early.members,
            placements,
          });
          await late.world.do('create_group', { name: 'F', element_ids: late.members });
          for (const edit of all) {
            const [ids, same] = [rowsOf(early.world)[0] ?? [], rowsOf(late.world)[0] ?? []];
            if (ids.length < 2) break;
            const held = await edited(early.world, edit, ids);
            expect(await edited(late.world, edit, same)).toBe(held);
          }
          const [group] = [...late.world.view.elementsOf('group')];
          if (group === undefined) return;
          await late.world.do('create_group', { group_id: group.id, placements });
          expect(shapes(late.world)).toEqual(shapes(early.world));
        },
      ),
      RUNS,
    );
  });
});

/** Parameters of all elements by id. */
function stateOf(world: World): ReadonlyMap<string, unknown> {
  return new Map([...world.view.elements()].map(({ id, params }) => [id, params]));
}

async function undoLast(world: World): Promise<void> {
  await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
}

/** Parameters that are ids or names, and those that a room derives from its walls, or keeps without them. */
const OWN = new Set(['name', 'number', 'host_id', 'stair_id']);
const FOUND = new Set(['boundary_points', 'point']);

/** The comparable parameters of all members, row by row. */
function shapes(world: World): unknown {
  return rowsOf(world).map((row) =>
    row.map((id) => {
      const element = world.view.element(id);
      // The opening of a stair is cut and rounded at its position, so it may differ by a micrometre.
      const isCut = element?.kind === 'opening' && typeof element.params.stair_id === 'string';
      const isLeft = (name: string): boolean =>
        isCut || (element?.kind === 'room' && FOUND.has(name));
      const params = Object.entries(element?.params ?? {}).filter(
        ([name, value]) => value !== null && !OWN.has(name) && !isLeft(name),
      );
      return [element?.kind, Object.fromEntries(params)];
    }),
  );
}
