/** @module plans: small buildings for tests of the spatial kernel, in several positions. */
import type { ModelView } from '../../../kernel/model/view.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { PlanPoint } from '../../../schemas/units.ts';
import { created, Site } from '../model/build.ts';

/** A position of the whole plan: where a point goes, and by how much directions turn (null for a mirror at x = 0). */
export type Position = {
  readonly name: string;
  readonly point: (p: PlanPoint) => PlanPoint;
  readonly direction: (deg: number) => number;
};

export const AS_DRAWN: Position = { name: 'as drawn', point: (p) => p, direction: (deg) => deg };

/** Other positions in which nothing may be answered differently. */
export const MOVED: readonly Position[] = [
  {
    name: 'moved',
    point: ({ x, y }) => ({ x: x + 12_345, y: y - 6_789 }),
    direction: (deg) => deg,
  },
  { name: 'turned', point: ({ x, y }) => ({ x: 0 - y, y: x }), direction: (deg) => deg + 90 },
  { name: 'mirrored', point: ({ x, y }) => ({ x: 0 - x, y }), direction: (deg) => 180 - deg },
];

/** A view of these events. */
export function viewOf(events: readonly PlannedEvent[]): ModelView {
  const site = new Site();
  site.commit('main', events);
  return site.view();
}

export const P = (x: number, y: number): PlanPoint => ({ x, y });

/**
 * Two rooms of 3,800 by 4,800 and 5,800 by 4,800 mm between walls of 200 mm: A from (100, 100) and B from (4100, 100),
 * door D1 of 900 mm between them from y = 1000 to 1900, and exit D2 of 1,000 mm to the south from x = 8000 to 9000.
 */
export function twoRooms(
  { point }: Position = AS_DRAWN,
  prefix = '',
  level_id = 'L1',
): readonly PlannedEvent[] {
  const id = (name: string): string => `${prefix}${name}`;
  const wall = (name: string, start: PlanPoint, end: PlanPoint): PlannedEvent =>
    created('wall', id(name), { level_id, start: point(start), end: point(end) });
  return [
    wall('south', P(0, 0), P(10_000, 0)),
    wall('east', P(10_000, 0), P(10_000, 5000)),
    wall('north', P(10_000, 5000), P(0, 5000)),
    wall('west', P(0, 5000), P(0, 0)),
    wall('middle', P(4000, 0), P(4000, 5000)),
    created('door', id('D1'), { host_id: id('middle'), offset: 1000, width: 900, height: 2100 }),
    created('door', id('D2'), {
      host_id: id('south'),
      offset: 8000,
      width: 1000,
      height: 2100,
      is_exit: true,
    }),
    created('room', id('A'), {
      level_id,
      name: 'A',
      point: point(P(2000, 2500)),
      boundary_points: [P(100, 100), P(3900, 100), P(3900, 4900), P(100, 4900)].map(point),
    }),
    created('room', id('B'), {
      level_id,
      name: 'B',
      point: point(P(7000, 2500)),
      boundary_points: [P(4100, 100), P(9900, 100), P(9900, 4900), P(4100, 4900)].map(point),
    }),
  ];
}
