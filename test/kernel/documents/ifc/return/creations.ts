/** @module creations: new elements of every kind, each at a place of its own next to an imported building. */
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { created } from '../../../building/model/build.ts';

/** Where new elements are: a level and a point of the plan, and what their ids begin with. */
type Spot = {
  readonly id: string;
  readonly level_id: string;
  readonly at: (dx: number, dy: number) => PlanPoint;
  readonly view: StateView;
};

type Creation = (spot: Spot) => readonly PlannedEvent[];

function ringAt({ at }: Spot): PlanPoint[] {
  return [at(0, 0), at(5000, 0), at(5000, 4000), at(0, 4000)];
}

function wallOf({ id, level_id, at }: Spot, more: object = {}): PlannedEvent {
  const ends = { start: at(0, 0), end: at(6000, 0) };
  return created('wall', id, { level_id, ...ends, thickness: 240, height: 2700, ...more });
}

function roof(roof_type: 'flat' | 'shed' | 'gable' | 'hip' | 'mansard'): Creation {
  return (spot) => [
    created('roof', spot.id, {
      level_id: spot.level_id,
      boundary_points: ringAt(spot),
      roof_type,
      slope_deg: roof_type === 'flat' ? 0 : 30,
      thickness: 200,
    }),
  ];
}

const CURTAIN = {
  wall_type: 'curtain',
  thickness: 200,
  height: 3200,
  curtain: { panel_width: 1500, panel_height: 1600 },
} as const;

/** How elements of each kind are created, by name. */
export const CREATIONS: Readonly<Record<string, Creation>> = {
  wall: (spot) => [
    wallOf(spot, { usage: 'exterior' }),
    created('door', `${spot.id}-door`, { host_id: spot.id, offset: 500, width: 900 }),
    created('window', `${spot.id}-window`, { host_id: spot.id, offset: 2500, width: 1100 }),
    created('opening', `${spot.id}-hatch`, {
      host_id: spot.id,
      offset: 4200,
      width: 500,
      height: 400,
      sill: 1500,
    }),
  ],
  'wall of a new type': (spot) => [
    created('material', `${spot.id}-brick`, { name: `Brick ${spot.id}`, colour: '#aa3311' }),
    created('type', `${spot.id}-type`, {
      name: `Masonry ${spot.id}`,
      for: 'wall',
      layers: [
        { material: `Brick ${spot.id}`, thickness: 115, function: 'structure' },
        { material: 'Plaster', thickness: 15, function: 'finish' },
      ],
    }),
    wallOf(spot, { thickness: 130, type_id: `${spot.id}-type` }),
  ],
  'wall along an arc': (spot) => [
    wallOf(spot, { via: spot.at(3000, 2000) }),
    created('door', `${spot.id}-door`, { host_id: spot.id, offset: 1500, width: 900 }),
  ],
  'curtain wall': (spot) => [
    wallOf(spot, CURTAIN),
    created('door', `${spot.id}-door`, { host_id: spot.id, offset: 2000, width: 1000 }),
  ],
  floor: (spot) => [
    created('floor', spot.id, {
      level_id: spot.level_id,
      boundary_points: ringAt(spot),
      thickness: 200,
      holes: [[spot.at(500, 500), spot.at(900, 500), spot.at(900, 1200)]],
    }),
  ],
  'sloping floor': (spot) => [
    created('floor', spot.id, {
      level_id: spot.level_id,
      boundary_points: ringAt(spot),
      thickness: 180,
      slope: { point: spot.at(0, 0), direction_deg: 25, pitch_deg: 9, edges: 'plumb' },
    }),
  ],
  room: (spot) => [
    created('room', spot.id, {
      level_id: spot.level_id,
      name: `Room ${spot.id}`,
      point: null,
      boundary_points: ringAt(spot),
      height: 2500,
    }),
  ],
  column: (spot) => [
    created('column', spot.id, {
      level_id: spot.level_id,
      location: spot.at(0, 0),
      profile: '250x350',
      height: 2600,
      turn_deg: 20,
    }),
  ],
  beam: (spot) => [
    created('beam', spot.id, {
      level_id: spot.level_id,
      start: spot.at(0, 0),
      end: spot.at(3000, 700),
      profile: '200x300',
      elevation_offset: 2500,
    }),
  ],
  stair: (spot) => {
    const [low, high] = spot.view
      .levels()
      .toSorted((a, b) => a.params.elevation - b.params.elevation);
    if (low === undefined || high === undefined) return [];
    const place = { level_id: low.id, top_level_id: high.id, start: spot.at(0, 0) };
    return [created('stair', spot.id, { ...place, width: 1100 })];
  },
  ramp: (spot) => [
    created('ramp', spot.id, {
      level_id: spot.level_id,
      start: spot.at(0, 0),
      end: spot.at(2400, 0),
      width: 1200,
      rise: 150,
      thickness: 200,
    }),
  ],
  railing: (spot) => [
    created('railing', spot.id, {
      level_id: spot.level_id,
      path: [spot.at(0, 0), spot.at(0, 3000)],
    }),
  ],
  'flat roof': roof('flat'),
  'shed roof': roof('shed'),
  'gable roof': roof('gable'),
  'hip roof': roof('hip'),
  furniture: (spot) => [
    created('furniture', spot.id, { level_id: spot.level_id, location: spot.at(0, 0) }),
  ],
  solid: (spot) => [
    created('solid', spot.id, { level_id: spot.level_id, offset: { ...spot.at(0, 0), z: 500 } }),
  ],
  group: (spot) => [
    created('column', `${spot.id}-member`, {
      level_id: spot.level_id,
      location: spot.at(0, 0),
      profile: 'circle 240',
      height: 2400,
    }),
    created('group', spot.id, {
      name: `Group ${spot.id}`,
      members: [[`${spot.id}-member`]],
      placements: [{ number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false }],
    }),
  ],
  level: (spot) => {
    const top = Math.max(...spot.view.levels().map(({ params }) => params.elevation));
    return [
      created('level', spot.id, { name: `Level ${spot.id}`, elevation: top + 3300, height: 3000 }),
      wallOf({ ...spot, id: `${spot.id}-wall`, level_id: spot.id }),
    ];
  },
  separation: (spot) => [
    created('separation', spot.id, {
      level_id: spot.level_id,
      start: spot.at(0, 0),
      end: spot.at(5000, 0),
    }),
  ],
  'grid lines': (spot) =>
    [0, 1].flatMap((i) => [
      created('grid', `${spot.id}-x${i}`, {
        level_id: spot.level_id,
        name: `X${i} ${spot.id}`,
        start: spot.at(2000 * i, 0),
        end: spot.at(2000 * i, 5000),
      }),
      created('grid', `${spot.id}-y${i}`, {
        level_id: spot.level_id,
        name: `Y${i} ${spot.id}`,
        start: spot.at(0, 2000 * i),
        end: spot.at(5000, 2000 * i),
      }),
    ]),
};
