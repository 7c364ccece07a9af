/** @module semantics tasks: eight requests to change names, numbers, types and properties. */
import type { EditTask } from './edit-task.ts';
import type { Test } from './expected.ts';
import { changes, modify, properties } from './tool-calls.ts';

const UPPER_DOORS = [
  'door_fedfe4a979d57aed',
  'door_6d12f26611ee4515',
  'door_898b4a43037800f9',
  'door_d8602bc7a017de06',
];
const INNER_WALLS = [
  'wall_a593aa80475c3caf',
  'wall_2e4a5fa44a7fa25c',
  'wall_dfb309339ee3144b',
  'wall_2c39914c28996a34',
  'wall_c9c5950d8df7792d',
];
const LARGE_WINDOWS = [
  'window_c55389b04c1c9009',
  'window_43a430aac855da98',
  'window_762f50bdcfd0775c',
  'window_e2f58d1438e84a68',
];
const CELLAR_ROOMS = [
  'room_b2c34504c02ed8ad',
  'room_ed6d0e448c133085',
  'room_7cad06559517d592',
  'room_1a22ab0ff2261bd2',
];
const FOOTINGS = [
  'floor_b02094aa674fd700',
  'floor_4e4faf0cd7de1aa4',
  'floor_77ae0c287be2e8b8',
  'floor_b95a115bf5cdd99b',
  'floor_38a1c136d61c64d6',
  'floor_616d2c75823cdabb',
  'floor_00c385744c4dfcfa',
];
/** Bedrooms with their new names. */
const BEDROOMS: readonly (readonly [string, string])[] = [
  ['room_ef9ad32fb825a572', 'Sleeping A202'],
  ['room_41b0f5f78b35bca8', 'Sleeping A203'],
  ['room_12f8327f73ce4271', 'Sleeping B202'],
  ['room_eb40520c2c222e96', 'Sleeping B203'],
];
/** Rooms with their new numbers. */
const NUMBERS: readonly (readonly [string, string])[] = [
  ['room_d916047a74601479', 'E.02'],
  ['room_ed803665663b2223', 'E.03'],
  ['room_d144b01d834b0ddf', 'E.04'],
  ['room_0abd5ef995a3d2c4', 'E.05'],
  ['room_397db85642caad6b', 'E.06'],
];

/** One property of one set, as text. */
const onlyProperty =
  (set: string, name: string, isRight: (value: string) => boolean): Test =>
  (value) => {
    const sets = Object.entries(Object(value));
    const [[setName, held] = []] = sets;
    const values = Object.entries(Object(held));
    const [[property, text] = []] = values;
    const isOnly = sets.length === 1 && values.length === 1;
    return isOnly && setName === set && property === name && isRight(String(text))
      ? null
      : `only ${set}.${name} with the value that was asked for`;
  };

const RATED = onlyProperty('Pset_DoorCommon', 'FireRating', (text) => text.includes('30'));

const isEmpty: Test = (value) =>
  value === null || value === undefined || value === '' ? null : 'no number';

/** The type with this name. */
const isType =
  (name: string): Test =>
  (value, after) =>
    typeof value === 'string' && after.get(value)?.params['name'] === name
      ? null
      : `the type ${name}`;

/** One layer of 240 mm of a material. */
const oneLayer =
  (material: string): Test =>
  (value) => {
    const layers: unknown[] = Array.isArray(value) ? value : [];
    const { material: of, thickness }: Readonly<Record<string, unknown>> = Object(layers[0]);
    return layers.length === 1 && of === material && thickness === 240
      ? null
      : `one layer of 240 mm ${material}`;
  };

export const SEMANTICS_TASKS: readonly EditTask[] = [
  {
    name: 'rename-bedrooms',
    family: 'semantics',
    house: 'duplex',
    request:
      'Rename every room whose name begins with "Bedroom": its new name is "Sleeping", a space and the number of the room, for example "Sleeping A202". The numbers stay.',
    results: [{ changed: BEDROOMS.map(([id, name]) => ({ id, params: { name } })) }],
    solution: [changes(...BEDROOMS.map(([id, name]) => modify(id, 'name', name)))],
    mistake: [changes(...BEDROOMS.slice(1).map(([id, name]) => modify(id, 'name', name)))],
  },
  {
    name: 'rate-doors',
    family: 'semantics',
    house: 'niedriha',
    request:
      'All doors of the "Obergeschoss" must resist fire for 30 minutes. Record this for each of them.',
    results: [
      { changed: UPPER_DOORS.map((id) => ({ id, params: { fire_rating_min: 30 } })) },
      { changed: UPPER_DOORS.map((id) => ({ id, params: { properties: RATED } })) },
      {
        changed: UPPER_DOORS.map((id) => ({
          id,
          params: { fire_rating_min: 30, properties: RATED },
        })),
      },
    ],
    solution: [changes(...UPPER_DOORS.map((id) => modify(id, 'fire_rating_min', 30)))],
    mistake: [
      changes(
        ...UPPER_DOORS.map((id) => modify(id, 'fire_rating_min', 30)),
        modify('door_063b2aecf451bcbb', 'fire_rating_min', 30),
      ),
    ],
  },
  {
    name: 'give-a-wall-type',
    family: 'semantics',
    house: 'fzk',
    request:
      'Make a wall type "KS 240" of a single layer, 240 mm of "Kalksandstein", and give it to all inner walls of the ground floor. The walls stay where they are.',
    results: [
      {
        created: [
          {
            kind: 'type',
            params: { name: 'KS 240', for: 'wall', layers: oneLayer('Kalksandstein') },
          },
        ],
        changed: INNER_WALLS.map((id) => ({
          id,
          params: { type_id: isType('KS 240') },
          free: ['layer_side'],
        })),
      },
    ],
    solution: [
      {
        tool: 'apply_changes',
        arguments: {
          operations: [
            {
              tool: 'create_type',
              arguments: {
                name: 'KS 240',
                for: 'wall',
                layers: [{ material: 'Kalksandstein', thickness: 240 }],
              },
              as: 'ks',
            },
            ...INNER_WALLS.map((element_id) => ({
              tool: 'modify_parameter',
              arguments: { element_id, parameter_name: 'type_id', value: '$ks' },
            })),
          ],
        },
      },
    ],
    mistake: [
      changes([
        'create_type',
        {
          name: 'KS 240',
          for: 'wall',
          layers: [{ material: 'Kalksandstein', thickness: 240 }],
        },
      ]),
    ],
  },
  {
    name: 'insulate-large-windows',
    family: 'semantics',
    house: 'duplex',
    request:
      'Every window on Level 2 that is wider than 2 m gets a thermal transmittance of 1.1 W/(m²·K), in the standard property set of windows.',
    results: [
      {
        changed: LARGE_WINDOWS.map((id) => ({
          id,
          params: { properties: { Pset_WindowCommon: { ThermalTransmittance: 1.1 } } },
        })),
      },
    ],
    solution: [
      changes(properties(LARGE_WINDOWS, 'Pset_WindowCommon', { ThermalTransmittance: 1.1 })),
    ],
    mistake: [
      changes(
        properties([...LARGE_WINDOWS, 'window_4e1d30d657e24b7f'], 'Pset_WindowCommon', {
          ThermalTransmittance: 1.1,
        }),
      ),
    ],
  },
  {
    name: 'renumber-rooms',
    family: 'semantics',
    house: 'fzk',
    request:
      'Renumber the rooms Buero, Bad, Schlafzimmer, Wohnen and Küche of the ground floor: "E.", then the present number in two digits, for example "E.04" for 4.',
    results: [{ changed: NUMBERS.map(([id, number]) => ({ id, params: { number } })) }],
    solution: [changes(...NUMBERS.map(([id, number]) => modify(id, 'number', number)))],
    mistake: [
      changes(...NUMBERS.map(([id, number]) => modify(id, 'number', number.replace('0', '')))),
    ],
  },
  {
    name: 'rename-levels',
    family: 'semantics',
    house: 'duplex',
    request:
      'Rename the level "Level 1" to "Ground Floor" and "Level 2" to "First Floor". The other levels keep their names.',
    results: [
      {
        changed: [
          { id: 'level_4143fd9ac1a42599', params: { name: 'Ground Floor' } },
          { id: 'level_059e4ddc99e4bc91', params: { name: 'First Floor' } },
        ],
      },
    ],
    solution: [
      changes(
        modify('level_4143fd9ac1a42599', 'name', 'Ground Floor'),
        modify('level_059e4ddc99e4bc91', 'name', 'First Floor'),
      ),
    ],
    mistake: [
      changes(
        modify('level_4143fd9ac1a42599', 'name', 'First Floor'),
        modify('level_059e4ddc99e4bc91', 'name', 'Ground Floor'),
      ),
    ],
  },
  {
    name: 'delete-numbers',
    family: 'semantics',
    house: 'niedriha',
    request:
      'Delete the room numbers of all rooms in the cellar ("Keller"). The rooms keep everything else.',
    results: [{ changed: CELLAR_ROOMS.map((id) => ({ id, params: { number: isEmpty } })) }],
    solution: [changes(...CELLAR_ROOMS.map((id) => modify(id, 'number', null)))],
    mistake: [changes(...CELLAR_ROOMS.map((id) => modify(id, 'number', '0')))],
  },
  {
    name: 'classify-footings',
    family: 'semantics',
    house: 'duplex',
    request:
      'Give every wall foundation (the footings below the foundation walls) the property "DIN276" with the value "322" in a property set of its own that is called "Cost".',
    results: [
      {
        changed: FOOTINGS.map((id) => ({
          id,
          params: { properties: onlyProperty('Cost', 'DIN276', (text) => text === '322') },
        })),
      },
    ],
    solution: [changes(properties(FOOTINGS, 'Cost', { DIN276: '322' }))],
    mistake: [changes(properties(FOOTINGS, 'Cost', { DIN276: '320' }))],
  },
];
