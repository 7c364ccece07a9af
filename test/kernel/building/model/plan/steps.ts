/** @module steps: random tool calls that change a model. */
import * as fc from 'fast-check';

import type { World } from '../../../../servers/building/world.ts';

const GRID = fc.integer({ min: -3, max: 3 }).map((n) => n * 1000);
const FINE = fc.integer({ min: -3_000_000, max: 3_000_000 }).map((um) => um / 1000);
const EDGE = fc.constantFrom(1e7, 1e7 - 100, -1e7, 100 - 1e7);
const COORDINATE = fc.oneof(
  { weight: 12, arbitrary: GRID },
  { weight: 3, arbitrary: FINE },
  { weight: 1, arbitrary: EDGE },
);
const POINT = fc.record({ x: COORDINATE, y: COORDINATE });
const OUTLINE = fc.array(POINT, { minLength: 3, maxLength: 6 });
const OFFSET = fc.integer({ min: 0, max: 6_000_000 }).map((um) => um / 1000);
const SIZE = fc.oneof(
  fc.constantFrom(200, 900, 1000, 2100, 3000),
  fc.integer({ min: 1, max: 4000 }),
);
const WHICH = fc.nat(1000);

/** A call whose ids are chosen when it is made, from the existing ones. */
export type Step = { tool: string; which: number; other: number; args: Record<string, unknown> };

function step(tool: string, args: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Step> {
  return fc.record({ tool: fc.constant(tool), which: WHICH, other: WHICH, args: fc.record(args) });
}

/** Calls of tools that create, change and delete elements of most kinds. */
export const STEPS = fc.oneof(
  step('create_level', { name: fc.constantFrom('a', 'b'), elevation: COORDINATE }),
  step('create_wall', { start: POINT, end: POINT, thickness: fc.constantFrom(100, 200, 400) }),
  step('create_wall', { start: POINT, end: POINT, height: SIZE }),
  step('create_floor', { boundary_points: OUTLINE }),
  step('create_roof', {
    boundary_points: OUTLINE,
    roof_type: fc.constantFrom('flat', 'shed', 'gable', 'hip'),
    slope: fc.integer({ min: 0, max: 85 }),
    overhang: fc.constantFrom(0, 300, 2000),
  }),
  step('create_column', { location: POINT, profile: fc.constantFrom('300x300', 'HEA200', 'x') }),
  step('create_beam', {
    start: POINT,
    end: POINT,
    profile: fc.constantFrom('circle 300', 'IPE80'),
  }),
  step('create_ramp', { start: POINT, end: POINT, width: SIZE, rise: SIZE }),
  step('create_railing', { path: fc.array(POINT, { minLength: 2, maxLength: 4 }) }),
  step('create_room', { point: POINT }),
  step('create_stair', {
    start: POINT,
    direction_deg: fc.integer({ min: 0, max: 360 }),
    width: SIZE,
  }),
  step('place_door', { offset: OFFSET, width: SIZE, height: SIZE }),
  step('place_window', { offset: OFFSET, width: SIZE, height: SIZE, sill_height: SIZE }),
  step('create_opening', { offset: OFFSET, width: SIZE, height: SIZE }),
  step('create_opening', { location: POINT, width: SIZE, height: SIZE }),
  step('move_element', { delta: fc.record({ x: COORDINATE, y: COORDINATE }) }),
  step('rotate_element', { angle_deg: fc.constantFrom(90, 45, 33.3, -180) }),
  step('copy_element', {
    delta: fc.record({ x: COORDINATE, y: COORDINATE }),
    count: fc.constantFrom(1, 3),
  }),
  step('modify_parameter', {
    parameter_name: fc.constantFrom(
      'height',
      'end',
      'start',
      'elevation',
      'offset',
      'width',
      'thickness',
      'boundary_points',
    ),
    value: fc.oneof(POINT, SIZE, OUTLINE),
  }),
  step('delete_elements', {}),
);

/** Fills in the ids that the tool needs. */
export function withIds({ tool, which, other, args }: Step, world: World): Record<string, unknown> {
  const pick = (ids: readonly string[], n: number): string =>
    ids[n % Math.max(1, ids.length)] ?? 'none';
  const all = [...world.view.elements()];
  const of = (...kinds: string[]): string[] =>
    all.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const level_id = pick(of('level'), which);
  const any = pick(
    all.map(({ id }) => id),
    which,
  );
  switch (tool) {
    case 'create_level':
      return args;
    case 'create_stair':
      return { ...args, base_level_id: level_id, top_level_id: pick(of('level'), other) };
    case 'place_door':
    case 'place_window':
      return { ...args, wall_id: pick(of('wall'), which) };
    case 'create_opening':
      return { ...args, host_id: pick(of('wall', 'floor', 'roof'), which) };
    case 'move_element':
    case 'rotate_element':
    case 'copy_element':
    case 'modify_parameter':
      return { ...args, element_id: any };
    case 'delete_elements':
      return { element_ids: [any] };
    default:
      return { ...args, level_id };
  }
}
