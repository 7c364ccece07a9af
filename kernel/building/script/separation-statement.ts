/** @module separation-statement: a line that bounds rooms where there is no wall. */
import { accept, type Cursor } from './cursor.ts';
import { addStatement, finish, onLevel, withLevel } from './options.ts';
import { point } from './quantities.ts';
import type { Script } from './references.ts';
import type { Place } from './script-error.ts';
import type { Point } from './values.ts';
import { naming } from './wall-lines.ts';

/** Reads `[from] P [to] P`. */
export function axis(cursor: Cursor): { readonly start: Point; readonly end: Point } {
  accept(cursor, 'from');
  const start = point(cursor);
  accept(cursor, 'to');
  return { start, end: point(cursor) };
}

/** `separation [from] P [to] P` */
export function separationStatement(script: Script, place: Place, name: string | null): void {
  const values = axis(script.cursor);
  const read = finish(script, place, name, { values, options: withLevel({ name: naming }) });
  addStatement(script, 'create_separation', onLevel(script, read));
}
