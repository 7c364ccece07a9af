/** @module geometry tasks: eight requests to change sizes and places. */
import type { EditTask } from './edit-task.ts';
import type { Test } from './expected.ts';
import { changes, modify, rectangle } from './tool-calls.ts';

const OUTLINE = ['boundary_points', 'point'];

/** One hole with this box in plan, mm. */
const oneHole =
  (...wanted: readonly [x: number, y: number, toX: number, toY: number]): Test =>
  (value) => {
    const text = `one hole from (${wanted[0]}, ${wanted[1]}) to (${wanted[2]}, ${wanted[3]})`;
    if (!Array.isArray(value) || value.length !== 1) return text;
    const points: unknown[] = Array.isArray(value[0]) ? value[0] : [];
    const [xs, ys] = (['x', 'y'] as const).map((axis) =>
      points.map((point) => Number(Object(point)[axis])),
    );
    const box = [xs, ys].flatMap((list = []) => [Math.min(...list), Math.max(...list)]);
    const [x = 0, toX = 0, y = 0, toY = 0] = box;
    return [x, y, toX, toY].every((at, i) => Math.abs(at - (wanted[i] ?? 0)) <= 1) ? null : text;
  };

export const GEOMETRY_TASKS: readonly EditTask[] = [
  {
    name: 'move-a-partition',
    family: 'geometry',
    house: 'fzk',
    request:
      'On the ground floor, move the wall between "Buero" and "Bad" 300 mm to the east, so that the Buero becomes larger and the Bad smaller. The walls that it meets stay where they are. The outlines of both rooms follow: each still ends at the face of the moved wall.',
    results: [
      {
        changed: [
          {
            id: 'wall_dfb309339ee3144b',
            params: { start: { x: 4220, y: 10_000 }, end: { x: 4220, y: 5750 } },
          },
          {
            id: 'room_d916047a74601479',
            free: OUTLINE,
            box: { min: { x: 300, y: 5990 }, max: { x: 4100, y: 9700 } },
            area: 14.098,
          },
          {
            id: 'room_ed803665663b2223',
            free: OUTLINE,
            box: { min: { x: 4340, y: 5990 }, max: { x: 7410, y: 9700 } },
            area: 11.3897,
          },
        ],
      },
    ],
    solution: [
      changes(
        [
          'transform_elements',
          {
            operation: 'move',
            element_ids: ['wall_dfb309339ee3144b'],
            delta: { x: 300, y: 0 },
          },
        ],
        modify('room_d916047a74601479', 'boundary_points', rectangle(300, 5990, 4100, 9700)),
        modify('room_ed803665663b2223', 'boundary_points', rectangle(4340, 5990, 7410, 9700)),
      ),
    ],
    mistake: [
      changes([
        'transform_elements',
        { operation: 'move', element_ids: ['wall_dfb309339ee3144b'], delta: { x: 300, y: 0 } },
      ]),
    ],
  },
  {
    name: 'widen-bathroom-doors',
    family: 'geometry',
    house: 'duplex',
    request:
      'On Level 2, make the doors through which one enters "Bathroom 2" from the hallway (one in each unit, A204 and B204; not those to "Utility") 1,000 mm wide. The middle of each door stays where it is.',
    results: [
      {
        changed: [
          { id: 'door_71a03229c76ca7c4', params: { width: 1000, offset: 2688.051 } },
          { id: 'door_2a1316c6e0c8c63e', params: { width: 1000, offset: 2672.616 } },
        ],
      },
    ],
    solution: [
      changes(
        modify('door_71a03229c76ca7c4', 'width', 1000),
        modify('door_71a03229c76ca7c4', 'offset', 2688.051),
        modify('door_2a1316c6e0c8c63e', 'width', 1000),
        modify('door_2a1316c6e0c8c63e', 'offset', 2672.616),
      ),
    ],
    mistake: [
      changes(
        modify('door_71a03229c76ca7c4', 'width', 1000),
        modify('door_2a1316c6e0c8c63e', 'width', 1000),
      ),
    ],
  },
  {
    name: 'raise-sills',
    family: 'geometry',
    house: 'fzk',
    request:
      'Raise the sills of all windows in the north wall of the ground floor by 200 mm. The tops of the windows stay where they are, so the windows become lower.',
    results: [
      {
        changed: [
          'window_76ed66767dfb9517',
          'window_bab36206a8d6168b',
          'window_e02c20c2739994a9',
        ].map((id) => ({ id, params: { sill_height: 1000, height: 1000 } })),
      },
    ],
    solution: [
      changes(
        ...[
          'window_76ed66767dfb9517',
          'window_bab36206a8d6168b',
          'window_e02c20c2739994a9',
        ].flatMap((id) => [modify(id, 'height', 1000), modify(id, 'sill_height', 1000)]),
      ),
    ],
    mistake: [
      changes(
        ...['window_76ed66767dfb9517', 'window_bab36206a8d6168b', 'window_e02c20c2739994a9'].map(
          (id) => modify(id, 'sill_height', 1000),
        ),
      ),
    ],
  },
  {
    name: 'move-columns',
    family: 'geometry',
    house: 'niedriha',
    request:
      'A pergola stands north of the house, between the house and the garage, on four columns. Move the two columns at its western end 400 mm to the east. Its beams stay where they are.',
    results: [
      {
        changed: [
          { id: 'column_9aaf0e350c873d38', params: { location: { x: 1675.499, y: 8130.498 } } },
          { id: 'column_ab9a1fc199efeddc', params: { location: { x: 1675.499, y: 11_120.498 } } },
        ],
      },
    ],
    solution: [
      changes([
        'transform_elements',
        {
          operation: 'move',
          element_ids: ['column_9aaf0e350c873d38', 'column_ab9a1fc199efeddc'],
          delta: { x: 400, y: 0 },
        },
      ]),
    ],
    mistake: [
      changes([
        'transform_elements',
        {
          operation: 'move',
          element_ids: ['column_5002b4b2b5a9f66b', 'column_38025500fbb1219e'],
          delta: { x: 400, y: 0 },
        },
      ]),
    ],
  },
  {
    name: 'thicken-a-wall',
    family: 'geometry',
    house: 'fzk',
    request:
      'The inner wall on the west side of the "Schlafzimmer" becomes 300 mm thick. Its western face stays where it is. The outline of the Schlafzimmer follows: the room becomes narrower by what the wall takes.',
    results: [
      {
        changed: [
          {
            id: 'wall_2e4a5fa44a7fa25c',
            params: { thickness: 300, start: { x: 7560, y: 10_000 }, end: { x: 7560, y: 4250 } },
            // The type of the wall has layers of 240 mm.
            free: ['line_offset', 'location_line', 'type_id', 'layer_side'],
          },
          {
            id: 'room_d144b01d834b0ddf',
            free: OUTLINE,
            box: { min: { x: 7710, y: 4250 }, max: { x: 11_700, y: 9700 } },
            area: 21.7455,
          },
        ],
      },
    ],
    solution: [
      changes(
        modify('wall_2e4a5fa44a7fa25c', 'type_id', null),
        modify('wall_2e4a5fa44a7fa25c', 'thickness', 300),
        modify('room_d144b01d834b0ddf', 'boundary_points', rectangle(7710, 4250, 11_700, 9700)),
      ),
    ],
    mistake: [
      changes(
        modify('wall_2e4a5fa44a7fa25c', 'location_line', 'centre'),
        modify('wall_2e4a5fa44a7fa25c', 'type_id', null),
        modify('wall_2e4a5fa44a7fa25c', 'thickness', 300),
      ),
    ],
  },
  {
    name: 'lengthen-a-wall',
    family: 'geometry',
    house: 'fzk',
    request:
      'On the ground floor, the wall between the hall and the "Küche" ends freely at its eastern end. Lengthen it by 600 mm at that end.',
    results: [
      {
        changed: [
          {
            id: 'wall_c9c5950d8df7792d',
            params: { start: { x: 0, y: 4130 }, end: { x: 4400, y: 4130 } },
          },
        ],
      },
    ],
    solution: [
      changes([
        'edit_walls',
        {
          operation: 'move_end',
          wall_id: 'wall_c9c5950d8df7792d',
          end: 'end',
          to: { x: 4400, y: 4250 },
        },
      ]),
    ],
    mistake: [
      changes([
        'edit_walls',
        {
          operation: 'extend',
          wall_id: 'wall_c9c5950d8df7792d',
          to_wall_id: 'wall_2e4a5fa44a7fa25c',
        },
      ]),
    ],
  },
  {
    name: 'cut-a-shaft',
    family: 'geometry',
    house: 'niedriha',
    request:
      'Cut a rectangular shaft through the floor slab of the "Obergeschoss" of the house: 600 mm from west to east and 400 mm from south to north. Its south-western corner is 1,000 mm from the western edge and 1,000 mm from the southern edge of the slab.',
    results: [
      {
        created: [
          {
            kind: 'opening',
            params: { host_id: 'floor_11292e231b6dac9d' },
            box: { min: { x: 1000, y: 1000 }, max: { x: 1600, y: 1400 } },
          },
        ],
      },
      {
        changed: [
          {
            id: 'floor_11292e231b6dac9d',
            params: { holes: oneHole(1000, 1000, 1600, 1400) },
          },
        ],
      },
    ],
    solution: [
      changes([
        'create_opening',
        {
          host_id: 'floor_11292e231b6dac9d',
          location: { x: 1300, y: 1200 },
          width: 600,
          height: 400,
        },
      ]),
    ],
    mistake: [
      changes([
        'create_opening',
        {
          host_id: 'floor_11292e231b6dac9d',
          location: { x: 1000, y: 1000 },
          width: 600,
          height: 400,
        },
      ]),
    ],
  },
  {
    name: 'raise-a-storey',
    family: 'geometry',
    house: 'duplex',
    request:
      'The storey "Level 2" becomes 200 mm higher: its storey height is then 3,100 mm, and the level "Roof" lies 200 mm higher with everything that belongs to it. The walls of Level 2 keep their heights.',
    results: [
      {
        changed: [
          { id: 'level_4841d2b1294d3cec', params: { elevation: 6200 } },
          { id: 'level_059e4ddc99e4bc91', params: { height: 3100 } },
        ],
      },
    ],
    solution: [
      changes(
        modify('level_4841d2b1294d3cec', 'elevation', 6200),
        modify('level_059e4ddc99e4bc91', 'height', 3100),
      ),
    ],
    mistake: [changes(modify('level_4841d2b1294d3cec', 'elevation', 6200))],
  },
];
