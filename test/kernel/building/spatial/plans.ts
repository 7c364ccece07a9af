/** @module plans: small buildings for tests of the spatial kernel, in several positions. */
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { created, Site } from '../model/build.ts';

/** A motion of a whole plan, given by its effect on points and on directions in degrees. */
export type Position = {
  readonly name: string;
  readonly point: (p: PlanPoint) => PlanPoint;
  readonly direction: (deg: number) => number;
};

export const AS_DRAWN: Position = { name: 'as drawn', point: (p) => p, direction: (deg) => deg };

/** Motions under which the results of queries must not change. */
export const MOVED: readonly Position[] = [
  {
    name: 'moved',
    point: ({ x, y }) => ({ x: x + 12_345, y: y - 6_789 }),
    direction: (deg) => deg,
  },
  { name: 'rotated', point: ({ x, y }) => ({ x: 0 - y, y: x }), direction: (deg) => deg + 90 },
  { name: 'mirrored', point: ({ x, y }) => ({ x: 0 - x, y }), direction: (deg) => 180 - deg },
];

/** A view of a site with these events. */
export function viewOf(events: readonly PlannedEvent[]): ModelView {
  const site = new Site();
  site.commit('main', events);
  return site.view();
}

export const P = (x: number, y: number): PlanPoint => ({ x, y });

/**
 * Two rooms between walls of 200 mm: A of 3,800 by 4,800 mm from (100, 100), and B of 5,800 by 4,800 mm from
 * (4100, 100). Door D1 between them is 900 mm wide from y = 1000 to 1900; exit D2 to the south is 1,000 mm wide from
 * x = 8000 to 9000.
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
