/** @module wall-lines: options of walls and of openings in them; which face is outside for walls around an area. */
import { micrometres } from '../geometry/vector.ts';
import { ANCHORS } from '../kinds/rules/anchor.ts';
import { LOCATION_LINES, ROUND_LINES } from '../kinds/rules/location-line.ts';
import { LAYER_SIDES } from '../kinds/types/layers.ts';
import { WALL_TYPES, WALL_USAGES } from '../kinds/wall/params.ts';
import { accept } from './cursor.ts';
import {
  flagOption,
  lengthOption,
  levelOption,
  numberOption,
  type Option,
  type Options,
  textOption,
  wordOption,
} from './options.ts';
import { size } from './quantities.ts';
import { reference } from './references.ts';
import { layerSide, ofType } from './type-statements.ts';
import type { Point } from './values.ts';

const LINE = 'location_line';
const SIDE = 'layer_side';

type Values = Readonly<Record<string, unknown>>;

/** `line` of one wall or of a path: left and right as seen from start to end. */
const lineOption: Option = wordOption(LINE, LOCATION_LINES);

/** `name TEXT`: the name in the model, by which `@name` finds it. */
export const naming = textOption('name', 'a "name"');

/** `grid W x H` with optional `mullion W x D`: the largest panels of a curtain wall, and its mullions. */
const grid: Option = (cursor) => {
  const [panel_width, panel_height] = size(cursor);
  if (!accept(cursor, 'mullion')) return { curtain: { panel_width, panel_height } };
  const [mullion_width, mullion_depth] = size(cursor);
  return { curtain: { panel_width, panel_height, mullion_width, mullion_depth } };
};

/** `under REF`: the roof or floor under which the wall ends. */
const underOption: Option = (_cursor, script) => ({
  top_under: reference(script, 'a roof or floor such as $roof', ['create_roof', 'create_floor']),
});

/** Options of one or several walls. */
export const WALL: Options = {
  height: lengthOption('height'),
  base_offset: lengthOption('base_offset'),
  to: levelOption('top_level_id'),
  under: underOption,
  thickness: lengthOption('thickness'),
  type: wordOption('wall_type', WALL_TYPES),
  usage: wordOption('usage', WALL_USAGES),
  line: lineOption,
  fire: numberOption('fire_rating_min', 'minutes of fire resistance'),
  load_bearing: flagOption('load_bearing'),
  grid,
  of: ofType,
  side: layerSide,
  name: naming,
};

/** `anchor start|middle|end`: the point of the wall to which an opening keeps its distance. */
export const anchor = wordOption('anchor', ANCHORS);

/** Options of walls in both directions around an area, for which left and right have no meaning. */
export const RECT_LINES: Options = {
  line: wordOption(LINE, ['centre', 'core', ...ROUND_LINES]),
  side: wordOption(SIDE, ROUND_LINES),
};

/** Options of walls in one direction around an area, and of arcs. */
export const ROUND: Options = {
  line: wordOption(LINE, [...LOCATION_LINES, ...ROUND_LINES]),
  side: wordOption(SIDE, [...LAYER_SIDES, ...ROUND_LINES]),
};

function faceOf(word: unknown, outsideIsLeft: boolean): 'left' | 'right' | null {
  if (word !== 'outside' && word !== 'inside') return null;
  return (word === 'outside') === outsideIsLeft ? 'left' : 'right';
}

/**
 * The arguments for `outside` and `inside` of a wall whose left face is outside, or is not; empty for other words. If
 * the side of the layers is not given, the first layer is outside: for walls around an area with any line, for an arc
 * only if its line is `outside` or `inside`.
 */
export function lineOf(values: Values, outsideIsLeft: boolean, goesRound: boolean): Values {
  const line = faceOf(values[LINE], outsideIsLeft);
  const isOutside = (goesRound || line !== null) && values['type_id'] !== undefined;
  const implied = isOutside ? 'outside' : undefined;
  const side = faceOf(values[SIDE] ?? implied, outsideIsLeft);
  return {
    ...(line === null ? {} : { [LINE]: line }),
    ...(side === null ? {} : { [SIDE]: side }),
  };
}

/** Returns whether points are in clockwise order, so that the left of each side is outside. */
export function isClockwise(points: readonly Point[]): boolean {
  return (
    points.reduce((sum, { x, y }, i) => {
      const next = points[(i + 1) % points.length] ?? { x, y };
      return sum + x * next.y - next.x * y;
    }, 0) < 0
  );
}

/** Returns whether a path ends where it begins, on the 0.001 mm grid; with or without the word `closed`. */
export function endsWhereItBegins(path: readonly Point[]): boolean {
  const [first, last] = [path[0], path.at(-1)];
  if (path.length < 4 || first === undefined || last === undefined) return false;
  return (
    micrometres(first.x) === micrometres(last.x) && micrometres(first.y) === micrometres(last.y)
  );
}
