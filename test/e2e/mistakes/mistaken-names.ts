/** @module mistaken names: arguments under other names and on other levels. */
import { P, why, type Ids } from './building.ts';
import { LINE, RING, row, type Table, usualCalls } from './mistake.ts';

/** By class. */
export function mistakenNames(ids: Ids): Table {
  const level_id = ids.ground;
  const { on, wall, door } = usualCalls(ids);
  return {
    'names of arguments that nearly are': [
      row('create_wall', 'a letter', { ...wall, heigth: 2800 }, { ...wall, height: 2800 }),
      row('create_wall', 'another case', { levelId: level_id, ...LINE }, wall),
      row('create_wall', 'from and to', { ...on, from: LINE.start, to: LINE.end }, wall),
      row('create_floor', 'an outline', { ...on, outline: RING }, { ...on, boundary_points: RING }),
      row(
        'create_column',
        'a position',
        { ...on, position: P(12_000, 0), profile: '300x300' },
        { ...on, location: P(12_000, 0), profile: '300x300' },
      ),
      row('place_window', 'sill', { ...door, sill: 900 }, { ...door, sill_height: 900 }),
      row('place_door', 'host', { host_id: ids.south, offset: 3000 }, door),
      row(
        'modify_parameter',
        'a parameter',
        { element_id: ids.south, parameter_name: 'heigth', value: 2800 },
        { element_id: ids.south, parameter_name: 'height', value: 2800 },
      ),
      row(
        'modify_parameter',
        'the name of the parameter',
        { element_id: ids.south, parameter: 'height', new_value: 2800 },
        { element_id: ids.south, parameter_name: 'height', value: 2800 },
      ),
      { ...row('add_wall', 'a tool', wall, wall), meant_tool: 'create_wall' },
      row(
        'apply_changes',
        'a tool in an operation',
        { operations: [{ tool: 'create_walls', arguments: wall }] },
        { operations: [{ tool: 'create_wall', arguments: wall }] },
      ),
      row(
        'create_roof',
        'a word of a choice',
        { level_id: ids.first, boundary_points: RING, roof_type: 'gabled' },
        { level_id: ids.first, boundary_points: RING, roof_type: 'gable' },
      ),
    ],
    'a level too deep or too high': [
      row('create_wall', 'in params', { params: wall }, wall),
      row('create_wall', 'in arguments', { ...why, arguments: wall }, wall),
      row(
        'create_wall',
        'coordinates',
        { ...on, start_x: 10_000, start_y: 0, end_x: 16_000, end_y: 0 },
        wall,
      ),
      row(
        'create_column',
        'x and y',
        { ...on, x: 12_000, y: 0, profile: '300x300' },
        { ...on, location: P(12_000, 0), profile: '300x300' },
      ),
      row(
        'apply_changes',
        'arguments beside the tool',
        { operations: [{ tool: 'create_wall', ...wall }] },
        { operations: [{ tool: 'create_wall', arguments: wall }] },
      ),
      row(
        'apply_changes',
        'reasoning in an operation',
        { operations: [{ tool: 'create_wall', arguments: { ...wall, reasoning: 'so' } }] },
        { operations: [{ tool: 'create_wall', arguments: wall }] },
      ),
    ],
  };
}
