/** @module annexe: new elements of all kinds for an imported building, next to it, in its walls and floors, and on it. */
import type { ElementOf } from '../../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { created } from '../../../building/model/build.ts';

/** Length of the wall that a new door needs, mm. */
const ROOM_FOR_DOOR_MM = 1400;

/** A point of the model next to all of its bodies, on whole millimetres. */
function besideAll(view: StateView): PlanPoint {
  const boxes = [...view.elements()].flatMap(({ id }) => view.bounds(id) ?? []);
  const x = Math.ceil(Math.max(0, ...boxes.map(({ max }) => max.x))) + 4000;
  const y = Math.ceil(Math.min(0, ...boxes.map(({ min }) => min.y)));
  return { x, y };
}

/** A straight wall of the file in which a door fits. */
export function wallWithRoom(view: StateView): ElementOf<'wall'> | undefined {
  return [...view.elementsOf('wall')].find(({ id, params }) => {
    const { start, end, via, height, cut_planes: cuts, curtain } = params;
    const isPlain = [via, cuts, curtain].every((one) => (one ?? null) === null);
    const isLong = Math.hypot(end.x - start.x, end.y - start.y) >= ROOM_FOR_DOOR_MM;
    return isPlain && isLong && (height ?? 0) >= 2300 && view.hostedBy(id).length === 0;
  });
}

const named = { name: "Annexe's" } as const;

/** The events that create the annexe on the lowest level. */
export function annexe(view: StateView): readonly PlannedEvent[] {
  const [level] = view.levels().toSorted((a, b) => a.params.elevation - b.params.elevation);
  const [top = level] = view.levels().toSorted((a, b) => b.params.elevation - a.params.elevation);
  if (level === undefined) throw new Error('a building without levels');
  const { x, y } = besideAll(view);
  const P = (dx: number, dy: number): PlanPoint => ({ x: x + dx, y: y + dy });
  const level_id = level.id;
  const wall = wallWithRoom(view);
  const ring = [P(0, 0), P(5000, 0), P(5000, 4000), P(0, 4000)];
  const walls = ring.map((start, i) =>
    created('wall', `annexe-wall-${i}`, {
      level_id,
      start,
      end: ring[(i + 1) % 4] ?? start,
      thickness: 240,
      height: 2700,
      usage: 'exterior',
      name: `Neue Wand ü ${i}`,
    }),
  );
  return [
    created('level', 'annexe-level', {
      name: 'Annexe top',
      elevation: (top?.params.elevation ?? 0) + (top?.params.height ?? 0),
      height: 3000,
    }),
    created('material', 'annexe-brick', { name: 'Annexe brick', colour: '#aa3311' }),
    ...walls,
    created('door', 'annexe-door', {
      ...named,
      host_id: 'annexe-wall-0',
      offset: 700,
      width: 1010,
    }),
    created('window', 'annexe-window', {
      ...named,
      host_id: 'annexe-wall-1',
      offset: 900,
      width: 1200,
    }),
    created('opening', 'annexe-opening', {
      ...named,
      host_id: 'annexe-wall-2',
      offset: 1500,
      width: 600,
      height: 500,
      sill: 1200,
    }),
    created('floor', 'annexe-floor', { ...named, level_id, boundary_points: ring, thickness: 220 }),
    created('room', 'annexe-room', {
      level_id,
      name: 'Annexe',
      number: 'A1',
      point: null,
      boundary_points: [P(120, 120), P(4880, 120), P(4880, 3880), P(120, 3880)],
      height: 2500,
    }),
    created('column', 'annexe-column', {
      ...named,
      level_id,
      location: P(2500, 6000),
      height: 2600,
      profile: '300x200',
      turn_deg: 30,
    }),
    created('beam', 'annexe-beam', {
      ...named,
      level_id,
      start: P(0, 7000),
      end: P(4000, 7500),
      profile: '200x300',
      elevation_offset: 2500,
    }),
    created('wall', 'annexe-upper', {
      ...named,
      level_id: 'annexe-level',
      start: P(0, 0),
      end: P(3000, 100),
      thickness: 175,
      height: 2500,
    }),
    created('ramp', 'annexe-ramp', {
      level_id,
      start: P(0, -4000),
      end: P(2400, -4000),
      width: 1200,
      rise: 150,
      thickness: 200,
    }),
    created('railing', 'annexe-railing', { level_id, path: [P(0, -6000), P(2400, -6000)] }),
    created('roof', 'annexe-roof', {
      level_id: 'annexe-level',
      boundary_points: ring,
      roof_type: 'gable',
      slope_deg: 30,
      thickness: 200,
    }),
    created('solid', 'annexe-solid', { level_id, offset: { ...P(9000, 0), z: 500 } }),
    ...[0, 1].flatMap((i) => [
      created('grid', `annexe-x${i}`, {
        level_id,
        name: `AX${i}`,
        start: P(2000 * i, -500),
        end: P(2000 * i, 5000),
      }),
      created('grid', `annexe-y${i}`, {
        level_id,
        name: `AY${i}`,
        start: P(-500, 2000 * i),
        end: P(5000, 2000 * i),
      }),
    ]),
    created('furniture', 'annexe-bed', { level_id, location: P(2500, 2000) }),
    created('group', 'annexe-group', {
      name: 'Annexe group',
      members: [['annexe-column', ...(wall === undefined ? [] : [wall.id])]],
      placements: [{ number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false }],
    }),
    ...inWalls(view),
    ...inFloors(view),
  ];
}

/** A door in a wall of the file. */
function inWalls(view: StateView): readonly PlannedEvent[] {
  const wall = wallWithRoom(view);
  if (wall === undefined) return [];
  const door = { host_id: wall.id, offset: 250, width: 900, height: 2050 };
  return [created('door', 'annexe-door-in-file', { ...door, name: 'Neue Tür' })];
}

/** A shaft in a level floor of the file. */
function inFloors(view: StateView): readonly PlannedEvent[] {
  const floor = [...view.elementsOf('floor')].find(
    ({ id, params }) =>
      (params.slope ?? null) === null &&
      view.hostedBy(id).length === 0 &&
      (params.holes ?? []).length === 0 &&
      view.outline(id)?.length === 4,
  );
  const outline = floor === undefined ? null : view.outline(floor.id);
  if (floor === undefined || outline === null) return [];
  const mean = (axis: 'x' | 'y'): number =>
    Math.round(outline.reduce((sum, point) => sum + point[axis], 0) / outline.length);
  const location = { x: mean('x'), y: mean('y') };
  const shaft = {
    ...named,
    host_id: floor.id,
    offset: null,
    location,
    width: 300,
    height: 200,
    sill: 0,
  };
  return [created('opening', 'annexe-shaft', { ...shaft, turn_deg: null })];
}
