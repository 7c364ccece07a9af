/** @module transforms: statements that move, turn, mirror and repeat existing elements. */
import { accept, type Cursor, expect, peek, refuseNext } from './cursor.ts';
import { expression } from './expressions.ts';
import { addStatement, finish, flagOption, type Options, type ReadStatement } from './options.ts';
import { plainNumber, point } from './quantities.ts';
import {
  addCall,
  readNamed,
  fullName,
  reference,
  type Script,
  startsReference,
} from './references.ts';
import type { Named } from './scope.ts';
import type { Place } from './script-error.ts';

const TOOL = 'transform_elements';
const DEGREES = 'degrees counter-clockwise such as 90';

/** `alone`: joined walls are not changed. */
const MOVED: Options = { alone: () => ({ joined: false }) };
/** `copy`: the original is kept. */
const COPIED: Options = { ...MOVED, copy: flagOption('copy') };

/** Returns whether a text or a word is an id; no keyword of these statements has an underscore. */
type IsId = (text: string, quoted: boolean) => boolean;
const isAnyId: IsId = (text, quoted) => quoted || text.includes('_');

/** Reads the elements to transform, grouped as they are named. */
function readSelection(script: Script, isId: IsId): readonly Named[] {
  const { cursor } = script;
  const all: Named[] = [];
  do {
    all.push(
      startsReference(cursor)
        ? readNamed(script)
        : { kind: 'result', tool: null, ref: reference(script, 'an element such as $wall', []) },
    );
  } while (accept(cursor, ',') || startsReference(cursor) || startsId(cursor, isId));
  return all;
}

/** An id, bare or quoted. */
function startsId(cursor: Cursor, isId: IsId): boolean {
  const token = peek(cursor);
  if (token.kind === 'text') return isId(token.value, true);
  return token.kind === 'word' && isId(token.text, false);
}

function refsOf(named: Named): readonly string[] {
  if (named.kind === 'result') return [named.ref];
  return [...named.members.values()].flatMap(refsOf);
}

/** Ids of all elements that the statement names. */
export function selectedIds(script: Script, isId: IsId = isAnyId): readonly string[] {
  const ids = readSelection(script, isId).flatMap(refsOf);
  if (ids.length === 0) refuseNext(script.cursor, ['a name with elements']);
  return ids;
}

type TransformRequest = {
  readonly selection: readonly Named[];
  readonly operation: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly options: Options;
};

/** Reads the end of the statement, adds its call and names its results. */
function add(
  script: Script,
  place: Place,
  name: string | null,
  { selection, operation, values, options }: TransformRequest,
): void {
  const element_ids = selection.flatMap(refsOf);
  if (element_ids.length === 0) refuseNext(script.cursor, ['a name with elements']);
  const read = finish(script, place, name, {
    values: { element_ids, operation, ...values },
    options,
  });
  const { line, column } = read;
  const as = read.name === null ? {} : { as: fullName(script, read.name) };
  addCall(script, { tool: TOOL, arguments: read.values, ...as, line, column });
  if (read.name !== null) nameCopies(script, read.name, { selection, read });
}

/**
 * Names the copies: the copy of one element by the name alone, copies of a group by its names, copies of several selections
 * by their number. The copies of an array have the number of their place first, from 1.
 */
function nameCopies(
  script: Script,
  name: string,
  { selection, read }: { readonly selection: readonly Named[]; readonly read: ReadStatement },
): void {
  const ref = `$${fullName(script, name)}.placed_ids`;
  const { count } = read.values;
  const from = counter();
  const set = (): Named => {
    const [only, ...others] = selection;
    if (only !== undefined && others.length === 0) return copyOf(only, ref, from);
    const members = selection.map((one, i) => [String(i + 1), copyOf(one, ref, from)] as const);
    return { kind: 'group', of: 'block', members: new Map(members) };
  };
  if (typeof count !== 'number') {
    script.cursor.scope.names.set(name, set());
    return;
  }
  const places = Array.from({ length: count - 1 }, (_, n) => [String(n + 1), set()] as const);
  script.cursor.scope.names.set(name, { kind: 'group', of: 'block', members: new Map(places) });
}

function counter(): () => number {
  let next = 0;
  return () => next++;
}

function copyOf(named: Named, ref: string, from: () => number): Named {
  if (named.kind === 'result') return { kind: 'result', tool: named.tool, ref: `${ref}.${from()}` };
  const members = [...named.members].map(([key, one]) => [key, copyOf(one, ref, from)] as const);
  return { ...named, members: new Map(members) };
}

function by(cursor: Cursor): void {
  expect(cursor, 'by');
}

function about(cursor: Cursor): ReturnType<typeof point> {
  expect(cursor, 'about', 'about P');
  return point(cursor);
}

/** `move REF … by P` */
export function moveStatement(script: Script, place: Place, name: string | null): void {
  const selection = readSelection(script, isAnyId);
  by(script.cursor);
  const delta = point(script.cursor);
  add(script, place, name, { selection, operation: 'move', values: { delta }, options: COPIED });
}

/** `turn REF … by DEGREES about P` */
export function turnStatement(script: Script, place: Place, name: string | null): void {
  const selection = readSelection(script, isAnyId);
  by(script.cursor);
  const angle_deg = plainNumber(script.cursor, DEGREES, 'deg');
  const values = { angle_deg, about: about(script.cursor) };
  add(script, place, name, { selection, operation: 'rotate', values, options: COPIED });
}

/** `mirror REF … about P to P` */
export function mirrorStatement(script: Script, place: Place, name: string | null): void {
  const selection = readSelection(script, isAnyId);
  const from = about(script.cursor);
  expect(script.cursor, 'to', 'to P');
  const values = { from, to: point(script.cursor) };
  add(script, place, name, { selection, operation: 'mirror', values, options: COPIED });
}

/** `array REF … by P times N`, `array REF … by DEGREES about P times N` */
export function arrayStatement(script: Script, place: Place, name: string | null): void {
  const { cursor } = script;
  const selection = readSelection(script, isAnyId);
  by(cursor);
  const step = stepOf(cursor);
  expect(cursor, 'times', 'times N');
  const count = plainNumber(cursor, 'a total number such as 4');
  if (!Number.isInteger(count) || count < 2 || count > 500) {
    cursor.at -= 1;
    refuseNext(cursor, ['a whole number from 2 to 500, including the original']);
  }
  const values = { ...step, count };
  add(script, place, name, { selection, operation: 'array', values, options: MOVED });
}

/** A displacement in brackets, or a turn about a point. */
function stepOf(cursor: Cursor): Readonly<Record<string, unknown>> {
  const from = cursor.at;
  const value = expression(cursor, 'a displacement such as (6, 0), or degrees');
  cursor.at = from;
  if (value.kind === 'point') return { delta: point(cursor) };
  return { angle_deg: plainNumber(cursor, DEGREES, 'deg'), about: about(cursor) };
}

/** `copy storey LEVEL to LEVEL, LEVEL …`: copies everything on a level. */
export function copyStatement(script: Script, place: Place, name: string | null): void {
  const { cursor } = script;
  expect(cursor, 'storey', 'storey LEVEL');
  const level = (): string => reference(script, 'a level such as $ground', ['create_level']);
  const level_id = level();
  expect(cursor, 'to', 'to LEVEL');
  const to_level_ids = [level()];
  while (accept(cursor, ',')) to_level_ids.push(level());
  const values = { filter: { level_id }, operation: 'to_levels', to_level_ids };
  const read = finish(script, place, name, { values, options: {} });
  addStatement(script, TOOL, read);
}
