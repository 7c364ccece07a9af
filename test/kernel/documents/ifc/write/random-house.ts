/** @module random house: all kinds of elements, in rotated and joined walls, with hostile names; a different one for each seed. */
import { SWINGS } from '../../../../../kernel/building/kinds/door/door.ts';
import { FLOOR_TYPES } from '../../../../../kernel/building/kinds/floor/params.ts';
import { ROOF_TYPES } from '../../../../../kernel/building/kinds/roof/roof-form.ts';
import { DOOR_TYPES, WINDOW_TYPES } from '../../../../../kernel/building/kinds/types/operations.ts';
import { WALL_TYPES, WALL_USAGES } from '../../../../../kernel/building/kinds/wall/params.ts';
import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { lcg } from '../../../../bench/building.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';

const PROFILES = ['200x200', 'circle 160', 'HEA200', '300x150', 'I 200x190x6.5x10'];
/** Sections that were added later; an outline has a free name. */
const SHAPES = [
  {},
  {},
  { profile: 'L 100x65x7' },
  { profile: 'T 100x80x8x10' },
  { profile: 'U 80x200x8x12' },
  { profile: 'Z 80x200x8x10x5' },
  { profile: 'C 200x80x3x20x5' },
  { profile: 'I 200x300x10x15x100x12' },
  { profile: 'trapezium 300x500x200' },
  {
    profile: 'Blech "1" \\',
    outline: {
      boundary: [
        { x: -30, y: 0 },
        { x: 120.5, y: 0 },
        { x: 120.5, y: 40 },
        { x: 20, y: 40 },
        { x: 20, y: 180 },
        { x: -30, y: 180 },
      ],
      holes: [
        [
          { x: -10, y: 60 },
          { x: 5, y: 60 },
          { x: 5, y: 90.25 },
        ],
      ],
    },
  },
];
const NAMES = [
  null,
  'Tür & Tor',
  "it's",
  'C:\\temp\\x',
  '日本語',
  'emoji 🏠👍',
  'line\nbreak',
  '\\X2\\00E4\\X0\\',
  "''';DROP",
  'ß',
];

/** A house on levels L1 to L3, rotated by a random angle. */
export function randomHouse(seed: number): ModelView {
  const random = lcg(seed + 1);
  const one = <T>(all: readonly T[]): T => {
    const found = all[random(all.length)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  };
  const name = (): string | null => one(NAMES);
  /** Draws parameters that were added later: the sequence of the others stays the same. */
  const later = lcg(seed + 1_000_003);
  const oneLater = <T>(all: readonly T[], otherwise: T): T => all[later(all.length)] ?? otherwise;
  const angle = seed % 3 === 0 ? 0 : random(360) * (Math.PI / 180);
  const [cosine, sine, dx, dy] = [Math.cos(angle), Math.sin(angle), random(50_000), -random(9000)];
  /** On the grid of 0.001 mm. */
  const P = (x: number, y: number): PlanPoint => ({
    x: Math.round((dx + x * cosine - y * sine) * 1000) / 1000,
    y: Math.round((dy + x * sine + y * cosine) * 1000) / 1000,
  });
  const [width, depth] = [6000 + 10 * random(400), 4000 + 10 * random(300)];
  const ring = [P(0, 0), P(width, 0), P(width, depth), P(0, depth)];
  const thickness = one([100, 175, 240, 365]);
  const outer = {
    thickness,
    usage: 'exterior',
    load_bearing: true,
    fire_rating_min: one([null, 90]),
  } as const;
  const slopeOf = (edges: 'plumb' | 'square', direction_deg: number, pitch_deg: number) => ({
    point: P(-5000, 700),
    direction_deg,
    pitch_deg,
    edges,
  });
  const events: PlannedEvent[] = [];
  for (const level_id of ['L1', 'L2']) {
    const at = (id: string): string => `${level_id}-${id}`;
    for (const [i, start] of ring.entries()) {
      const end = ring[(i + 1) % 4] ?? start;
      const join_type = one(['auto', 'auto', 'miter', 'butt', 'none'] as const);
      events.push(
        created('wall', at(`w${i}`), { ...outer, level_id, start, end, join_type, name: name() }),
      );
    }
    const across = one([1800, 2200, 2500]);
    events.push(
      created('wall', at('inner'), {
        level_id,
        start: P(across, 0),
        end: P(across, depth),
        thickness: one([80, 115]),
        wall_type: one(WALL_TYPES),
        usage: one(WALL_USAGES),
        height: one([2600, 3000]),
        name: name(),
      }),
      created('wall', at('skew'), {
        level_id,
        start: P(across, depth / 2),
        end: P(width, depth / 2 + 10 * random(100)),
        thickness: one([80, 115]),
      }),
      created('door', at('door'), {
        host_id: at('w0'),
        offset: 600,
        width: one([800, 900, 1000.5]),
        height: one([2000, 2135]),
        sill: oneLater([null, 0, 15, 300.125], null),
        door_type: one(DOOR_TYPES),
        swing: one(SWINGS),
        is_exit: random(2) === 0,
        fire_rating_min: one([null, 30]),
        name: name(),
      }),
      created('door', at('inner-door'), {
        host_id: at('inner'),
        offset: 600,
        width: 800,
        height: 2000,
        sill: oneLater([null, 0, 150], null),
        door_type: one(DOOR_TYPES),
        name: name(),
      }),
      ...[2, 3].map((side) =>
        created('window', at(`window${side}`), {
          host_id: at(`w${side}`),
          offset: 900,
          width: 10 * (60 + random(60)),
          height: 1000,
          sill_height: 800 + random(300),
          window_type: one(WINDOW_TYPES),
          name: name(),
        }),
      ),
      created('opening', at('hatch'), {
        host_id: at('w1'),
        offset: 1500,
        width: 600,
        height: 500,
        sill: one([0, 1200]),
        name: name(),
      }),
      created('floor', at('floor'), {
        level_id,
        boundary_points: ring,
        holes: random(2) === 0 ? [] : [[P(3000, 1000), P(3000, 2000), P(3600, 1500)]],
        thickness: one([200, 300]),
        floor_type: one(FLOOR_TYPES),
        name: name(),
      }),
      created('opening', at('shaft'), {
        host_id: at('floor'),
        offset: null,
        location: P(1000, 1200),
        width: 700,
        height: 500,
        sill: 0,
        turn_deg: one([0, 30, null]),
      }),
      created('column', at('column'), {
        level_id,
        location: P(4200, 900),
        profile: one(PROFILES),
        turn_deg: one([0, 45, 90]),
        ...oneLater(SHAPES, {}),
        top_level_id: level_id === 'L1' ? one([null, 'L2']) : null,
        name: name(),
      }),
      created('beam', at('beam'), {
        level_id,
        start: P(300, 300),
        end: P(width - 300, 900),
        profile: one(PROFILES),
        elevation_offset: -random(300),
        ...oneLater(SHAPES, {}),
        name: name(),
      }),
      created('floor', at('slope'), {
        level_id,
        boundary_points: [P(-6000, 0), P(-3500, 300), P(-3600, 2500), P(-6200, 2400)],
        holes: oneLater([[], [[P(-5000, 1000), P(-4500, 1000), P(-4700, 1500)]]], []),
        thickness: oneLater([120, 200.5], 100),
        slope: oneLater(
          [
            null,
            slopeOf('plumb', later(360), 1 + later(70)),
            slopeOf('square', later(360), 12.345),
          ],
          slopeOf('square', 30, 45),
        ),
      }),
      created('column', at('leaning'), {
        level_id,
        location: P(2600, 700),
        top_location: oneLater([null, P(2600, 700), P(3000, 1500)], P(2500, 300)),
        height: 2000,
        profile: oneLater(PROFILES, '200x200'),
        turn_deg: oneLater([0, 33], 90),
        ...oneLater(SHAPES, {}),
      }),
      created('beam', at('rafter'), {
        level_id,
        start: P(500, 500),
        end: oneLater([P(500, 500), P(2500, 1800), P(700, depth - 500)], P(2500, 500)),
        profile: oneLater(PROFILES, '200x200'),
        elevation_offset: -1500 - later(500),
        end_offset: oneLater([0, 250.125, -3000], 100),
        roll_deg: oneLater([null, 0, 30, -90, 123.4], null),
        ...oneLater(SHAPES, {}),
      }),
      created('ramp', at('ramp'), {
        level_id,
        start: P(-3000, 0),
        end: P(-600, 0),
        width: 1200,
        rise: one([150, 300]),
        thickness: 200,
      }),
      created('railing', at('railing'), {
        level_id,
        path: [P(-3000, 700), P(-600, 700), P(-600, 1500)],
        name: name(),
      }),
      created('room', at('given'), {
        level_id,
        name: one(['Küche', 'Room 🏠', "o'clock"]),
        number: one([null, '0.1']),
        point: null,
        boundary_points: [P(200, 200), P(1500, 200), P(1500, 3000), P(200, 3000)],
        usage: one([null, 'office']),
        occupancy: one([null, 4]),
      }),
      created('room', at('found'), {
        level_id,
        name: 'Found',
        point: P(across + 1000, depth - 500),
        boundary_points: [
          P(across + 900, depth - 600),
          P(across + 1100, depth - 600),
          P(across + 1100, depth - 400),
        ],
      }),
    );
  }
  const roof_type = one(ROOF_TYPES);
  events.push(
    created('stair', 'stair', {
      level_id: 'L1',
      top_level_id: 'L2',
      start: P(3500, 400),
      direction_deg: one([0, 90, 17]),
      width: 1000,
      riser_max: 180,
      tread: one([250, 280]),
      name: name(),
      ...oneLater([{}, { base_offset: 150 }, { top_offset: -220.5 }], {}),
      ...oneLater([{}, { base_offset: -450.125, top_offset: 612.5 }], {}),
      ...oneLater([{}, { top_tread: true }], {}),
    }),
    created('roof', 'roof', {
      level_id: 'L3',
      boundary_points: ring,
      roof_type,
      slope_deg: roof_type === 'mansard' ? one([55, 65, 75]) : one([0, 15, 35]),
      overhang: one([0, 400]),
      thickness: 200,
      name: name(),
    }),
    created('opening', 'skylight', {
      host_id: 'roof',
      offset: null,
      location: P(1500, 1200),
      width: 600,
      height: 500,
      sill: 0,
    }),
    ...[0, 1, 2].map((i) =>
      created('grid', `gx${i}`, {
        level_id: null,
        name: `X${i}`,
        start: P(2000 * i, -500),
        end: P(2000 * i, 5000),
      }),
    ),
    ...[0, 1].map((i) =>
      created('grid', `gy${i}`, {
        level_id: null,
        name: `Y${i}`,
        start: P(-500, 2000 * i),
        end: P(7000, 2000 * i),
      }),
    ),
    created('solid', 'solid', { level_id: 'L1', offset: { ...P(9000, 0), z: 500 }, name: name() }),
  );
  return modelOf(...events);
}
