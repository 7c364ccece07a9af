/** @module mistaken meanings: units, ids, outlines and places that mean something else. */
import { type Args, P, type Ids } from './building.ts';
import { RING, row, type Mistake, type Table, usualCalls } from './mistake.ts';

/** A call whose lengths come in metres. */
function inMetres(tool: string, what: string, right: Args): Mistake {
  return row(tool, what, scaled(right) as Args, right);
}

function scaled(value: unknown): unknown {
  if (typeof value === 'number') return value / 1000;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(scaled);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [name, scaled(one)]),
  );
}

/** By class. */
export function mistakenMeanings(ids: Ids): Table {
  const level_id = ids.ground;
  const { on, wall, stair } = usualCalls(ids);
  return {
    'metres for millimetres': [
      inMetres('create_level', 'elevation and height', {
        name: 'Second',
        elevation: 6000,
        height: 3000,
      }),
      inMetres('create_wall', 'all of it', { ...wall, height: 2800, thickness: 200 }),
      row(
        'create_wall',
        'thickness alone',
        { ...wall, thickness: 0.2 },
        { ...wall, thickness: 200 },
      ),
      inMetres('create_floor', 'the outline', { ...on, boundary_points: RING }),
      inMetres('create_roof', 'the outline', {
        level_id: ids.first,
        boundary_points: RING,
        roof_type: 'flat',
      }),
      inMetres('create_column', 'place and height', {
        ...on,
        location: P(12_000, 2000),
        height: 3000,
        profile: '300x300',
      }),
      inMetres('create_beam', 'both ends', {
        ...on,
        start: P(1000, 2000),
        end: P(5000, 2000),
        profile: '200x400',
      }),
      inMetres('create_stair', 'start and width', stair),
      inMetres('create_room', 'its point', { ...on, point: P(2000, 3000), name: 'Office' }),
      inMetres('create_opening', 'all of it', {
        host_id: ids.west,
        offset: 1000,
        sill: 900,
        width: 1200,
        height: 1100,
      }),
      inMetres('place_door', 'all of it', {
        wall_id: ids.west,
        offset: 1000,
        width: 900,
        height: 2100,
      }),
      inMetres('place_window', 'all of it', {
        wall_id: ids.west,
        offset: 1000,
        width: 1200,
        height: 1100,
        sill_height: 900,
      }),
      inMetres('modify_parameter', 'a height', {
        element_id: ids.south,
        parameter_name: 'height',
        value: 2800,
      }),
      inMetres('apply_changes', 'in an operation', {
        operations: [{ tool: 'create_wall', arguments: wall }],
      }),
    ],
    'names for ids, levels by name': [
      row(
        'create_wall',
        'a level',
        { ...wall, level_id: 'Ground' },
        { ...wall, level_id: '@Ground' },
      ),
      row(
        'create_floor',
        'a level in another case',
        { level_id: 'ground', boundary_points: RING },
        { level_id: '@ground', boundary_points: RING },
      ),
      row(
        'create_stair',
        'the upper level',
        { ...stair, top_level_id: 'First' },
        { ...stair, top_level_id: '@First' },
      ),
      row(
        'place_door',
        'a wall',
        { wall_id: 'West', offset: 1000 },
        { wall_id: '@West', offset: 1000 },
      ),
      row(
        'create_opening',
        'a floor',
        { host_id: 'Slab', location: P(2000, 2000), width: 500, height: 500 },
        { host_id: '@Slab', location: P(2000, 2000), width: 500, height: 500 },
      ),
      row(
        'modify_parameter',
        'an element',
        { element_id: 'South', parameter_name: 'height', value: 2800 },
        { element_id: '@South', parameter_name: 'height', value: 2800 },
      ),
      row(
        'move_element',
        'an element',
        { element_id: 'C1', delta: { x: 500, y: 0, z: 0 } },
        { element_id: '@C1', delta: { x: 500, y: 0, z: 0 } },
      ),
      row('delete_elements', 'in a list', { element_ids: ['C1'] }, { element_ids: ['@C1'] }),
      row(
        'place_window',
        'a name with a slip',
        { wall_id: '@Wset', offset: 1000 },
        { wall_id: '@West', offset: 1000 },
      ),
      row(
        'apply_changes',
        'in an operation',
        { operations: [{ tool: 'create_wall', arguments: { ...wall, level_id: 'Ground' } }] },
        { operations: [{ tool: 'create_wall', arguments: { ...wall, level_id: '@Ground' } }] },
      ),
      row('create_wall', 'an id with a slip', { ...wall, level_id: level_id.slice(0, -1) }, wall),
    ],
    'ids of another kind': [
      row('create_wall', 'a wall for its level', { ...wall, level_id: ids.south }, wall),
      row(
        'place_window',
        'a door for its wall',
        { wall_id: ids.door, offset: 3000 },
        { wall_id: ids.south, offset: 3000 },
      ),
      row(
        'create_opening',
        'a door for its wall',
        { host_id: ids.door, offset: 3000, sill: 900, width: 500, height: 500 },
        { host_id: ids.south, offset: 3000, sill: 900, width: 500, height: 500 },
      ),
      row(
        'create_room',
        'a room for its level',
        { level_id: ids.room, point: P(2000, 3000), name: 'Office' },
        { ...on, point: P(2000, 3000), name: 'Office' },
      ),
      row(
        'create_stair',
        'levels the other way round',
        { ...stair, base_level_id: ids.first, top_level_id: level_id },
        stair,
      ),
      row(
        'create_column',
        'a column for its level',
        { level_id: ids.column, location: P(12_000, 0), profile: '300x300' },
        { ...on, location: P(12_000, 0), profile: '300x300' },
      ),
    ],
    outlines: [
      row(
        'create_floor',
        'crossing',
        { ...on, boundary_points: [RING[0], RING[2], RING[1], RING[3]] },
        { ...on, boundary_points: RING },
      ),
      row(
        'create_floor',
        'closed twice',
        { ...on, boundary_points: [...RING, RING[0]] },
        { ...on, boundary_points: RING },
      ),
      row(
        'create_floor',
        'clockwise',
        { ...on, boundary_points: RING.toReversed() },
        { ...on, boundary_points: RING },
      ),
      row(
        'create_roof',
        'a corner twice',
        {
          level_id: ids.first,
          boundary_points: [RING[0], RING[0], ...RING.slice(1)],
          roof_type: 'flat',
        },
        { level_id: ids.first, boundary_points: RING, roof_type: 'flat' },
      ),
    ],
    doors: [
      row(
        'place_door',
        'past the end',
        { wall_id: ids.south, offset: 5500 },
        { wall_id: ids.south, offset: 5000 },
      ),
      row(
        'place_door',
        'across a corner',
        { wall_id: ids.south, offset: 0 },
        { wall_id: ids.south, offset: 100 },
      ),
      row(
        'place_window',
        'higher than its wall',
        { wall_id: ids.west, offset: 1000, sill_height: 2500 },
        { wall_id: ids.west, offset: 1000, sill_height: 2000 },
      ),
      {
        ...row(
          'move_element',
          'along and across its wall',
          { element_id: ids.door, delta: { x: 500, y: 500, z: 0 } },
          { element_id: ids.door, delta: { x: 500, y: 0, z: 0 } },
        ),
        said: /500 mm across it are left out; modify_parameter host_id/u,
      },
      row(
        'place_door',
        'on another door',
        { wall_id: ids.south, offset: 1200 },
        { wall_id: ids.south, offset: 1900 },
      ),
    ],
    'a roof without its type': [
      {
        ...row(
          'create_roof',
          'slope',
          { level_id: ids.first, boundary_points: RING, slope: 35 },
          { level_id: ids.first, boundary_points: RING, slope: 35, roof_type: 'gable' },
        ),
        said: /give `roof_type` or `edges` for another form/u,
      },
    ],
    'ends that miss': [
      row(
        'create_wall',
        'by a thickness',
        { ...on, start: P(3000, 200), end: P(3000, 3800) },
        { ...on, start: P(3000, 0), end: P(3000, 4000) },
      ),
      row(
        'create_wall',
        'by half a thickness',
        { ...on, start: P(3000, 100), end: P(3000, 3900) },
        { ...on, start: P(3000, 0), end: P(3000, 4000) },
      ),
    ],
  };
}
