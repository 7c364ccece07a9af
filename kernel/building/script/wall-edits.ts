/** @module wall-edits: statements that split, trim, extend, offset and shift existing walls, and join them, and lines between rooms without a wall. */
import { JOIN_TYPES } from '../kinds/wall/params.ts';
import { accept, expect } from './cursor.ts';
import {
  type Options,
  type ReadStatement,
  addStatement,
  finish,
  onLevel,
  withLevel,
  wordOption,
} from './options.ts';
import { length, oneOf, point } from './quantities.ts';
import { reference, startsReference } from './references.ts';
import type { Script } from './references.ts';
import type { Place } from './script-error.ts';
import { axis } from './shapes.ts';
import { selectedIds } from './transforms.ts';
import { naming } from './wall-lines.ts';

const ENDS = ['start', 'end'] as const;
const WALL = 'a wall such as $shell.south';

type Reader = (script: Script, place: Place, name: string | null) => void;

function wallOf(script: Script): string {
  return reference(script, WALL, ['create_wall']);
}

/** Adds a call whose result is a wall. */
function addEdit(script: Script, read: ReadStatement, tool = 'edit_walls'): void {
  addStatement(script, tool, read, 'create_wall');
}

/** `split WALL at D` from its start, or `at WALL` that crosses it; the name is given to the second piece. */
function splitStatement(script: Script, place: Place, name: string | null): void {
  const wall_id = wallOf(script);
  expect(script.cursor, 'at', 'at DISTANCE or at WALL');
  const where = startsReference(script.cursor)
    ? { to_wall_id: wallOf(script) }
    : { distance: length(script.cursor, 'the distance from the start of the wall') };
  const values = { operation: 'split', wall_id, ...where };
  addEdit(script, finish(script, place, name, { values, options: {} }));
}

/** `trim WALL to WALL` and `extend WALL to WALL`. */
function meeting(operation: 'trim' | 'extend', options: Options): Reader {
  return (script, place, name) => {
    const wall_id = wallOf(script);
    expect(script.cursor, 'to', 'to WALL');
    const values = { operation, wall_id, to_wall_id: wallOf(script) };
    addEdit(script, finish(script, place, name, { values, options }));
  };
}

/** `offset WALL by D`, to the left as seen from start to end. */
function offsetStatement(script: Script, place: Place, name: string | null): void {
  const wall_id = wallOf(script);
  expect(script.cursor, 'by', 'by DISTANCE');
  const values = { operation: 'offset', wall_id, distance: length(script.cursor) };
  addEdit(script, finish(script, place, name, { values, options: {} }));
}

/** `shift start of WALL to P`, or `shift end of WALL to P`. */
function shiftStatement(script: Script, place: Place, name: string | null): void {
  const end = oneOf(script.cursor, ENDS);
  accept(script.cursor, 'of');
  const wall_id = wallOf(script);
  expect(script.cursor, 'to', 'to (x, y)');
  const values = { operation: 'move_end', wall_id, end, to: point(script.cursor) };
  addEdit(script, finish(script, place, name, { values, options: {} }));
}

/** `join REFS auto|butt|miter|none`: in a butt joint the first wall runs through. */
function joinStatement(script: Script, place: Place, name: string | null): void {
  const element_ids = selectedIds(script);
  const values = { element_ids, join_type: oneOf(script.cursor, JOIN_TYPES) };
  addEdit(script, finish(script, place, name, { values, options: {} }), 'join_elements');
}

/** `separation [from] P [to] P`: bounds rooms as a wall does. */
function separationStatement(script: Script, place: Place, name: string | null): void {
  const values = axis(script.cursor);
  const read = finish(script, place, name, { values, options: withLevel({ name: naming }) });
  addStatement(script, 'create_separation', onLevel(script, read));
}

/** Statements by their first word. */
export const WALL_EDITS: Readonly<Record<string, Reader>> = {
  split: splitStatement,
  trim: meeting('trim', { keep: wordOption('keep', ENDS) }),
  extend: meeting('extend', {}),
  offset: offsetStatement,
  shift: shiftStatement,
  join: joinStatement,
  separation: separationStatement,
};
