/** @module topology tasks: eight requests to change how rooms, walls, openings and storeys are related. */
import type { EditTask } from './edit-task.ts';
import type { Test } from './expected.ts';
import { changes, modify, rectangle } from './tool-calls.ts';

const OUTLINE = ['boundary_points', 'point'];
/** The walls that stand under the upper floor of the Duplex. */
const PARTITIONS = [
  'wall_48fea4603cec7c84',
  'wall_2f23fe860f5984f6',
  'wall_c0a1c1b1b7b08198',
  'wall_9179d3e22832a223',
];
const LEVEL_2 = 'level_059e4ddc99e4bc91';

/** The end of the wall that closes the hall: in the wall that it meets. */
const endInWall: Test = (value) => {
  const { x, y }: Readonly<Record<string, unknown>> = Object(value);
  const isThere = Number(x) >= 7409 && Number(x) <= 7531 && Math.abs(Number(y) - 4130) <= 1;
  return isThere ? null : '(7410 to 7530, 4130)';
};

export const TOPOLOGY_TASKS: readonly EditTask[] = [
  {
    name: 'split-a-room',
    family: 'topology',
    house: 'fzk',
    request:
      'Divide the "Schlafzimmer" by a new wall from west to east: 115 mm thick, 2,500 mm high, from the wall in the west to the outer wall in the east, its centre line 3,800 mm south of the inner face of the northern outer wall. In the middle of its visible length it has a door of 885 by 2,010 mm. The room Schlafzimmer stays and keeps the part in the north, with both windows. The part in the south becomes a new room "Vorraum". Both rooms end at the faces of the walls.',
    results: [
      {
        created: [
          {
            kind: 'wall',
            params: { level_id: 'level_c2d744891a6035d7', thickness: 115, height: 2500 },
            box: {
              min: { x: [7410, 7650], y: 5842.5, z: 0 },
              max: { x: [11_700, 12_000], y: 5957.5, z: 2500 },
            },
          },
          {
            kind: 'door',
            params: { width: 885, height: 2010 },
            box: {
              min: { x: 9232.5, y: 5842.5, z: 0 },
              max: { x: 10_117.5, y: 5957.5, z: 2010 },
            },
          },
          {
            kind: 'room',
            params: { level_id: 'level_c2d744891a6035d7', name: 'Vorraum' },
            box: { min: { x: 7650, y: 4250 }, max: { x: 11_700, y: 5842.5 } },
            area: 6.4496,
          },
        ],
        changed: [
          {
            id: 'room_d144b01d834b0ddf',
            free: OUTLINE,
            box: { min: { x: 7650, y: 5957.5 }, max: { x: 11_700, y: 9700 } },
            area: 15.1571,
          },
        ],
      },
    ],
    solution: [
      {
        tool: 'apply_changes',
        arguments: {
          operations: [
            {
              tool: 'create_wall',
              arguments: {
                level_id: 'level_c2d744891a6035d7',
                start: { x: 7650, y: 5900 },
                end: { x: 11_700, y: 5900 },
                thickness: 115,
                height: 2500,
              },
              as: 'wall',
            },
            {
              tool: 'place_door',
              arguments: { wall_id: '$wall', offset: 1582.5, width: 885, height: 2010 },
            },
            {
              tool: 'modify_parameter',
              arguments: {
                element_id: 'room_d144b01d834b0ddf',
                parameter_name: 'boundary_points',
                value: rectangle(7650, 5957.5, 11_700, 9700),
              },
            },
            {
              tool: 'create_room',
              arguments: {
                level_id: 'level_c2d744891a6035d7',
                name: 'Vorraum',
                point: { x: 9000, y: 5000 },
              },
            },
          ],
        },
      },
    ],
    mistake: [
      changes([
        'create_wall',
        {
          level_id: 'level_c2d744891a6035d7',
          start: { x: 7650, y: 5900 },
          end: { x: 11_700, y: 5900 },
          thickness: 115,
          height: 2500,
        },
      ]),
    ],
  },
  {
    name: 'merge-rooms',
    family: 'topology',
    house: 'fzk',
    request:
      'Remove the wall between "Buero" and "Bad". A person will approve the deletion. The room Buero stays and takes the whole area up to the walls around it, with the place where the wall stood; the room Bad is deleted. Both doors stay.',
    results: [
      {
        deleted: ['wall_dfb309339ee3144b', 'room_ed803665663b2223'],
        changed: [
          {
            id: 'room_d916047a74601479',
            free: OUTLINE,
            box: { min: { x: 300, y: 5990 }, max: { x: 7410, y: 9700 } },
            area: 26.3781,
          },
        ],
      },
    ],
    solution: [
      changes(
        ['delete_elements', { element_ids: ['wall_dfb309339ee3144b', 'room_ed803665663b2223'] }],
        modify('room_d916047a74601479', 'boundary_points', rectangle(300, 5990, 7410, 9700)),
      ),
    ],
    mistake: [
      changes([
        'delete_elements',
        { element_ids: ['wall_dfb309339ee3144b', 'room_ed803665663b2223'] },
      ]),
    ],
  },
  {
    name: 'connect-rooms',
    family: 'topology',
    house: 'niedriha',
    request:
      'On the "Erdgeschoss", connect the room "HWR" with the large room east of it (number 14) by an opening without a door in the wall between them: 1,000 mm wide, 2,100 mm high from the floor, in the middle of the length that the wall has inside of the HWR.',
    results: [
      {
        created: [
          {
            kind: 'opening',
            params: { host_id: 'wall_557c785d82229d3d' },
            box: { min: { y: 1000, z: 0 }, max: { y: 2000, z: 2100 } },
          },
        ],
      },
    ],
    solution: [
      changes([
        'create_opening',
        {
          host_id: 'wall_557c785d82229d3d',
          offset: 999.5,
          sill: 0,
          width: 1000,
          height: 2100,
        },
      ]),
    ],
    mistake: [
      changes([
        'create_opening',
        { host_id: 'wall_557c785d82229d3d', offset: 955, sill: 0, width: 1000, height: 2100 },
      ]),
    ],
  },
  {
    name: 'move-a-door',
    family: 'topology',
    house: 'fzk',
    request:
      'The door of the "Bad" shall lead into the "Schlafzimmer" and no longer into the hall: move it into the wall between Bad and Schlafzimmer. There its middle is 2,000 mm south of the inner face of the northern outer wall. It keeps its name and its size; nothing is left of it in its old wall.',
    results: [
      {
        changed: [
          {
            id: 'door_40bfde868cd4d583',
            params: { host_id: 'wall_2e4a5fa44a7fa25c' },
            free: ['offset', 'swing'],
            box: { min: { y: 7257.5, z: 0 }, max: { y: 8142.5, z: 2010 } },
          },
        ],
      },
      {
        deleted: ['door_40bfde868cd4d583'],
        created: [
          {
            kind: 'door',
            params: {
              host_id: 'wall_2e4a5fa44a7fa25c',
              name: 'Innentuer-2',
              width: 885,
              height: 2010,
            },
            box: { min: { y: 7257.5, z: 0 }, max: { y: 8142.5, z: 2010 } },
          },
        ],
      },
    ],
    solution: [
      changes(
        // Each step must fit: here is no other door in either wall.
        modify('door_40bfde868cd4d583', 'offset', 2600),
        modify('door_40bfde868cd4d583', 'host_id', 'wall_2e4a5fa44a7fa25c'),
        modify('door_40bfde868cd4d583', 'offset', 1857.5),
      ),
    ],
    mistake: [
      changes([
        'place_door',
        {
          wall_id: 'wall_2e4a5fa44a7fa25c',
          offset: 1857.5,
          width: 885,
          height: 2010,
        },
      ]),
    ],
  },
  {
    name: 'add-windows',
    family: 'topology',
    house: 'niedriha',
    request:
      'No room in the cellar ("Keller") has a window. Give each cellar room that lies on the western outer wall one window in that wall: 900 mm wide, 500 mm high, its sill 1,900 mm above the floor of the cellar, in the middle of the length that the room has along that wall.',
    results: [
      {
        created: [6730, 2815].map((middle) => ({
          kind: 'window',
          params: { host_id: 'wall_f0a296801bc0e278', width: 900, height: 500 },
          box: {
            min: { y: middle - 450, z: -950 },
            max: { y: middle + 450, z: -450 },
          },
        })),
      },
    ],
    solution: [
      changes(
        ...[6730, 2815].map(
          (middle) =>
            [
              'place_window',
              {
                wall_id: 'wall_f0a296801bc0e278',
                offset: 8080 - middle - 450,
                width: 900,
                height: 500,
                sill_height: 1900,
              },
            ] as const,
        ),
      ),
    ],
    mistake: [
      changes([
        'place_window',
        {
          wall_id: 'wall_f0a296801bc0e278',
          offset: 8080 - 6730 - 450,
          width: 900,
          height: 500,
          sill_height: 1900,
        },
      ]),
    ],
  },
  {
    name: 'change-the-storey',
    family: 'topology',
    house: 'duplex',
    request:
      'Four partitions belong to Level 1, but start 2,612 mm above it. Let them belong to Level 2. They, and the doors in them, must stay exactly where they are in the building.',
    results: [
      {
        changed: PARTITIONS.map((id) => ({ id, params: { level_id: LEVEL_2, base_offset: -488 } })),
      },
    ],
    solution: [
      changes(
        ...PARTITIONS.flatMap((id) => [
          modify(id, 'level_id', LEVEL_2),
          modify(id, 'base_offset', -488),
        ]),
      ),
    ],
    mistake: [changes(...PARTITIONS.map((id) => modify(id, 'level_id', LEVEL_2)))],
  },
  {
    name: 'close-the-hall',
    family: 'topology',
    house: 'fzk',
    request:
      'On the ground floor, the hall is open towards "Wohnen". Close it: lengthen the wall between hall and "Küche" to the east, until it meets the wall at the other side of the gap. Put a door of 1,010 by 2,010 mm into the new part, with its middle in the middle of the present gap.',
    results: [
      {
        changed: [
          {
            id: 'wall_c9c5950d8df7792d',
            params: { start: { x: 0, y: 4130 }, end: endInWall },
          },
        ],
        created: [
          {
            kind: 'door',
            params: { host_id: 'wall_c9c5950d8df7792d', width: 1010, height: 2010 },
            box: { min: { x: 5100, z: 0 }, max: { x: 6110, z: 2010 } },
          },
        ],
      },
    ],
    solution: [
      changes(
        [
          'edit_walls',
          {
            operation: 'move_end',
            wall_id: 'wall_c9c5950d8df7792d',
            end: 'end',
            to: { x: 7410, y: 4250 },
          },
        ],
        [
          'place_door',
          { wall_id: 'wall_c9c5950d8df7792d', offset: 5100, width: 1010, height: 2010 },
        ],
      ),
    ],
    mistake: [
      changes([
        'edit_walls',
        {
          operation: 'move_end',
          wall_id: 'wall_c9c5950d8df7792d',
          end: 'end',
          to: { x: 7410, y: 4250 },
        },
      ]),
    ],
  },
  {
    name: 'give-up-a-room',
    family: 'topology',
    house: 'duplex',
    request:
      'The room "Utility" of unit B (B205) is given up: delete the partition between it and "Bathroom 2" (B204) with its door, and the room itself. A person will approve the deletion. Bathroom 2 then extends over both, up to the wall at the far side, with the place where the partition stood.',
    results: [
      {
        deleted: ['wall_bd8478f41d09ef30', 'door_8d43d070ad21af21', 'room_6d034016316e77c4'],
        changed: [
          {
            id: 'room_a8df76245fd3e845',
            free: OUTLINE,
            box: { min: { x: 2506, y: -11_010 }, max: { x: 4030, y: -6850 } },
            area: 6.339_84,
          },
        ],
      },
    ],
    solution: [
      changes(
        ['delete_elements', { element_ids: ['wall_bd8478f41d09ef30', 'room_6d034016316e77c4'] }],
        modify('room_a8df76245fd3e845', 'boundary_points', rectangle(2506, -11_010, 4030, -6850)),
      ),
    ],
    mistake: [
      changes([
        'delete_elements',
        { element_ids: ['wall_bd8478f41d09ef30', 'room_6d034016316e77c4'] },
      ]),
    ],
  },
];
