/** @module motions: a model shifted, turned by 90° and mirrored, by its planned events. */
import type { PlannedEvent } from '../../../../schemas/events.ts';

type Point = { readonly x: number; readonly y: number };

export type Motion = {
  readonly name: string;
  readonly point: (point: Point) => Point;
  readonly direction_deg: (deg: number) => number;
};

export const MOTIONS: readonly Motion[] = [
  {
    name: 'shifted',
    point: ({ x, y }) => ({ x: x + 123_456.789, y: y - 98_765.432 }),
    direction_deg: (deg) => deg,
  },
  {
    name: 'turned by 90°',
    point: ({ x, y }) => ({ x: 0 - y, y: x }),
    direction_deg: (deg) => (deg + 90) % 360,
  },
  {
    name: 'mirrored',
    point: ({ x, y }) => ({ x: 0 - x, y }),
    direction_deg: (deg) => (540 - deg) % 360,
  },
];

/** The same events with every point of the plan moved. */
export function moved(events: readonly PlannedEvent[], motion: Motion): readonly PlannedEvent[] {
  return JSON.parse(JSON.stringify(events), (key, value: unknown): unknown => {
    if (key === 'direction_deg' && typeof value === 'number') return motion.direction_deg(value);
    return isPoint(value) ? motion.point(value) : value;
  }) as PlannedEvent[];
}

function isPoint(value: unknown): value is Point {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === 2 &&
    'x' in value &&
    'y' in value
  );
}
