/** @module type-statements: types of elements, and materials. */
import { MAX_LINES } from '../kinds/fittings/fitting-values.ts';
import { GLAZINGS, TYPED_KINDS } from '../kinds/type/type.ts';
import { LAYER_FUNCTIONS, LAYER_SIDES } from '../kinds/types/layers.ts';
import { CELL_OPERATIONS, POSITIONS } from '../kinds/types/operations.ts';
import { accept, at, type Cursor, expect, peek, refuseNext, refuseToken } from './cursor.ts';
import {
  addStatement,
  finish,
  lengthOption,
  numberOption,
  type Option,
  type Options,
  sizeOption,
  textOption,
  wordOption,
} from './options.ts';
import { length, oneOf, plainNumber, textOrWord } from './quantities.ts';
import { reference, type Script } from './references.ts';
import type { Place } from './script-error.ts';

/** `of TYPE`: the type of an element. */
export const ofType: Option = (_cursor, script) => ({
  type_id: reference(script, 'a type such as $w1 or @W1', ['create_type']),
});

/** `side left|right`: the side of the first layer. */
export const layerSide: Option = wordOption('layer_side', LAYER_SIDES);

/** `MATERIAL THICKNESS [FUNCTION]`. */
function layer(cursor: Cursor): Readonly<Record<string, unknown>> {
  const material = textOrWord(cursor, 'the name of a material');
  const thickness = length(cursor, 'a thickness such as 115mm');
  const use = LAYER_FUNCTIONS.find((word) => at(cursor, word));
  return { material, thickness, ...(use === undefined ? {} : { function: oneOf(cursor, [use]) }) };
}

/** `layers MATERIAL THICKNESS [FUNCTION], …`. */
const layers: Option = (cursor) => {
  const all = [layer(cursor)];
  while (accept(cursor, ',')) all.push(layer(cursor));
  return { layers: all };
};

/** `grid COLUMNS x ROWS OPERATION, …`: cells of equal size, row by row from the bottom. */
const grid: Option = (cursor) => {
  const columns = lineCount(cursor, 'columns');
  if (!accept(cursor, 'x')) refuseNext(cursor, ['x and a number of rows']);
  const rows = lineCount(cursor, 'rows');
  const cells = [oneOf(cursor, CELL_OPERATIONS)];
  while (accept(cursor, ',')) cells.push(oneOf(cursor, CELL_OPERATIONS));
  return { grid: { columns: ones(columns), rows: ones(rows), cells } };
};

function lineCount(cursor: Cursor, what: string): number {
  const expected = `a whole number of ${what} from 1 to ${MAX_LINES}`;
  const token = peek(cursor);
  const count = plainNumber(cursor, expected);
  return Number.isInteger(count) && count >= 1 && count <= MAX_LINES
    ? count
    : refuseToken(token, [expected]);
}

function ones(count: number): readonly number[] {
  return Array.from({ length: count }, () => 1);
}

/** `frame MATERIAL WIDTH x DEPTH` and `leaf MATERIAL THICKNESS`. */
const TYPE: Options = {
  layers,
  size: sizeOption('width', 'height'),
  operation: textOption('operation', 'an operation such as double'),
  frame: (cursor) => {
    const frame_material = textOrWord(cursor, 'the name of a material');
    const frame_width = length(cursor);
    return {
      frame_material,
      frame_width,
      ...(accept(cursor, 'x') ? { frame_depth: length(cursor) } : {}),
    };
  },
  leaf: (cursor) => ({
    leaf_material: textOrWord(cursor, 'the name of a material'),
    leaf_thickness: length(cursor),
  }),
  leaves: numberOption('leaf_count', 'a number of leaves'),
  glazing: wordOption('glazing', GLAZINGS),
  position: wordOption('position', POSITIONS),
  sash: lengthOption('leaf_width'),
  mullion: lengthOption('mullion_width'),
  threshold: lengthOption('threshold'),
  sill: lengthOption('sill'),
  grid,
};

/** `type KIND NAME layers …`, or for doors and windows `size`, `frame` and so on. */
export function typeStatement(script: Script, place: Place, name: string | null): void {
  const kind = oneOf(script.cursor, TYPED_KINDS);
  const title = textOrWord(script.cursor, 'the name of the type');
  const read = finish(script, place, name, { values: { name: title, for: kind }, options: TYPE });
  addStatement(script, 'create_type', read);
}

/** `material NAME COLOUR [class TEXT]`. */
export function materialStatement(script: Script, place: Place, name: string | null): void {
  const title = textOrWord(script.cursor, 'the name of a material');
  expect(script.cursor, 'colour', 'colour "#c8b090"');
  const colour = textOrWord(script.cursor, 'a colour such as "#c8b090"');
  const values = { name: title, colour };
  const options = { class: textOption('class', 'a class such as masonry') };
  addStatement(script, 'create_material', finish(script, place, name, { values, options }));
}
