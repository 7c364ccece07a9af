/** @module repaired keys: members of an object under names that it does not take, put where they were meant to be. */
import * as z from 'zod';

import { nearest } from '../../kernel/text/nearest.ts';

type Members = Record<string, unknown>;
type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** Names that others use for the same, where nearness does not find them. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  from: ['start', 'from'],
  to: ['end', 'to_location'],
  position: ['location', 'point', 'offset'],
  at: ['location', 'point', 'offset'],
  point: ['location'],
  polygon: ['boundary_points', 'boundary'],
  outline: ['boundary_points', 'boundary'],
  vertices: ['boundary_points'],
  corners: ['boundary_points'],
  id: ['element_id', 'event_id'],
  ids: ['element_ids'],
  element_id: ['wall_id', 'element_ids'],
  element_ids: ['element_id'],
  level_id: ['base_level_id'],
  boundary_points: ['boundary'],
  pitch: ['slope'],
  angle: ['angle_deg'],
  kind: ['for'],
  type: ['wall_type', 'door_type', 'window_type', 'floor_type', 'roof_type', 'join_type', 'for'],
  args: ['arguments'],
  params: ['arguments'],
  parameters: ['arguments'],
  columns: ['parameters'],
  pset: ['set'],
  material_name: ['material'],
  width: ['thickness'],
  key: ['parameter_name'],
  property: ['parameter_name'],
  to_value: ['value'],
  function: ['tool'],
  input: ['arguments'],
  level: ['level_id', 'base_level_id'],
  host: ['host_id', 'wall_id'],
  host_id: ['wall_id'],
  wall: ['wall_id', 'host_id'],
  wall_id: ['host_id'],
  distance: ['offset'],
};

/**
 * The members with those that the shape does not take under the names that were meant: spelled nearly so or in another
 * word, one level too deep or too high, in capitals. What means nothing stays.
 *
 * @param allows takes this many searches for a name off those that one call may cost; false where it has none left
 */
export function repairedKeys(
  given: Readonly<Members>,
  shape: Shape,
  allows: (searches: number) => boolean,
): Members {
  let members: Members = { ...given };
  const unknown = (): readonly string[] =>
    Object.keys(members).filter((key) => !Object.hasOwn(shape, key));
  const strange = unknown();
  if (strange.length === 0 || !allows(strange.length)) return members;
  members = lifted(members, strange, shape);
  // What was lifted may have brought many more.
  if (!allows(Math.max(0, unknown().length - strange.length))) return members;
  members = gathered(members, unknown(), shape);
  for (const key of unknown()) {
    const name = meantBy(key, members, shape);
    if (name === null) continue;
    members[name] = members[key];
    delete members[key];
  }
  return sunk(members, unknown(), shape);
}

function meantBy(key: string, members: Members, shape: Shape): string | null {
  const free = Object.keys(shape).filter((name) => !Object.hasOwn(members, name));
  const same = SAME[key.toLowerCase()] ?? [];
  return same.find((name) => free.includes(name)) ?? nearest(key, free);
}

/** What stands in an object of its own, as `params: {…}`, one level too deep. */
function lifted(members: Members, unknown: readonly string[], shape: Shape): Members {
  for (const key of unknown) {
    const inner = members[key];
    if (!isMembers(inner)) continue;
    if (!Object.keys(inner).some((name) => Object.hasOwn(shape, name))) continue;
    const { [key]: _taken, ...rest } = members;
    return { ...inner, ...rest };
  }
  return members;
}

/** Coordinates one level too high: `start_x`, `start.x`, or `x` and `y` where one point is missing. */
function gathered(members: Members, unknown: readonly string[], shape: Shape): Members {
  const points = Object.keys(shape).filter((name) => isPoint(shape[name]));
  const missing = points.filter((name) => !Object.hasOwn(members, name));
  let rest = members;
  for (const key of unknown) {
    const [, name = '', axis = ''] = /^(?:(.+?)[_.]?)?([xyz])$/iu.exec(key) ?? [];
    const point = name === '' && missing.length === 1 ? missing[0] : name.toLowerCase();
    if (axis === '' || point === undefined || !missing.includes(point)) continue;
    const { [key]: value, [point]: known, ...others } = rest;
    rest = {
      ...others,
      [point]: { ...(isMembers(known) ? known : {}), [axis.toLowerCase()]: value },
    };
  }
  return rest;
}

/** What belongs into an object that takes anything and is missing, as `arguments` of an operation, one level too high. */
function sunk(members: Members, unknown: readonly string[], shape: Shape): Members {
  const open = Object.keys(shape).find((name) => isOpen(shape[name]));
  if (open === undefined || Object.hasOwn(members, open) || unknown.length === 0) return members;
  const own = Object.entries(members).filter(([name]) => Object.hasOwn(shape, name));
  return {
    ...Object.fromEntries(own),
    [open]: Object.fromEntries(unknown.map((name) => [name, members[name]])),
  };
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a schema is that of a point. */
export function isPoint(schema: z.core.$ZodType | undefined): boolean {
  const inner = unwrapped(schema);
  return (
    inner instanceof z.ZodObject &&
    Object.hasOwn(inner.shape, 'x') &&
    Object.hasOwn(inner.shape, 'y')
  );
}

function isOpen(schema: z.core.$ZodType | undefined): boolean {
  const inner = unwrapped(schema);
  return inner instanceof z.ZodObject && Object.keys(inner.shape).length === 0;
}

/** The schema without what makes it optional, nullable or gives it a default. */
export function unwrapped(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let inner = schema;
  for (;;) {
    if (
      inner instanceof z.ZodOptional ||
      inner instanceof z.ZodExactOptional ||
      inner instanceof z.ZodNullable ||
      inner instanceof z.ZodDefault
    ) {
      inner = inner.unwrap();
    } else if (inner instanceof z.ZodPipe) {
      // Listed in words and checked by what stands behind.
      inner = inner.out;
    } else {
      return inner;
    }
  }
}
