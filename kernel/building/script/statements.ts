/** @module statements: one function for each statement of the modelling script. */
import { SWINGS } from '../kinds/door/door.ts';
import { FLOOR_TYPES } from '../kinds/floor/params.ts';
import { FURNITURE_TYPES } from '../kinds/furniture/types.ts';
import { ROOF_TYPES } from '../kinds/roof/roof-form.ts';
import { HANDRAILS, STAIR_SHAPES, STAIR_TURNS } from '../kinds/stair/stair-plan.ts';
import { DOOR_TYPES, WINDOW_TYPES } from '../kinds/types/operations.ts';
import {
  accept,
  at,
  type Cursor,
  expect,
  isWord,
  peek,
  refuseNext,
  second,
  take,
} from './cursor.ts';
import { expression, startsValue } from './expressions.ts';
import { groupStatement, placeStatement } from './group-statements.ts';
import {
  addStatement,
  addWalls,
  finish,
  flagOption,
  lengthOption,
  lengthOptions,
  levelOption,
  numberOption,
  onLevel,
  type Option,
  type Options,
  type ReadStatement,
  sizeOption,
  textOption,
  withLevel,
  wordOption,
} from './options.ts';
import { propertiesStatement, readParameter } from './parameters.ts';
import {
  direction,
  length,
  oneOf,
  plainNumber,
  point,
  pointOrLength,
  size,
  textOrWord,
} from './quantities.ts';
import { addCall, fullName, reference, type Script } from './references.ts';
import type { Place } from './script-error.ts';
import { atPoints, axis, outline, points, rectangle, sides } from './shapes.ts';
import { siteStatement } from './site-statement.ts';
import {
  arrayStatement,
  copyStatement,
  mirrorStatement,
  moveStatement,
  turnStatement,
} from './transforms.ts';
import { materialStatement, ofType, typeStatement } from './type-statements.ts';
import { type Point, textOf } from './values.ts';
import { WALL_EDITS } from './wall-edits.ts';
import {
  anchor,
  endsWhereItBegins,
  isClockwise,
  lineOf,
  naming,
  RECT_LINES,
  ROUND,
  WALL,
} from './wall-lines.ts';

/** Reads what follows the first word. `name` is the name in a preceding `let NAME =`, else null. */
export type StatementReader = (script: Script, place: Place, name: string | null) => void;

const DOOR: Options = {
  size: sizeOption('width', 'height'),
  ...lengthOptions('width', 'height', 'sill'),
  type: wordOption('door_type', DOOR_TYPES),
  swing: wordOption('swing', SWINGS),
  fire: numberOption('fire_rating_min', 'minutes of fire resistance'),
  exit: flagOption('is_exit'),
  anchor,
  of: ofType,
  name: naming,
};

const WINDOW: Options = {
  size: sizeOption('width', 'height'),
  width: lengthOption('width'),
  height: lengthOption('height'),
  sill: lengthOption('sill_height'),
  type: wordOption('window_type', WINDOW_TYPES),
  anchor,
  of: ofType,
  name: naming,
};

/** `turn DEGREES`, counter-clockwise. */
const turn: Option = (cursor) => ({
  turn_deg: plainNumber(cursor, 'a turn in degrees such as 30', 'deg'),
});

const OPENING: Options = {
  turn,
  size: sizeOption('width', 'height'),
  sill: lengthOption('sill'),
  anchor,
  name: naming,
};

const FLOOR: Options = {
  thickness: lengthOption('thickness'),
  type: wordOption('floor_type', FLOOR_TYPES),
  of: ofType,
  name: naming,
};

/** A slope in degrees. */
function degrees(cursor: Cursor): number {
  return plainNumber(cursor, 'a slope in degrees such as 30', 'deg');
}

/** The form of one roof side: `gable`, `slope` (the slope of the roof), `S`, or `S to S at H` for a broken slope. */
function edge(cursor: Cursor): Readonly<Record<string, unknown>> {
  if (accept(cursor, 'gable')) return { gable: true };
  if (accept(cursor, 'slope')) return {};
  const slope_deg = degrees(cursor);
  if (!accept(cursor, 'to')) return { slope_deg };
  const upper_slope_deg = degrees(cursor);
  expect(cursor, 'at', 'at HEIGHT of the break');
  return { slope_deg, upper_slope_deg, break_height: length(cursor) };
}

const ROOF: Options = {
  slope: (cursor) => ({ slope: degrees(cursor) }),
  ridge: lengthOption('ridge_height'),
  thickness: lengthOption('thickness'),
  type: wordOption('roof_type', ROOF_TYPES),
  of: ofType,
  overhang: lengthOption('overhang'),
  edges: (cursor) => {
    const edges = [edge(cursor)];
    while (accept(cursor, ',')) edges.push(edge(cursor));
    return { edges };
  },
  name: naming,
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
  name: naming,
};

const BEAM: Options = {
  profile: textOption('profile', 'a profile such as "200x400"'),
  size: profileSize,
  offset: lengthOption('elevation_offset'),
  name: naming,
};

const STAIR: Options = {
  on: levelOption('base_level_id'),
  at: (cursor) => ({ start: point(cursor) }),
  from: levelOption('base_level_id'),
  to: levelOption('top_level_id'),
  direction: (cursor) => ({ direction_deg: direction(cursor) }),
  width: lengthOption('width'),
  riser: lengthOption('riser_max'),
  tread: lengthOption('tread'),
  shape: wordOption('shape', STAIR_SHAPES),
  turn: wordOption('turn', STAIR_TURNS),
  landing: lengthOption('landing'),
  handrails: wordOption('handrails', HANDRAILS),
  cut: flagOption('cut_floor'),
  ...lengthOptions('base_offset', 'top_offset'),
  name: naming,
};

const FURNITURE: Options = {
  direction: (cursor) => ({ direction_deg: direction(cursor) }),
  size: sizeOption('width', 'depth'),
  ...lengthOptions('height', 'base_offset'),
  name: naming,
};

const ROOM: Options = {
  number: (cursor) => ({ number: roomNumber(cursor) }),
  usage: textOption('usage', 'a usage such as office'),
  occupancy: numberOption('occupancy', 'a number of people'),
  base_offset: lengthOption('base_offset'),
};

/** A room number as it is written (`1.10`), calculated if it has an operator or a name, or a text. */
function roomNumber(cursor: Cursor): string {
  const token = peek(cursor);
  const reckons = ['+', '-', '*', '/'].some((sign) => isWord(second(cursor), sign));
  if (token.kind === 'number' && !reckons) {
    take(cursor);
    return token.text;
  }
  const expected = 'a number such as 101 or "1.01"';
  if (!startsValue(cursor)) return textOrWord(cursor, expected);
  return textOf(expression(cursor, expected)) ?? refuseNext(cursor, [expected]);
}

function levelStatement(script: Script, place: Place, name: string | null): void {
  const title = textOrWord(script.cursor, 'the name of the level');
  expect(script.cursor, 'at', 'at ELEVATION');
  const elevation = length(script.cursor, 'an elevation such as 3.2');
  const read = finish(script, place, name, {
    values: { name: title, elevation },
    options: { height: lengthOption('height') },
  });
  if (read.name !== null) {
    addStatement(script, 'create_level', read);
    script.level = `$${fullName(script, read.name)}`;
    return;
  }
  // No script can write this name; the following statements refer to it
  const as = `level__${script.calls.length + 1}`;
  const { values, line, column } = read;
  addCall(script, { tool: 'create_level', arguments: values, as, line, column });
  script.level = `$${as}`;
}

function onStatement(script: Script): void {
  script.level = reference(script, 'a level such as $ground', ['create_level']);
}

function wallStatement(script: Script, place: Place, name: string | null): void {
  accept(script.cursor, 'from');
  const start = point(script.cursor);
  accept(script.cursor, 'to');
  const end = point(script.cursor);
  const arc: Point[] = [];
  const via: Option = (cursor) => {
    arc.push(point(cursor));
    return { via: arc[0] };
  };
  // Several walls at once have no arc, and a straight wall has no outside.
  const options = withLevel({ ...WALL, ...ROUND, via });
  const read = finish(script, place, name, { values: { start, end }, options });
  const round =
    arc.length === 0 ? {} : lineOf(read.values, isClockwise([start, ...arc, end]), false);
  const values = { ...read.values, ...round };
  addStatement(script, 'create_wall', onLevel(script, { ...read, values }));
}

function wallsStatement(script: Script, place: Place, name: string | null): void {
  const shape = oneOf(script.cursor, ['rect', 'path']);
  if (shape === 'rect') {
    const rect = rectangle(script.cursor);
    const options = withLevel({ ...WALL, ...RECT_LINES });
    const read = finish(script, place, name, { values: {}, options });
    const walls = sides(rect).map(({ part, ends }) => {
      const outsideIsLeft = part === 'north' || part === 'west';
      return { part, ends: { ...ends, ...lineOf(read.values, outsideIsLeft, true) } };
    });
    addWalls(script, onLevel(script, read), walls);
    return;
  }
  const given = points(script.cursor, 2);
  const closed = given.length > 2 && accept(script.cursor, 'closed');
  // As in the outline of a floor, the first point may be repeated at the end.
  const path = closed && endsWhereItBegins(given) ? given.slice(0, -1) : given;
  const ends = path.map((start, index) => ({ start, end: path[index + 1] ?? path[0] ?? start }));
  const runs = closed ? ends : ends.slice(0, -1);
  const goesRound = closed || endsWhereItBegins(path);
  const options = withLevel(goesRound ? { ...WALL, ...ROUND } : WALL);
  const read = finish(script, place, name, { values: {}, options });
  const line = lineOf(read.values, isClockwise(path), goesRound);
  const walls = runs.map((run, index) => ({ part: String(index + 1), ends: { ...run, ...line } }));
  addWalls(script, onLevel(script, read), walls);
}

/** `in WALL at OFFSET`, the beginning of every door and window. */
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
  if (accept(script.cursor, 'outline')) {
    const values = { host_id, outline: points(script.cursor, 3) };
    addStatement(
      script,
      'create_opening',
      finish(script, place, name, { values, options: { anchor, name: naming } }),
    );
    return;
  }
  expect(script.cursor, 'at', 'at DISTANCE, at (x, y) or outline');
  const expected = 'a distance along the wall, or (x, y) in a floor or roof';
  const found = pointOrLength(script.cursor, expected);
  const where = typeof found === 'number' ? { offset: found } : { location: found };
  const values = { host_id, ...where };
  const read = finish(script, place, name, { values, options: OPENING, required: ['size'] });
  addStatement(script, 'create_opening', read);
}

/** `SHAPE [hole SHAPE]…` */
function outlineWithHoles(script: Script): Readonly<Record<string, unknown>> {
  const boundary_points = outline(script.cursor);
  const holes: unknown[] = [];
  while (accept(script.cursor, 'hole')) holes.push(outline(script.cursor));
  return { boundary_points, ...(holes.length === 0 ? {} : { holes }) };
}

function floorStatement(script: Script, place: Place, name: string | null): void {
  const values = outlineWithHoles(script);
  const read = finish(script, place, name, { values, options: withLevel(FLOOR) });
  addStatement(script, 'create_floor', onLevel(script, read));
}

function roofStatement(script: Script, place: Place, name: string | null): void {
  const values = outlineWithHoles(script);
  const read = finish(script, place, name, { values, options: withLevel(ROOF) });
  addStatement(script, 'create_roof', onLevel(script, read));
}

function columnStatement(script: Script, place: Place, name: string | null): void {
  expect(script.cursor, 'at', 'at (x, y)');
  const values = { location: point(script.cursor) };
  const read = finish(script, place, name, { values, options: withLevel(COLUMN) });
  requireValue(script, read, 'profile', ['profile "300x300"', 'size W x D']);
  addStatement(script, 'create_column', onLevel(script, read));
}

function beamStatement(script: Script, place: Place, name: string | null): void {
  const values = axis(script.cursor);
  const read = finish(script, place, name, { values, options: withLevel(BEAM) });
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

/** Reads `furniture TYPE at (x, y)`, where the point is the middle of the back edge. */
function furnitureStatement(script: Script, place: Place, name: string | null): void {
  const furniture_type = oneOf(script.cursor, FURNITURE_TYPES);
  expect(script.cursor, 'at', 'at (x, y)');
  const values = { furniture_type, location: point(script.cursor) };
  const read = finish(script, place, name, { values, options: withLevel(FURNITURE) });
  addStatement(script, 'create_furniture', onLevel(script, read));
}

function roomStatement(script: Script, place: Place, name: string | null): void {
  const { cursor } = script;
  const title = textOrWord(cursor, 'the name of the room');
  if (!at(cursor, 'at') && !at(cursor, 'rect') && !atPoints(cursor)) {
    refuseNext(cursor, ['at (x, y)', 'rect', 'the points of an outline']);
  }
  const where = accept(cursor, 'at')
    ? { point: point(cursor) }
    : { boundary_points: outline(cursor) };
  const values = { name: title, ...where };
  const read = finish(script, place, name, { values, options: withLevel(ROOM) });
  addStatement(script, 'create_room', onLevel(script, read));
}

function setStatement(script: Script, place: Place, name: string | null): void {
  const element_id = reference(script, 'an element such as $door', []);
  const { parameter_name, value } = readParameter(script);
  const values = { element_id, parameter_name, value };
  const read = finish(script, place, name, { values, options: {} });
  addStatement(script, 'modify_parameter', read);
}

const WALLS: Options = { ...WALL, ...ROUND };
const OTHERS = { door: DOOR, window: WINDOW, floor: FLOOR, roof: ROOF, stair: STAIR };

/** Named values by the first word of their statement, for suggestions in refusals. */
export const OPTIONS: Record<string, Options> = { wall: WALLS, walls: WALLS, ...OTHERS };

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
  furniture: furnitureStatement,
  stair: stairStatement,
  room: roomStatement,
  set: setStatement,
  properties: propertiesStatement,
  type: typeStatement,
  material: materialStatement,
  site: siteStatement,
  move: moveStatement,
  turn: turnStatement,
  mirror: mirrorStatement,
  array: arrayStatement,
  copy: copyStatement,
  group: groupStatement,
  place: placeStatement,
  ...WALL_EDITS,
};
