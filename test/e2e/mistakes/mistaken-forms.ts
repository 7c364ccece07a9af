/** @module mistaken forms: values in another form than the argument takes. */
import { P, type Ids } from './building.ts';
import { RING, row, type Table, usualCalls } from './mistake.ts';

/** By class. */
export function mistakenForms(ids: Ids): Table {
  const { on, wall, door } = usualCalls(ids);
  return {
    'arrays for points': [
      row('create_wall', 'both ends', { ...on, start: [10_000, 0], end: [16_000, 0] }, wall),
      row(
        'create_wall',
        'with a height',
        { ...on, start: [10_000, 0, 0], end: [16_000, 0, 0] },
        wall,
      ),
      row(
        'create_wall',
        'an object with a height',
        { ...on, start: { x: 10_000, y: 0, z: 0 }, end: { x: 16_000, y: 0, z: 0 } },
        wall,
      ),
      row(
        'create_wall',
        'capitals',
        { ...on, start: { X: 10_000, Y: 0 }, end: { X: 16_000, Y: 0 } },
        wall,
      ),
      row('create_wall', 'text', { ...on, start: '10000, 0', end: '(16000, 0)' }, wall),
      row(
        'create_floor',
        'an outline',
        { ...on, boundary_points: RING.map(({ x, y }) => [x, y]) },
        { ...on, boundary_points: RING },
      ),
      row(
        'create_floor',
        'one number after the other',
        { ...on, boundary_points: RING.flatMap(({ x, y }) => [x, y]) },
        { ...on, boundary_points: RING },
      ),
      row(
        'create_column',
        'a location',
        { ...on, location: [12_000, 0], profile: '300x300' },
        { ...on, location: P(12_000, 0), profile: '300x300' },
      ),
      row(
        'move_element',
        'a displacement',
        { element_id: ids.column, delta: [500, 0, 0] },
        { element_id: ids.column, delta: { x: 500, y: 0, z: 0 } },
      ),
      row(
        'modify_parameter',
        'the end of a wall',
        { element_id: ids.south, parameter_name: 'end', value: [7000, 0] },
        { element_id: ids.south, parameter_name: 'end', value: P(7000, 0) },
      ),
    ],
    'text in JSON for lists and objects': [
      row(
        'create_floor',
        'an outline',
        { ...on, boundary_points: JSON.stringify(RING) },
        { ...on, boundary_points: RING },
      ),
      row(
        'create_wall',
        'points',
        { ...on, start: JSON.stringify(P(10_000, 0)), end: JSON.stringify(P(16_000, 0)) },
        wall,
      ),
      row(
        'delete_elements',
        'ids',
        { element_ids: JSON.stringify([ids.column]) },
        { element_ids: [ids.column] },
      ),
      row('delete_elements', 'one id', { element_ids: ids.column }, { element_ids: [ids.column] }),
      row(
        'join_elements',
        'ids with a comma',
        { element_ids: `${ids.south}, ${ids.east}`, join_type: 'butt' },
        { element_ids: [ids.south, ids.east], join_type: 'butt' },
      ),
      row(
        'apply_changes',
        'operations',
        { operations: JSON.stringify([{ tool: 'create_wall', arguments: wall }]) },
        { operations: [{ tool: 'create_wall', arguments: wall }] },
      ),
    ],
    'texts for numbers': [
      row('create_wall', 'a height', { ...wall, height: '2800' }, { ...wall, height: 2800 }),
      row(
        'create_wall',
        'with a unit',
        { ...wall, thickness: '200mm' },
        { ...wall, thickness: 200 },
      ),
      row(
        'create_level',
        'with metres',
        { name: 'Second', elevation: '6 m', height: '3m' },
        { name: 'Second', elevation: 6000, height: 3000 },
      ),
      row('place_door', 'an offset', { ...door, offset: '3000' }, door),
      row(
        'create_wall',
        'a truth',
        { ...wall, load_bearing: 'true' },
        { ...wall, load_bearing: true },
      ),
      row(
        'modify_parameter',
        'a value',
        { element_id: ids.south, parameter_name: 'height', value: '2800' },
        { element_id: ids.south, parameter_name: 'height', value: 2800 },
      ),
    ],
  };
}
