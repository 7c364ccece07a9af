/** @module conformance: small buildings with their clashes, calculated by hand. Lengths mm. */
import { type ClashOptions, CLASH_TYPES } from '../../../../kernel/checks/clash/clash-options.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { created } from '../../building/model/build.ts';

/** One clash: type, both elements, then depth, volume in mm³ and clearance if known. */
export type Expected = {
  readonly is: `${ClashOptions['types'][number]} ${string}`;
  readonly depth_mm?: number;
  readonly volume_mm3?: number;
  readonly clearance_mm?: number;
};

export type Case = {
  readonly name: string;
  readonly elements: readonly PlannedEvent[];
  readonly options?: Partial<ClashOptions>;
  readonly clashes: readonly Expected[];
  /** Rules that explain pairs, with the number of pairs. */
  readonly rules?: Readonly<Record<string, number>>;
};

const ALL = { types: CLASH_TYPES };

const P = (x: number, y: number): PlanPoint => ({ x, y });

function rectangle(x: number, y: number, width: number, depth: number): PlanPoint[] {
  return [P(x, y), P(x + width, y), P(x + width, y + depth), P(x, y + depth)];
}

/** A wall of 200 × 3,000 on its own. */
const wall = (id: string, start: PlanPoint, end: PlanPoint, more = {}): PlannedEvent =>
  created('wall', id, { start, end, join_type: 'none', ...more });
/** A column of 300 × 300 × 3,000. */
const column = (id: string, x: number, y: number, more = {}): PlannedEvent =>
  created('column', id, { location: P(x, y), ...more });
/** A beam with its top at 2,000, so that it meets walls in the middle. */
const pipe = (id: string, start: PlanPoint, end: PlanPoint, more = {}): PlannedEvent =>
  created('beam', id, { start, end, profile: '100x100', elevation_offset: -1000, ...more });

const FAR = 5e5;
const turned = (length: number, deg: number, from: PlanPoint = P(0, 0)): PlanPoint => ({
  x: from.x + length * Math.cos((deg * Math.PI) / 180),
  y: from.y + length * Math.sin((deg * Math.PI) / 180),
});

export const CONFORMANCE: readonly Case[] = [
  {
    name: 'aligned overlap: two walls with their faces in the same planes share 50 mm of length',
    elements: [wall('A', P(0, 0), P(3050, 0)), wall('B', P(3000, 0), P(6000, 0))],
    clashes: [{ is: 'hard A B', depth_mm: 50, volume_mm3: 50 * 200 * 3000 }],
  },
  {
    name: 'full containment: a column wholly inside a wall',
    elements: [
      wall('A', P(0, 0), P(6000, 0), { thickness: 400 }),
      column('B', 3000, 0, { base_offset: 500, height: 1000 }),
    ],
    clashes: [{ is: 'contained A B', depth_mm: 350, volume_mm3: 300 * 300 * 1000 }],
  },
  {
    name: 'touch only: a column against the face of a wall',
    elements: [wall('A', P(0, 0), P(6000, 0)), column('B', 3000, 250)],
    options: ALL,
    clashes: [{ is: 'touching A B' }],
  },
  {
    name: 'touch only: two columns that share an edge, and two that share a corner',
    elements: [
      column('A', 0, 0, { height: 1000 }),
      column('B', 300, 300, { height: 1000 }),
      column('C', 600, 0, { base_offset: 1000 }),
    ],
    options: ALL,
    clashes: [{ is: 'touching A B' }],
    rules: { 'stands-on': 1 },
  },
  {
    name: 'a pipe through an opening that is larger',
    elements: [
      created('wall', 'W1', { start: P(0, 0), end: P(6000, 0) }),
      created('opening', 'O1', { offset: 2900, width: 200, sill: 1850, height: 200 }),
      pipe('P1', P(3000, -1000), P(3000, 1000)),
    ],
    options: ALL,
    clashes: [],
  },
  {
    name: 'a pipe that fills an opening touches it',
    elements: [
      created('wall', 'W1', { start: P(0, 0), end: P(6000, 0) }),
      created('opening', 'O1', { offset: 2950, width: 100, sill: 1900, height: 100 }),
      pipe('P1', P(3000, -1000), P(3000, 1000)),
    ],
    options: ALL,
    clashes: [{ is: 'touching P1 W1' }],
  },
  {
    name: 'a pipe that leaves an opening by 30 mm',
    elements: [
      created('wall', 'W1', { start: P(0, 0), end: P(6000, 0) }),
      created('opening', 'O1', { offset: 2980, width: 300, sill: 1850, height: 200 }),
      pipe('P1', P(3000, -1000), P(3000, 1000)),
    ],
    clashes: [{ is: 'hard P1 W1', depth_mm: 30, volume_mm3: 30 * 100 * 200 }],
  },
  {
    name: 'a pipe through a wall beside and above a window: the cut between two pieces is no way out',
    elements: [
      created('wall', 'W1', { start: P(0, 0), end: P(6000, 0) }),
      created('opening', 'O1', { offset: 2000, width: 1000, sill: 1000, height: 1000 }),
      pipe('P1', P(2000, -1000), P(2000, 1000), { elevation_offset: -500 }),
    ],
    clashes: [{ is: 'hard P1 W1', depth_mm: 600, volume_mm3: 100 * 100 * 200 }],
  },
  {
    name: 'a pipe through a wall without an opening',
    elements: [wall('A', P(0, 0), P(6000, 0)), pipe('B', P(3000, -1000), P(3000, 1000))],
    clashes: [{ is: 'hard A B', depth_mm: 1100, volume_mm3: 100 * 100 * 200 }],
  },
  {
    name: 'tolerance edge: as deep as the tolerance is touching',
    elements: [wall('A', P(0, 0), P(6000, 0)), column('B', 3000, 249)],
    options: { ...ALL, tolerance_mm: 1 },
    clashes: [{ is: 'touching A B', depth_mm: 1, volume_mm3: 300 * 3000 }],
  },
  {
    name: 'tolerance edge: 0.001 mm deeper is hard',
    elements: [wall('A', P(0, 0), P(6000, 0)), column('B', 3000, 248.999)],
    options: { ...ALL, tolerance_mm: 1 },
    clashes: [{ is: 'hard A B', depth_mm: 1.001, volume_mm3: 1.001 * 300 * 3000 }],
  },
  {
    name: 'tolerance says nothing of gaps: 0.5 mm apart is no contact, whatever the tolerance',
    elements: [wall('A', P(0, 0), P(6000, 0)), column('B', 3000, 250.5)],
    options: { ...ALL, tolerance_mm: 100 },
    clashes: [],
  },
  {
    name: 'faces that lie apart by no more than rounding touch',
    elements: [wall('A', P(0, 0), P(6000, 0)), column('B', 3000, 250.005)],
    options: ALL,
    clashes: [{ is: 'touching A B' }],
  },
  {
    name: 'clearance edge: nearer than the clearance is reported with the gap',
    elements: [wall('A', P(0, 0), P(6000, 0)), column('B', 3000, 299.999)],
    options: { clearance_mm: 50 },
    clashes: [{ is: 'clearance A B', clearance_mm: 49.999, volume_mm3: 0 }],
  },
  {
    name: 'clearance edge: as far as the clearance is far enough',
    elements: [wall('A', P(0, 0), P(6000, 0)), column('B', 3000, 300)],
    options: { clearance_mm: 50 },
    clashes: [],
  },
  {
    name: 'clearance from corner to corner is the straight line',
    elements: [column('A', 0, 0), column('B', 330, 340)],
    options: { clearance_mm: 60 },
    clashes: [{ is: 'clearance A B', clearance_mm: 50 }],
  },
  {
    name: 'clearance says nothing of overlaps',
    elements: [wall('A', P(0, 0), P(6000, 0)), column('B', 3000, 245)],
    options: { clearance_mm: 500 },
    clashes: [{ is: 'hard A B', depth_mm: 5, volume_mm3: 5 * 300 * 3000 }],
  },
  {
    name: 'nearly parallel walls: turned by 0.01° in each other',
    elements: [wall('A', P(0, 0), P(6000, 0)), wall('B', P(0, 150), P(6000, 151))],
    clashes: [{ is: 'hard A B', depth_mm: 50, volume_mm3: 6000 * 49.5 * 3000 }],
  },
  {
    name: 'nearly parallel walls: turned by 0.01° and 10 mm apart at the near end',
    elements: [wall('A', P(0, 0), P(6000, 0)), wall('B', P(0, 210), P(6000, 211))],
    options: { ...ALL, clearance_mm: 20 },
    clashes: [{ is: 'clearance A B', clearance_mm: 10 }],
  },
  {
    name: 'identical duplicates',
    elements: [wall('A', P(0, 0), P(6000, 0)), wall('B', P(6000, 0), P(0, 0))],
    clashes: [{ is: 'duplicate A B', depth_mm: 200, volume_mm3: 6000 * 200 * 3000 }],
  },
  {
    name: 'duplicates within the tolerance',
    elements: [column('A', 0, 0), column('B', 0.5, 0)],
    clashes: [{ is: 'duplicate A B', depth_mm: 299.5, volume_mm3: 299.5 * 300 * 3000 }],
  },
  {
    name: 'the same column 10 mm aside is no duplicate',
    elements: [column('A', 0, 0), column('B', 10, 0)],
    clashes: [{ is: 'hard A B', depth_mm: 290, volume_mm3: 290 * 300 * 3000 }],
  },
  {
    name: 'turned by 37° and far from the origin: a pipe goes square through a wall',
    elements: [
      wall('A', P(FAR, FAR), turned(6000, 37, P(FAR, FAR))),
      pipe(
        'B',
        turned(1000, 37 - 90, turned(3000, 37, P(FAR, FAR))),
        turned(1000, 37 + 90, turned(3000, 37, P(FAR, FAR))),
      ),
    ],
    clashes: [{ is: 'hard A B', depth_mm: 1100, volume_mm3: 100 * 100 * 200 }],
  },
  {
    name: 'a round pipe through a wall: the polygon of 64 sides that stands for the circle',
    elements: [
      wall('A', P(0, 0), P(6000, 0)),
      pipe('B', P(3000, -1000), P(3000, 1000), { profile: 'circle 100' }),
    ],
    clashes: [
      { is: 'hard A B', depth_mm: 1100, volume_mm3: 32 * 2500 * Math.sin(Math.PI / 32) * 200 },
    ],
  },
  {
    name: 'a mitred corner: the walls share a face only, and a column in the corner is in both',
    elements: [
      created('wall', 'A', { start: P(0, 0), end: P(4000, 0) }),
      created('wall', 'B', { start: P(4000, 0), end: P(4000, 4000) }),
      column('C', 4000, 0, { profile: '200x200' }),
    ],
    options: ALL,
    clashes: [
      { is: 'hard A C', volume_mm3: (200 * 200 * 3000) / 2 },
      { is: 'hard B C', volume_mm3: (200 * 200 * 3000) / 2 },
    ],
    rules: { 'joined-walls': 1 },
  },
  {
    name: 'walls that cross without a join',
    elements: [
      created('wall', 'A', { start: P(0, 0), end: P(4000, 0) }),
      created('wall', 'B', { start: P(2000, -2000), end: P(2000, 2000) }),
    ],
    clashes: [{ is: 'hard A B', volume_mm3: 200 * 200 * 3000, depth_mm: 2100 }],
  },
  {
    name: 'a door in its wall, a window beside it, and a wall on its floor',
    elements: [
      created('wall', 'W1', { start: P(0, 0), end: P(6000, 0) }),
      created('door', 'D1', { offset: 1000, swing: 'none' }),
      created('window', 'N1', { offset: 1900, width: 1200, sill_height: 900 }),
      created('floor', 'F1', { boundary_points: rectangle(-1000, -1000, 8000, 6000) }),
    ],
    options: ALL,
    clashes: [],
    rules: { 'in-its-host': 2, 'in-one-host': 1, 'stands-on': 2 },
  },
  {
    name: 'a wall that goes through its floor by 100 mm',
    elements: [
      wall('A', P(0, 0), P(6000, 0), { base_offset: -100 }),
      created('floor', 'F', { boundary_points: rectangle(-1000, -1000, 8000, 6000) }),
    ],
    clashes: [{ is: 'hard A F', depth_mm: 100, volume_mm3: 6000 * 200 * 100 }],
  },
  {
    name: 'a wall up to its level under the floor of the next, and one that goes on above that',
    elements: [
      wall('A', P(0, 0), P(4000, 0)),
      wall('B', P(0, 2000), P(4000, 2000), { height: 3100 }),
      created('floor', 'F', {
        level_id: 'L2',
        boundary_points: rectangle(-1000, -1000, 8000, 6000),
      }),
    ],
    clashes: [{ is: 'hard B F', volume_mm3: 4000 * 200 * 200, depth_mm: 300 }],
    rules: { 'built-to-level': 1 },
  },
  {
    name: 'a beam on its column, a beam that ends in a beam, and a duct that crosses one',
    elements: [
      column('C', 0, 0),
      created('beam', 'B1', { start: P(0, 0), end: P(6000, 0) }),
      created('beam', 'B2', { start: P(3000, 0), end: P(3000, 4000) }),
      created('beam', 'X', {
        start: P(5000, -1000),
        end: P(5000, 1000),
        profile: '300x300',
        elevation_offset: -50,
      }),
    ],
    clashes: [{ is: 'hard B1 X', volume_mm3: 300 * 200 * 300, depth_mm: 350 }],
    rules: { 'beam-on-column': 1, 'beam-in-beam': 1 },
  },
  {
    name: 'a beam through a column that goes on above it',
    elements: [column('C', 3000, 0), pipe('P', P(0, 0), P(6000, 0))],
    clashes: [{ is: 'hard C P', volume_mm3: 300 * 100 * 100, depth_mm: 200 }],
  },
  {
    name: 'a sloped roof on a wall that reaches into it',
    elements: [
      created('roof', 'R', {
        boundary_points: rectangle(0, 0, 6000, 4000),
        roof_type: 'shed',
        slope_deg: 45,
        thickness: 200,
        overhang: 0,
        base_offset: 2000,
      }),
      wall('W', P(1000, 500), P(5000, 500), { height: 2500 }),
    ],
    // In section a right triangle of 100 × 100 at the low side of the wall.
    clashes: [{ is: 'hard R W', volume_mm3: (100 * 100 * 4000) / 2, depth_mm: 100 / Math.SQRT2 }],
  },
  {
    name: 'a column in the swing of a door, and one beside it',
    elements: [
      created('wall', 'W1', { start: P(0, 0), end: P(6000, 0) }),
      created('door', 'D1', { offset: 2000 }),
      column('A', 2300, 500, { profile: '100x100' }),
      column('B', 2900, 900, { profile: '100x100' }),
      column('C', 2300, -500, { profile: '100x100' }),
    ],
    clashes: [{ is: 'workspace D1 A', depth_mm: 350, volume_mm3: 100 * 100 * 2100 }],
  },
  {
    name: 'the swing of a door in a turned wall begins at that wall, with no tolerance at all',
    elements: [3, 11, 19, 27, 33, 41, 58, 66, 74, 82].flatMap((deg, i) => {
      const start = P(20_000 * i, 0);
      return [
        created('wall', `W${i}`, { start, end: turned(6000, deg, start) }),
        created('door', `D${i}`, { host_id: `W${i}`, offset: 2000, swing: 'both' }),
      ];
    }),
    options: { tolerance_mm: 0 },
    clashes: [],
  },
  {
    name: 'a door that swings both ways needs both sides',
    elements: [
      created('wall', 'W1', { start: P(0, 0), end: P(6000, 0) }),
      created('door', 'D1', { offset: 2000, swing: 'both' }),
      column('C', 2300, -500, { profile: '100x100' }),
    ],
    clashes: [{ is: 'workspace D1 C' }],
  },
];
