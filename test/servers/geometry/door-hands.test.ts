/** @module tests of door hands: plan, swing, answers, and a file read by web-ifc agree for any direction of the wall. */
import { beforeEach, describe, expect, test } from 'vitest';
import { IfcAPI, LogLevel } from 'web-ifc';

import type { Point2 } from '../../../kernel/building/geometry/vector.ts';
import { drawView } from '../../../kernel/documents/drawings/draw-view.ts';
import type { Arc, FilledArea } from '../../../kernel/documents/drawings/drawing.ts';
import { exploded } from '../../../kernel/documents/drawings/print/exploded.ts';
import { endOf } from '../../../kernel/documents/drawings/sketch.ts';
import { ifcGuid } from '../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { schedule } from '../../../kernel/documents/schedules/schedule.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { withWall, World } from '../building/world.ts';

const api = new IfcAPI();
await api.Init();
api.SetLogLevel(LogLevel.LOG_LEVEL_OFF);

const P = (x: number, y: number): Point2 => ({ x, y });

type Value<T> = { readonly value: T };
/** A number from web-ifc, which is plain for some types and wrapped for others. */
type Vector = readonly (Value<number> | number)[];
type Ref = Value<number>;
type Placement = { readonly PlacementRelTo: Ref | null; readonly RelativePlacement: Ref };
type Axes = { readonly Location: Ref; readonly RefDirection: Ref | null };
type DoorLine = {
  readonly GlobalId: Value<string>;
  readonly ObjectPlacement: Ref;
  readonly OverallWidth: Value<number>;
};
type TypeLine = { readonly OperationType: Value<string> };
type Related = {
  readonly RelatedObjects: readonly Value<number>[];
  readonly RelatingType: Value<number>;
};

/** A point of the plan and the direction of the x axis there. */
type Frame = { readonly at: Point2; readonly x: Point2 };

function numbers(vector: Vector): readonly number[] {
  return vector.map((one) => (typeof one === 'number' ? one : one.value));
}

/** The world position of a placement. Every z axis of our files is vertical. */
function frameOf(model: number, placement: Ref): Frame {
  const read = (ref: Ref): unknown => api.GetLine(model, ref.value);
  const { PlacementRelTo, RelativePlacement } = read(placement) as Placement;
  const { Location, RefDirection } = read(RelativePlacement) as Axes;
  const { Coordinates } = read(Location) as { readonly Coordinates: Vector };
  const [x = NaN, y = NaN] = numbers(Coordinates);
  const direction =
    RefDirection === null ? null : (read(RefDirection) as { readonly DirectionRatios: Vector });
  const [ux = 1, uy = 0] = numbers(direction?.DirectionRatios ?? []);
  if (PlacementRelTo === null) return { at: P(x, y), x: P(ux, uy) };
  const outer = frameOf(model, PlacementRelTo);
  const turned = (p: Point2): Point2 =>
    P(outer.x.x * p.x - outer.x.y * p.y, outer.x.y * p.x + outer.x.x * p.y);
  const [at, axis] = [turned(P(x, y)), turned(P(ux, uy))];
  return { at: P(outer.at.x + at.x, outer.at.y + at.y), x: axis };
}

/** A leaf in plan: its hinge, its free end shut, and open at a right angle. */
type Hand = { readonly hinge: Point2; readonly shut: Point2; readonly open: Point2 };

/**
 * Leaves of doors as IfcDoorTypeOperationEnum defines them: the leaf opens towards the y axis of the door, and LEFT has
 * its hinges on the left of a viewer who looks along that axis. By GUID.
 */
function handsIn(file: Uint8Array): ReadonlyMap<string, Hand> {
  const model = api.OpenModel(file);
  const idsOf = (keyword: string): readonly number[] => {
    const found = api.GetLineIDsWithType(model, api.GetTypeCodeFromName(keyword));
    return Array.from({ length: found.size() }, (_, i) => found.get(i));
  };
  const operations = new Map(
    idsOf('IFCRELDEFINESBYTYPE').flatMap((id) => {
      const { RelatedObjects, RelatingType } = api.GetLine(model, id) as Related;
      const type = api.GetLine(model, RelatingType.value) as TypeLine;
      return RelatedObjects.map(({ value }) => [value, type.OperationType?.value ?? ''] as const);
    }),
  );
  const hands = new Map<string, Hand>();
  for (const id of idsOf('IFCDOOR')) {
    const door = api.GetLine(model, id) as DoorLine;
    const { at, x } = frameOf(model, door.ObjectPlacement);
    const width = door.OverallWidth.value;
    const y = P(-x.y, x.x);
    const isLeft = operations.get(id) === 'SINGLE_SWING_LEFT';
    if (!isLeft && operations.get(id) !== 'SINGLE_SWING_RIGHT') continue;
    const far = P(at.x + x.x * width, at.y + x.y * width);
    const [hinge, shut] = isLeft ? [at, far] : [far, at];
    const open = P(hinge.x + y.x * width, hinge.y + y.y * width);
    hands.set(door.GlobalId.value, { hinge, shut, open });
  }
  api.CloseModel(model);
  return hands;
}

const SCALE = 50;
const apart = (a: Point2, b: Point2): Point2 => P(a.x - b.x, a.y - b.y);
const length = ({ x, y }: Point2): number => Math.hypot(x, y);

/** The leaf of a door on the plan, from its hinge, mm of the building. */
function drawnHand(world: World, level_id: string, id: string): Omit<Hand, 'hinge'> {
  const definition = { view: 'plan', level_id, scale: SCALE, cut_height: 1200 } as const;
  const drawing = drawView(definition, world.view);
  const shapes = drawing === null ? [] : [...exploded(drawing)];
  const arc = shapes.find((one): one is Arc => one.shape === 'arc' && one.element === id);
  // The jambs and the leaf.
  const areas = shapes.filter(
    (one): one is FilledArea => one.shape === 'area' && one.element === id,
  );
  if (arc === undefined) throw new Error('no leaf on the plan');
  const ends = [arc.start, endOf(arc)].map((end) => apart(end, arc.centre));
  const corners = areas.flatMap(({ rings }) =>
    rings.flat().map((corner) => apart(corner, arc.centre)),
  );
  // The leaf is drawn open: one of its corners is the end of the arc.
  const open = ends.find((end) => corners.some((corner) => length(apart(end, corner)) < 1e-6));
  const shut = ends.find((end) => end !== open);
  if (open === undefined || shut === undefined) throw new Error('no open leaf on the plan');
  return { open: P(open.x * SCALE, open.y * SCALE), shut: P(shut.x * SCALE, shut.y * SCALE) };
}

/** Centre of the box of the area that the leaf sweeps next to the wall. */
function sweptMiddle(world: World, id: string): Point2 {
  const boxes = (world.view.workspace(id) ?? []).map(({ bounds }) => bounds);
  const [x0, y0, x1, y1] = [
    Math.min(...boxes.map(([x]) => x)),
    Math.min(...boxes.map(([, y]) => y)),
    Math.max(...boxes.map((box) => box[3])),
    Math.max(...boxes.map((box) => box[4])),
  ];
  return P((x0 + x1) / 2, (y0 + y1) / 2);
}

let world: World;
let level_id: string;
let ids: readonly string[];
let doors: readonly [left: string, right: string];

/** Two rooms of 4 × 4 m, with doors of both hands in the wall between them, which runs up or down. */
async function build(from: Point2, to: Point2): Promise<void> {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const corners = [P(0, 0), P(8000, 0), P(8000, 4000), P(0, 4000)];
  const around = [...corners.entries()].map(([i, start]) => [start, corners[(i + 1) % 4]] as const);
  const walls: string[] = [];
  for (const [start, end] of [[from, to] as const, ...around]) {
    walls.push(await world.make('create_wall', { level_id, start, end }));
  }
  const door = async (offset: number, swing: string): Promise<string> =>
    await world.make('place_door', { wall_id: walls[0], offset, width: 1000, swing });
  doors = [await door(400, 'left'), await door(2400, 'right')];
  const room = async (x: number, name: string): Promise<string> =>
    await world.make('create_room', { level_id, point: P(x, 2000), name });
  ids = [...walls, await room(2000, 'West'), await room(6000, 'East')];
}

const BUILT = [
  ['a wall that runs up', [P(4000, 0), P(4000, 4000)], 'West'],
  ['a wall that runs down', [P(4000, 4000), P(4000, 0)], 'East'],
] as const;
/** A point turned about another, degrees. */
const turned = (about: Point2, angle_deg: number) => {
  const [c, s] = [Math.cos((angle_deg * Math.PI) / 180), Math.sin((angle_deg * Math.PI) / 180)];
  return (p: Point2): Point2 => {
    const { x, y } = apart(p, about);
    return P(about.x + c * x - s * y, about.y + s * x + c * y);
  };
};
/** A point mirrored in a line through the origin. */
const mirrored = (along: Point2) => (p: Point2) => {
  const share = (2 * (p.x * along.x + p.y * along.y)) / (along.x ** 2 + along.y ** 2);
  return P(share * along.x - p.x, share * along.y - p.y);
};
const O = P(0, 0);
const CHANGED = [
  ['as it is', null, (p: Point2) => p],
  ['turned by 30°', { operation: 'rotate', about: O, angle_deg: 30 }, turned(O, 30)],
  [
    'turned by 215°',
    { operation: 'rotate', about: P(1000, 0), angle_deg: 215 },
    turned(P(1000, 0), 215),
  ],
  ['mirrored', { operation: 'mirror', from: O, to: P(0, 1000) }, mirrored(P(0, 1000))],
  [
    'mirrored obliquely',
    { operation: 'mirror', from: O, to: P(1000, 300) },
    mirrored(P(1000, 300)),
  ],
] as const;

describe.each(BUILT)('a door in %s', (_wall, [from, to], opens_to) => {
  beforeEach(async () => {
    await build(from, to);
  });

  test.each(CHANGED)('%s opens the same way everywhere', async (_how, change, moved) => {
    const before = handsIn(exported(world.view, 'IFC4').file);
    if (change !== null) await world.do('transform_elements', { element_ids: ids, ...change });
    const parameters = ['swing', 'to_room'];
    const asked = { category: 'Doors', parameters };
    const table = schedule(world.view, asked, (_code, message): never => {
      throw new Error(message);
    });
    expect(table.rows.map(({ cells }) => cells[1])).toEqual([opens_to, opens_to]);
    for (const schema of IFC_SCHEMAS) {
      const hands = handsIn(exported(world.view, schema).file);
      expect(hands.size).toBe(2);
      for (const id of doors) {
        const hand = hands.get(ifcGuid(id));
        if (hand === undefined) throw new Error('no door in the file');
        const was = before.get(ifcGuid(id));
        for (const end of ['hinge', 'open', 'shut'] as const) {
          const wanted = moved(was?.[end] ?? O);
          expect([end, length(apart(hand[end], wanted)) < 0.01]).toEqual([end, true]);
        }
        const drawn = drawnHand(world, level_id, id);
        for (const end of ['open', 'shut'] as const) {
          const read = apart(hand[end], hand.hinge);
          // The leaf hangs between the two sides of its lining, 40 mm each.
          const share = 1 - 80 / length(read);
          const leaf = P(read.x * share, read.y * share);
          expect([end, length(apart(leaf, drawn[end])) < 0.01]).toEqual([end, true]);
        }
        // The leaf sweeps the quarter between its shut and its open end.
        const middle = apart(sweptMiddle(world, id), hand.hinge);
        for (const end of ['open', 'shut'] as const) {
          const axis = apart(hand[end], hand.hinge);
          const share = (middle.x * axis.x + middle.y * axis.y) / 1e6;
          expect([end, share > 0.3 && share < 0.8]).toEqual([end, true]);
        }
      }
    }
  });

  test('a right-hand door is the mirror image of a left-hand one', () => {
    const [left, right] = doors.map((id) => drawnHand(world, level_id, id));
    if (left === undefined || right === undefined) throw new Error('no doors');
    expect(length(apart(left.open, right.open))).toBeLessThan(1e-6);
    expect(length(P(left.shut.x + right.shut.x, left.shut.y + right.shut.y))).toBeLessThan(1e-6);
    // The left-hand door has its hinge towards the start of the wall.
    const along = apart(to, from);
    expect(left.shut.x * along.x + left.shut.y * along.y).toBeGreaterThan(0);
  });
});

test.each([
  ['left', 'hinge on the left, seen in the direction in which it opens'],
  ['right', 'hinge on the right, seen in the direction in which it opens'],
  ['both', 'opens to both sides of the wall'],
  ['none', 'does not swing'],
])('answers and previews say from where swing %s is seen', async (swing, swing_seen) => {
  const { world: own, wall_id } = await withWall();
  const asked = { wall_id, offset: 500, swing };
  const { events } = await own.plan('place_door', asked);
  expect(own.effect(events).changes).toContainEqual(
    expect.objectContaining({ params: expect.objectContaining({ swing, swing_seen }) }),
  );
  const element_id = await own.make('place_door', asked);
  const { params } = await own.ask('get_element', { element_id });
  expect(params).toMatchObject({ swing, swing_seen });
  const created = own.log.all.find(({ aggregate_id }) => aggregate_id === element_id);
  expect(JSON.stringify(created)).not.toContain('swing_seen');
});
