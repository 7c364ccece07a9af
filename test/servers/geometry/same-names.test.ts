/** @module parameters have the same names in creation, changes and answers. */
import { describe, expect, it } from 'vitest';

import { KINDS } from '../../../kernel/building/kinds/elements.ts';
import { STORED_NAMES, storedName } from '../../../kernel/building/view/names/parameter-names.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { World } from '../building/world.ts';

/** Arguments that are not parameters, with the reason. */
const NO_PARAMETER: Readonly<Record<string, string>> = {
  'roof.ridge_height': 'gives the slope, which is stored, to modify_parameter as well',
  'stair.cut_floor': 'makes an opening, which is an element of its own',
  'group.group_id': 'the group itself, to place or change it',
  'group.element_ids': 'become its members, which other calls change',
  'group.filter': 'picks elements, as element_ids',
  'group.placements': 'motions of copies, whose places are stored',
  'group.remove_ids': 'leave its members',
  'group.release': 'the number of a placement that leaves',
  'type.for': 'create another type for another kind of element',
};
/** Parameters that the creating tool does not accept, with their origin. */
const NOT_GIVEN: Readonly<Record<string, string>> = {
  classification: 'set by set_properties, or as a whole by modify_parameter',
  follows_level: 'set by omitting the height',
  'opening.stair_id': 'set for the opening that a stair cuts',
  'window.flipped': 'set when a window is mirrored, or by modify_parameter',
};

const MADE = geometryServer.tools.flatMap((tool) => {
  const [, kind = ''] = /^(?:create|place|set)_(\w+)$/u.exec(tool.name) ?? [];
  const found = KINDS.find(kind);
  return found === undefined ? [] : [{ name: tool.name, kind: found, input: tool.input.shape }];
});

describe('the names of parameters', () => {
  it('are tested for every tool that creates an element', () => {
    const made = new Set(MADE.map(({ kind }) => kind.kind));
    // The result of boolean_operation derives from others: none of its arguments is stored. Imports make bodies.
    expect(KINDS.all.map(({ kind }) => kind).filter((kind) => !made.has(kind))).toEqual([
      'solid',
      'body',
    ]);
  });

  it.each(MADE)('are the same for $name and changes', ({ kind, input }) => {
    const names = Object.keys(input).filter(
      (name) => !Object.hasOwn(NO_PARAMETER, `${kind.kind}.${name}`),
    );
    const { shape } = kind.params;
    const changed = names.filter((name) => {
      const stored = storedName(name, shape);
      return Object.hasOwn(shape, stored) && kind.fixed[stored] === undefined;
    });
    expect(changed).toEqual(names);
  });

  it.each(MADE)('include for $name every parameter that can be changed', ({ kind, input }) => {
    const given = new Set(Object.keys(input).map((name) => storedName(name, kind.params.shape)));
    const missing = Object.keys(kind.params.shape).filter(
      (name) =>
        !given.has(name) &&
        kind.fixed[name] === undefined &&
        !Object.hasOwn(NOT_GIVEN, name) &&
        !Object.hasOwn(NOT_GIVEN, `${kind.kind}.${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('have few aliases, each used by a tool and a kind', () => {
    for (const [name, stored] of Object.entries(STORED_NAMES)) {
      const uses = MADE.filter(
        ({ kind, input }) =>
          Object.hasOwn(input, name) && storedName(name, kind.params.shape) === stored,
      );
      expect([name, uses.length > 0]).toEqual([name, true]);
    }
  });
});

it('can be changed under the name of the tool argument', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  const P = (x: number, y: number): object => ({ x, y });
  const boundary_points = [P(0, 0), P(8000, 0), P(8000, 5000), P(0, 5000)];
  const element_id = await world.make('create_roof', {
    level_id,
    boundary_points,
    roof_type: 'hip',
    slope: 30,
  });
  const change = { element_id, parameter_name: 'slope', value: 35 };
  expect(await world.do('modify_parameter', change)).toMatchObject({
    parameter_name: 'slope_deg',
    to: 35,
  });
  const wall = async (y: number): Promise<string> =>
    world.make('create_wall', { level_id, start: P(0, y), end: P(5000, y) });
  const [one, other] = [await wall(9000), await wall(12_000)];
  const door = await world.make('place_door', { wall_id: one, offset: 1000 });
  const moved = { element_id: door, parameter_name: 'wall_id', value: other };
  expect(await world.do('modify_parameter', moved)).toMatchObject({ to: other });
});

describe('elements without a position are changed under the names of their creation', () => {
  // A value with a default in a list of the tool must be given to modify_parameter.
  const layers = (thickness: number): readonly object[] => [
    { material: 'brick', thickness, function: 'structure' },
  ];
  const georeference = { crs: 'EPSG:25832', eastings: 1, northings: 2, height: 3 };
  const boundary = (size: number): readonly object[] =>
    [
      [0, 0],
      [size, 0],
      [size, size],
    ].map(([x, y]) => ({ x, y }));
  const opening = {
    name: 'T',
    width: 900,
    height: 2000,
    frame_width: 60,
    frame_depth: 70,
    frame_material: 'oak',
    leaf_count: 1,
    leaf_thickness: 40,
    leaf_material: 'oak',
    glazing: 'double',
    position: 'inside',
    leaf_width: 50,
    mullion_width: 70,
    sill: 20,
    grid: { columns: [1, 2], rows: [1], cells: ['fixed', 'casement_left'] },
  };
  const wider = {
    name: 'T2',
    width: 1000,
    height: 2100,
    frame_width: 65,
    frame_depth: 75,
    frame_material: 'pine',
    leaf_count: 2,
    leaf_thickness: 45,
    leaf_material: 'pine',
    glazing: 'triple',
    position: 'outside',
    leaf_width: 60,
    mullion_width: 80,
    sill: 30,
    grid: { columns: [1], rows: [1, 1], cells: ['top', 'fixed'] },
  };
  type Values = Readonly<Record<string, unknown>>;
  const CASES: readonly (readonly [tool: string, made: Values, changed: Values])[] = [
    [
      'create_type',
      { for: 'wall', name: 'W', layers: layers(200) },
      { name: 'W2', layers: layers(240) },
    ],
    [
      'create_type',
      { for: 'window', operation: 'casement', ...opening },
      { operation: 'awning', ...wider },
    ],
    [
      'create_material',
      { name: 'M', colour: '#aabbcc', class: 'wood' },
      { name: 'M2', colour: '#bbccdd', class: 'stone' },
    ],
    [
      'set_site',
      { boundary: boundary(9000), true_north_deg: 10, georeference },
      {
        boundary: boundary(8000),
        true_north_deg: 20,
        georeference: { ...georeference, height: 4 },
      },
    ],
    ['create_group', { name: 'G' }, { name: 'G2' }],
  ];

  it.each(CASES)('%s %o', async (tool, made, changed) => {
    const world = await World.create();
    const members =
      tool === 'create_group'
        ? {
            element_ids: [
              await world.make('create_wall', {
                level_id: await world.make('create_level', { name: 'Ground', elevation: 0 }),
                start: { x: 0, y: 0 },
                end: { x: 5000, y: 0 },
              }),
            ],
          }
        : {};
    const element_id = await world.make(tool, { ...made, ...members });
    expect(world.view.element(element_id)?.params).toMatchObject(made);
    const names = Object.keys(made).filter((name) => name !== 'for');
    expect(Object.keys(changed).toSorted()).toEqual(names.toSorted());
    for (const [parameter_name, value] of Object.entries(changed)) {
      await world.do('modify_parameter', { element_id, parameter_name, value });
    }
    expect(world.view.element(element_id)?.params).toMatchObject(changed);
  });
});

it('unlisted parameters are accepted at creation, and meaningless ones are refused', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const top_level_id = await world.make('create_level', { name: 'First', elevation: 3000 });
  const P = (x: number, y: number): object => ({ x, y });
  const boundary_points = [P(0, 0), P(8000, 0), P(8000, 5000), P(0, 5000)];
  const made = async (tool: string, given: object): Promise<object> => {
    const id = await world.make(tool, { level_id, ...given });
    return world.view.element(id)?.params ?? {};
  };
  const line = { start: P(0, 9000), end: P(5000, 9000) };
  const wall = { ...line, top_level_id, top_offset: -200, join_type: 'none' };
  expect(await made('create_wall', wall)).toMatchObject({
    top_offset: -200,
    height: 2800,
    join_type: 'none',
  });
  const floor = { boundary_points, top_offset: -50, fire_rating_min: 60 };
  expect(await made('create_floor', floor)).toMatchObject({ top_offset: -50, fire_rating_min: 60 });
  const roof = { boundary_points, roof_type: 'mansard', base_offset: 40 };
  const broken = { upper_slope_deg: 20, break_height: 1500 };
  expect(await made('create_roof', { ...roof, ...broken })).toMatchObject({
    base_offset: 40,
    ...broken,
  });
  const column = { location: P(1000, 1000), profile: '300x300', base_offset: 100 };
  expect(await made('create_column', column)).toMatchObject({ base_offset: 100 });
  const room = { boundary_points, name: 'Low', height: 2400 };
  expect(await made('create_room', room)).toMatchObject({ height: 2400, follows_level: false });
  const half = await world.refusal('create_wall', { level_id, ...line, top_offset: -200 });
  expect(half.message).toContain('without `top_level_id`');
  const hip = { level_id, boundary_points, roof_type: 'hip', ...broken };
  expect((await world.refusal('create_roof', hip)).message).toContain('mansard');
});

it('the height of a ridge is changed under its argument name', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  const boundary_points = [
    [0, 0],
    [8000, 0],
    [8000, 6000],
    [0, 6000],
  ].map(([x, y]) => ({ x, y }));
  const roof = { level_id, boundary_points, roof_type: 'gable', slope: 30 };
  const element_id = await world.make('create_roof', roof);
  const change = { element_id, parameter_name: 'ridge_height', value: 3000 };
  expect(await world.do('modify_parameter', change)).toMatchObject({
    parameter_name: 'slope_deg',
    to: 45,
  });
  const flat = { element_id, parameter_name: 'ridge_height', value: '3 m' };
  expect((await world.refusal('modify_parameter', flat)).message).toContain('a length in mm');
});
