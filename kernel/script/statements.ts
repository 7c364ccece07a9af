/** @module statements: one function for each statement of the modelling script. */
import { DOOR_TYPES, SWINGS } from '../kinds/door.ts';
import { FLOOR_TYPES } from '../kinds/floor.ts';
import { ROOF_TYPES } from '../kinds/roof.ts';
import { WALL_TYPES, WALL_USAGES } from '../kinds/wall.ts';
import { WINDOW_TYPES } from '../kinds/window.ts';
import {
  accept,
  at,
  atPoint,
  type Cursor,
  expect,
  length,
  oneOf,
  peek,
  plainNumber,
  point,
  refuseNext,
  size,
  take,
  textOrWord,
} from './cursor.ts';
import {
  addStatement,
  addWalls,
  flagOption,
  lengthOption,
  levelOption,
  numberOption,
  type Option,
  type Options,
  type ReadStatement,
  readOptions,
  sizeOption,
  textOption,
  wordOption,
} from './options.ts';
import { readParameter } from './parameters.ts';
import { reference, type Script } from './references.ts';
import type { Place } from './script-error.ts';
import { outline, points, rectangle, sides } from './shapes.ts';

/** Reads what follows the first word. `name`: given before it with `let NAME =`, else null. */
export type StatementReader = (script: Script, place: Place, name: string | null) => void;

const WALL: Options = {
  height: lengthOption('height'),
  thickness: lengthOption('thickness'),
  type: wordOption('wall_type', WALL_TYPES),
  usage: wordOption('usage', WALL_USAGES),
  fire: numberOption('fire_rating_min', 'minutes of fire resistance'),
  load_bearing: flagOption('load_bearing'),
  name: textOption('name', 'a "name"'),
};

const DOOR: Options = {
  size: sizeOption('width', 'height'),
  width: lengthOption('width'),
  height: lengthOption('height'),
  type: wordOption('door_type', DOOR_TYPES),
  swing: wordOption('swing', SWINGS),
  fire: numberOption('fire_rating_min', 'minutes of fire resistance'),
  exit: flagOption('is_exit'),
};

const WINDOW: Options = {
  size: sizeOption('width', 'height'),
  width: lengthOption('width'),
  height: lengthOption('height'),
  sill: lengthOption('sill_height'),
  type: wordOption('window_type', WINDOW_TYPES),
};

/** `turn DEGREES`, counter-clockwise. */
const turn: Option = (cursor) => ({
  turn_deg: plainNumber(cursor, 'a turn in degrees such as 30', 'deg'),
});

const OPENING: Options = {
  turn,
  size: sizeOption('width', 'height'),
  sill: lengthOption('sill'),
};

const FLOOR: Options = {
  thickness: lengthOption('thickness'),
  type: wordOption('floor_type', FLOOR_TYPES),
};

const ROOF: Options = {
  slope: (cursor) => ({ slope: plainNumber(cursor, 'a slope in degrees such as 30', 'deg') }),
  thickness: lengthOption('thickness'),
  type: wordOption('roof_type', ROOF_TYPES),
  overhang: lengthOption('overhang'),
};

/** `size W x D`: a rectangular profile, named by its millimetres. */
const profileSize: Option = (cursor) => {
  const [width, depth] = size(cursor);
  return { profile: `${width}x${depth}` };
};

const COLUMN: Options = {
  turn,
  profile: textOption('profile', 'a profile such as "300x300"'),
  size: profileSize,
  to: levelOption('top_level_id'),
  height: lengthOption('height'),
};

const BEAM: Options = {
  profile: textOption('profile', 'a profile such as "200x400"'),
  size: profileSize,
  offset: lengthOption('elevation_offset'),
};

const COMPASS: Readonly<Record<string, number>> = { east: 0, north: 90, west: 180, south: 270 };

const STAIR: Options = {
  at: (cursor) => ({ start: point(cursor) }),
  from: levelOption('base_level_id'),
  to: levelOption('top_level_id'),
  direction: (cursor) => ({ direction_deg: direction(cursor) }),
  width: lengthOption('width'),
  riser: lengthOption('riser_max'),
  tread: lengthOption('tread'),
};

const ROOM: Options = {
  number: (cursor) => ({ number: roomNumber(cursor) }),
  usage: textOption('usage', 'a usage such as office'),
  occupancy: numberOption('occupancy', 'a number of people'),
};

function direction(cursor: Cursor): number {
  if (peek(cursor).kind !== 'number') return COMPASS[oneOf(cursor, Object.keys(COMPASS))] ?? 0;
  return plainNumber(cursor, 'degrees from east, counter-clockwise', 'deg');
}

function roomNumber(cursor: Cursor): string {
  const token = peek(cursor);
  if (token.kind !== 'number') return textOrWord(cursor, 'a number such as 101 or "1.01"');
  take(cursor);
  return token.text;
}

/** Reads the end of a statement: its named values and its name, given before by `let` or after by `as`. */
function finish(
  script: Script,
  place: Place,
  name: string | null,
  parts: {
    readonly values: Readonly<Record<string, unknown>>;
    readonly options: Options;
    readonly required?: readonly string[];
  },
): ReadStatement {
  const { cursor } = script;
  const { values, given } = readOptions(script, parts.options, parts.required);
  if (name !== null && given !== null) {
    cursor.at -= 2;
    refuseNext(cursor, ['the end of the statement, since `let` has named it']);
  }
  return {
    values: { ...parts.values, ...values },
    name: name ?? given,
    line: place.line,
    column: place.column,
  };
}

/** The level of `on LEVEL`, otherwise the current level. */
function onLevel(script: Script, read: ReadStatement, argument = 'level_id'): ReadStatement {
  const { on, ...values } = read.values;
  const level = values[argument] ?? on ?? script.level;
  if (level === null) refuseNext(script.cursor, ['on LEVEL, or a level statement before this one']);
  return { ...read, values: { [argument]: level, ...values } };
}

/** Adds `on LEVEL` to the options of an element that is placed on a level. */
function placed(options: Options): Options {
  return { ...options, on: levelOption('on') };
}

function levelStatement(script: Script, place: Place, name: string | null): void {
  const title = textOrWord(script.cursor, 'the name of the level');
  expect(script.cursor, 'at', 'at ELEVATION');
  const elevation = length(script.cursor, 'an elevation such as 3.2');
  const read = finish(script, place, name, {
    values: { name: title, elevation },
    options: { height: lengthOption('height') },
  });
  const given = read.name ?? freeLevelName(script);
  addStatement(script, 'create_level', { ...read, name: given });
  script.level = `$${given}`;
}

/** A name for a level without one, so that the elements that follow can refer to it. */
function freeLevelName(script: Script): string {
  let count = script.calls.length + 1;
  while (script.names.has(`level__${count}`)) count += 1;
  return `level__${count}`;
}

function onStatement(script: Script): void {
  script.level = reference(script, 'a level such as $ground', ['create_level']);
}

function wallStatement(script: Script, place: Place, name: string | null): void {
  const start = point(script.cursor);
  accept(script.cursor, 'to');
  const end = point(script.cursor);
  const read = finish(script, place, name, { values: { start, end }, options: placed(WALL) });
  addStatement(script, 'create_wall', onLevel(script, read));
}

function wallsStatement(script: Script, place: Place, name: string | null): void {
  const shape = oneOf(script.cursor, ['rect', 'path']);
  if (shape === 'rect') {
    const rect = rectangle(script.cursor);
    const read = finish(script, place, name, { values: {}, options: placed(WALL) });
    addWalls(script, onLevel(script, read), sides(rect));
    return;
  }
  const path = points(script.cursor, 2);
  const closed = path.length > 2 && accept(script.cursor, 'closed');
  const ends = path.map((start, index) => ({ start, end: path[index + 1] ?? path[0] ?? start }));
  const runs = closed ? ends : ends.slice(0, -1);
  const read = finish(script, place, name, { values: {}, options: placed(WALL) });
  const walls = runs.map((run, index) => ({ part: String(index + 1), ends: run }));
  addWalls(script, onLevel(script, read), walls);
}

/** `in WALL at OFFSET`, the start of every door and window. */
function inWall(script: Script): { readonly wall_id: string; readonly offset: number } {
  expect(script.cursor, 'in', 'in WALL');
  const wall_id = reference(script, 'a wall such as $shell.south', ['create_wall']);
  expect(script.cursor, 'at', 'at DISTANCE');
  return { wall_id, offset: length(script.cursor, 'the distance from the start of the wall') };
}

function doorStatement(script: Script, place: Place, name: string | null): void {
  const read = finish(script, place, name, { values: inWall(script), options: DOOR });
  addStatement(script, 'place_door', read);
}

function windowStatement(script: Script, place: Place, name: string | null): void {
  const read = finish(script, place, name, { values: inWall(script), options: WINDOW });
  addStatement(script, 'place_window', read);
}

function openingStatement(script: Script, place: Place, name: string | null): void {
  expect(script.cursor, 'in', 'in HOST');
  const host_id = reference(script, 'a wall, floor or roof such as $slab', [
    'create_wall',
    'create_floor',
    'create_roof',
  ]);
  expect(script.cursor, 'at', 'at DISTANCE or at (x, y)');
  const where = at(script.cursor, '(')
    ? { location: point(script.cursor) }
    : { offset: length(script.cursor, 'a distance along the wall, or (x, y) in a floor or roof') };
  const values = { host_id, ...where };
  const read = finish(script, place, name, { values, options: OPENING, required: ['size'] });
  addStatement(script, 'create_opening', read);
}

function floorStatement(script: Script, place: Place, name: string | null): void {
  const boundary_points = outline(script.cursor);
  const holes: unknown[] = [];
  while (accept(script.cursor, 'hole')) holes.push(outline(script.cursor));
  const values = { boundary_points, ...(holes.length === 0 ? {} : { holes }) };
  const read = finish(script, place, name, { values, options: placed(FLOOR) });
  addStatement(script, 'create_floor', onLevel(script, read));
}

function roofStatement(script: Script, place: Place, name: string | null): void {
  const values = { boundary_points: outline(script.cursor) };
  const read = finish(script, place, name, { values, options: placed(ROOF) });
  addStatement(script, 'create_roof', onLevel(script, read));
}

function columnStatement(script: Script, place: Place, name: string | null): void {
  expect(script.cursor, 'at', 'at (x, y)');
  const values = { location: point(script.cursor) };
  const read = finish(script, place, name, { values, options: placed(COLUMN) });
  requireValue(script, read, 'profile', ['profile "300x300"', 'size W x D']);
  addStatement(script, 'create_column', onLevel(script, read));
}

function beamStatement(script: Script, place: Place, name: string | null): void {
  const start = point(script.cursor);
  accept(script.cursor, 'to');
  const end = point(script.cursor);
  const read = finish(script, place, name, { values: { start, end }, options: placed(BEAM) });
  requireValue(script, read, 'profile', ['profile "200x400"', 'size W x D']);
  addStatement(script, 'create_beam', onLevel(script, read));
}

function requireValue(
  script: Script,
  read: ReadStatement,
  argument: string,
  expected: readonly string[],
): void {
  if (read.values[argument] === undefined) refuseNext(script.cursor, expected);
}

function stairStatement(script: Script, place: Place, name: string | null): void {
  const required = ['at', 'to', 'direction', 'width'];
  const read = finish(script, place, name, { values: {}, options: STAIR, required });
  addStatement(script, 'create_stair', onLevel(script, read, 'base_level_id'));
}

function roomStatement(script: Script, place: Place, name: string | null): void {
  const { cursor } = script;
  const title = textOrWord(cursor, 'the name of the room');
  if (!at(cursor, 'at') && !at(cursor, 'rect') && !at(cursor, '[') && !atPoint(cursor)) {
    refuseNext(cursor, ['at (x, y)', 'rect', 'the points of an outline']);
  }
  const where = accept(cursor, 'at')
    ? { point: point(cursor) }
    : { boundary_points: outline(cursor) };
  const values = { name: title, ...where };
  const read = finish(script, place, name, { values, options: placed(ROOM) });
  addStatement(script, 'create_room', onLevel(script, read));
}

function setStatement(script: Script, place: Place, name: string | null): void {
  const element_id = reference(script, 'an element such as $door', []);
  const { parameter_name, value } = readParameter(script);
  const values = { element_id, parameter_name, value };
  const read = finish(script, place, name, { values, options: {} });
  addStatement(script, 'modify_parameter', read);
}

/** Statements by their first word. */
export const STATEMENTS: Readonly<Record<string, StatementReader>> = {
  level: levelStatement,
  on: onStatement,
  wall: wallStatement,
  walls: wallsStatement,
  door: doorStatement,
  window: windowStatement,
  opening: openingStatement,
  floor: floorStatement,
  roof: roofStatement,
  column: columnStatement,
  beam: beamStatement,
  stair: stairStatement,
  room: roomStatement,
  set: setStatement,
};
