/** @module office-room: the operations that make a room with a door and a window. */

/** A point of the plan, mm. */
const P = (x: number, y: number): object => ({ x, y });

const wall = (as: string, start: object, end: object): object => ({
  tool: 'create_wall',
  as,
  arguments: { level_id: '$level', start, end },
});

/** A room of 5,000 × 4,000 mm between axes with a door and a window. */
export const OPERATIONS = [
  { tool: 'create_level', as: 'level', arguments: { name: 'Ground', elevation: 0, height: 3000 } },
  wall('south', P(0, 0), P(5000, 0)),
  wall('east', P(5000, 0), P(5000, 4000)),
  wall('north', P(5000, 4000), P(0, 4000)),
  wall('west', P(0, 4000), P(0, 0)),
  { tool: 'place_door', as: 'door', arguments: { wall_id: '$south', offset: 2000, width: 900 } },
  { tool: 'place_window', as: 'window', arguments: { wall_id: '$north', offset: 1500 } },
  {
    tool: 'create_room',
    as: 'room',
    arguments: { level_id: '$level', point: P(1000, 1000), name: 'Office', number: '01' },
  },
];
