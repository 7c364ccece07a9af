/** @module wall lines: which face of each wall is outside, of walls that go round. */
import { LOCATION_LINES, ROUND_LINES } from '../kinds/rules/location-line.ts';
import { LAYER_SIDES } from '../kinds/types/layers.ts';
import type { Option, Options } from './options.ts';
import { wordOption } from './options.ts';
import type { Point } from './values.ts';

const LINE = 'location_line';
const SIDE = 'layer_side';

type Values = Readonly<Record<string, unknown>>;

/** `line` of one wall or of a path: left and right as seen from start to end. */
export const lineOption: Option = wordOption(LINE, LOCATION_LINES);

/** Of walls of which some run one way round and some the other, so that left and right say nothing. */
export const RECT_LINES: Options = {
  line: wordOption(LINE, ['centre', 'core', ...ROUND_LINES]),
  side: wordOption(SIDE, ROUND_LINES),
};

/** Of walls that go round in one direction, and of arcs. */
export const ROUND: Options = {
  line: wordOption(LINE, [...LOCATION_LINES, ...ROUND_LINES]),
  side: wordOption(SIDE, [...LAYER_SIDES, ...ROUND_LINES]),
};

function faceOf(word: unknown, outsideIsLeft: boolean): 'left' | 'right' | null {
  if (word !== 'outside' && word !== 'inside') return null;
  return (word === 'outside') === outsideIsLeft ? 'left' : 'right';
}

/**
 * What `outside` and `inside` are of a wall whose left face is outside, or not; nothing for other words. Where the line is
 * said so, and the side of the layers is not, the first layer lies outside.
 */
export function lineOf(values: Values, outsideIsLeft: boolean): Values {
  const line = faceOf(values[LINE], outsideIsLeft);
  const implied = line !== null && values['type_id'] !== undefined ? 'outside' : undefined;
  const side = faceOf(values[SIDE] ?? implied, outsideIsLeft);
  return {
    ...(line === null ? {} : { [LINE]: line }),
    ...(side === null ? {} : { [SIDE]: side }),
  };
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
