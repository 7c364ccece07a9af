/** @module wall lines: which face of each wall is outside, of walls that go round. */
import { LOCATION_LINES } from '../kinds/rules/location-line.ts';
import type { Option } from './options.ts';
import { wordOption } from './options.ts';
import type { Point } from './values.ts';

const ROUND = ['outside', 'inside'] as const;
const LINE = 'location_line';

/** `line` of one wall or of a path: left and right as seen from start to end. */
export const lineOption: Option = wordOption(LINE, LOCATION_LINES);

/** `line` of walls of which some run one way round and some the other, so that left and right say nothing. */
export const rectLineOption: Option = wordOption(LINE, ['centre', 'core', ...ROUND]);

/** `line` of walls that go round in one direction. */
export const roundLineOption: Option = wordOption(LINE, [...LOCATION_LINES, ...ROUND]);

/** What `outside` and `inside` are of a wall whose left face is outside, or not; nothing for other lines. */
export function lineOf(
  values: Readonly<Record<string, unknown>>,
  outsideIsLeft: boolean,
): Readonly<Record<string, unknown>> {
  const line = values[LINE];
  if (line !== 'outside' && line !== 'inside') return {};
  return { [LINE]: (line === 'outside') === outsideIsLeft ? 'left' : 'right' };
}

/** Whether points go round clockwise, so that the left of each side is outside. */
export function isClockwise(points: readonly Point[]): boolean {
  return (
    points.reduce((sum, { x, y }, i) => {
      const next = points[(i + 1) % points.length] ?? { x, y };
      return sum + x * next.y - next.x * y;
    }, 0) < 0
  );
}
