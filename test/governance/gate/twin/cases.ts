/** @module cases: arguments for every tool of geometry and spatial: visible elements, elements hidden in one twin, missing ones. */
import type { OwnersRuns } from './annex.ts';
import type { Label } from './twins.ts';

type Args = Readonly<Record<string, unknown>>;

/** The sources of arguments: visible elements of the twin that is called, and hidden elements of the first one. */
export type Targets = {
  readonly ids: Readonly<Record<Label, string>>;
  readonly seen_event: string;
  /** Ids of elements that are hidden in one twin and do not exist in the other. */
  readonly level: string;
  readonly wall: string;
  readonly door: string;
  readonly column: string;
  readonly floor: string;
  readonly event: string;
  readonly branch: string;
  /** Runs of the owner, in the twin that is called. */
  readonly runs: OwnersRuns;
  /** Runs of the first twin, which do not exist in the other. */
  readonly guessed: OwnersRuns;
};

const P = (x: number, y: number): object => ({ x, y });
const V = (x: number, y: number, z: number): object => ({ x, y, z });
const LINE = { start: P(1000, 1000), end: P(4000, 1000) };
/** Through the place of elements that are hidden in the first twin. */
const THROUGH = { start: P(39_000, -1000), end: P(46_000, 1000) };
const RING = [P(20_000, 20_000), P(24_000, 20_000), P(24_000, 24_000)];
const AROUND = [P(39_000, -5000), P(55_000, -5000), P(55_000, 5000), P(39_000, 5000)];

/** Values for an id argument: hidden, nearly hidden, guessed. */
const guesses = (id: string): readonly string[] => [id, id.slice(0, -1), `${id}x`];
const withEach = (name: string, ids: readonly string[], args: object): readonly Args[] =>
  ids.map((id) => Object.assign({ [name]: id }, args));
const onLevels = (t: Targets, args: object): readonly Args[] =>
  withEach('level_id', [t.ids.ground, '@Ground', '@Vault', ...guesses(t.level)], args);
const onElements = (t: Targets, args: object): readonly Args[] =>
  withEach('element_id', [...seenIds(t), t.wall, '@Vault', ...guesses(t.column), t.level], args);
const seenIds = ({ ids }: Targets): readonly string[] => [
  ids.ground,
  ids.south,
  ids.door,
  ids.column,
  ids.room,
  ids.solid,
  ids.grouped,
];
const onHosts = (t: Targets, name: string, args: object): readonly Args[] =>
  withEach(name, [t.ids.south, t.ids.floor, ...guesses(t.wall)], args);

/** The cases of one tool. */
export type Cases = (t: Targets) => readonly Args[];

const DELTA = { delta: { x: 100, y: 0, z: 0 } };

/** Cases by tool. A tool of the servers without cases fails the test. */
/** Fields that follow from other elements, of which some are hidden. */
const RELATED = [
  {
    categories: ['Rooms'],
    fields: [
      'windows',
      'window_count',
      'glazed_area_mm2',
      'daylight_ratio',
      'doors',
      'door_widths',
      'stairs',
      'exit_distance_mm',
      'wall_fire_ratings',
      'least_wall_fire_rating_min',
    ],
  },
  { categories: ['Doors', 'Windows'], fields: ['rooms', 'room_ids', 'from_room', 'stairs'] },
];

export const CASES: Readonly<Record<string, Cases>> = {
  create_level: () => [
    { name: 'Roof', elevation: 6000 },
    { name: 'ground', elevation: 0 },
    { name: 'High', elevation: 20_000 },
  ],
  create_wall: (t) => [...onLevels(t, LINE), ...onLevels(t, THROUGH)],
  create_floor: (t) => [
    ...onLevels(t, { boundary_points: RING }),
    { level_id: t.ids.ground, boundary_points: AROUND },
  ],
  create_roof: (t) => onLevels(t, { boundary_points: AROUND }),
  create_column: (t) => [
    ...onLevels(t, { location: P(50_000, 0), profile: '300x300' }),
    { level_id: t.ids.ground, location: P(9000, 5000), profile: 'x', top_level_id: t.level },
    { level_id: t.ids.ground, location: P(9000, 5000), profile: '200x200', top_level_id: t.level },
  ],
  create_beam: (t) => onLevels(t, { ...LINE, profile: '200x400' }),
  create_stair: (t) =>
    [t.ids.first, ...guesses(t.level)].map((top_level_id) => ({
      base_level_id: t.ids.ground,
      top_level_id,
      start: P(1000, 1000),
      direction_deg: 0,
      width: 1000,
    })),
  create_room: (t) => [
    ...onLevels(t, { point: P(5000, 3000) }),
    ...onLevels(t, { point: P(42_000, 100) }),
    { level_id: t.ids.ground, boundary_points: AROUND },
  ],
  create_opening: (t) => [
    ...onHosts(t, 'host_id', { offset: 4000, width: 500, height: 500 }),
    { host_id: t.ids.floor, location: P(5000, 3000), width: 500, height: 500 },
  ],
  place_door: (t) => onHosts(t, 'wall_id', { offset: 4000, anchor: 'end' }),
  place_window: (t) => onHosts(t, 'wall_id', { offset: 900 }),
  boolean_operation: (t) =>
    [t.ids.other, t.ids.beam, ...guesses(t.column), t.level].map((element_b) => ({
      element_a: t.ids.column,
      element_b,
      operation: 'union',
    })),
  join_elements: (t) =>
    [t.ids.east, t.ids.north, ...guesses(t.wall)].map((other) => ({
      element_ids: [t.ids.south, other],
      join_type: 'butt',
    })),
  edit_walls: (t) => [
    ...[t.ids.south, ...guesses(t.wall)].flatMap((wall_id) => [
      { operation: 'split', wall_id, distance: 700 },
      { operation: 'offset', wall_id, distance: 1500 },
      { operation: 'move_end', wall_id, end: 'end', to: { x: 9000, y: 300 } },
    ]),
    ...[t.ids.east, ...guesses(t.wall)].flatMap((to_wall_id) => [
      { operation: 'trim', wall_id: t.ids.south, to_wall_id },
      { operation: 'extend', wall_id: t.ids.south, to_wall_id },
    ]),
  ],
  modify_parameter: (t) => [
    ...onElements(t, { parameter_name: 'name', value: 'Cellar' }),
    ...onElements(t, { parameter_name: 'height', value: 2500 }),
    ...onElements(t, { parameter_name: 'level_id', value: t.level }),
    ...onElements(t, { parameter_name: 'level_id', value: t.ids.ground }),
    ...onElements(t, { parameter_name: 'host_id', value: t.wall }),
    ...onElements(t, { parameter_name: 'host_id', value: t.ids.south }),
    ...onElements(t, { parameter_name: 'top_level_id', value: t.level }),
    ...onElements(t, { parameter_name: 'nothing', value: 1 }),
    ...withEach('element_id', [t.ids.south, t.ids.room, t.ids.column], {
      parameter_name: 'name',
      value: 'Attic',
      check: ['ids:client.ids'],
    }),
  ],
  move_element: (t) => [
    ...onElements(t, DELTA),
    ...onElements(t, { delta: { x: 0, y: 0, z: 0 } }),
    ...onElements(t, { delta: { x: 0, y: 0, z: 20_000 } }),
    ...onElements(t, { delta: { x: 40_000, y: 0, z: 0 } }),
  ],
  copy_element: (t) => [
    ...onElements(t, { delta: { x: 0, y: 12_000, z: 0 } }),
    ...[t.ids.first, ...guesses(t.level)].map((to_level_id) => ({
      element_id: t.ids.south,
      to_level_id,
    })),
  ],
  rotate_element: (t) => onElements(t, { angle_deg: 30 }),
  transform_elements: (t) => [
    ...[...seenIds(t), t.wall, '@Vault', ...guesses(t.column), t.level].flatMap((id) => [
      { element_ids: [id], operation: 'move', delta: { x: 100, y: 0 } },
      { element_ids: [id], operation: 'mirror', from: P(0, 0), to: P(1, 0), copy: true },
    ]),
    ...[t.ids.ground, '@Ground', '@Vault', ...guesses(t.level)].flatMap((level_id) => [
      { filter: { level_id }, operation: 'mirror', from: P(20_000, 0), to: P(20_000, 1) },
      { filter: { level_id }, operation: 'move', delta: { x: 35_000, y: 0 } },
      {
        filter: { level_id, names: ['room'], categories: ['Rooms'] },
        operation: 'to_levels',
        to_level_ids: [t.ids.first],
      },
      { element_ids: [t.ids.column], operation: 'to_levels', to_level_ids: [level_id] },
    ]),
    { filter: {}, operation: 'rotate', about: P(0, 0), angle_deg: 90, joined: false },
    { filter: { names: ['Vault'] }, operation: 'move', delta: { x: 1, y: 0 } },
    // One new element per kind: answers list the elements of a kind by their random ids.
    { element_ids: [t.ids.south], operation: 'array', delta: { x: 0, y: 9000 }, count: 2 },
    { element_ids: [t.ids.east], operation: 'move', delta: { x: 500, y: 0 } },
    { element_ids: [t.ids.east], operation: 'move', delta: { x: 39_000, y: 0 } },
  ],
  delete_elements: (t) => [
    ...[...seenIds(t), ...guesses(t.wall), t.level].map((id) => ({ element_ids: [id] })),
    { element_ids: [t.ids.beam, t.wall] },
  ],
  apply_changes: (t) => [
    {
      operations: [
        { tool: 'create_wall', arguments: { level_id: t.ids.ground, ...LINE }, as: 'w' },
        { tool: 'place_door', arguments: { wall_id: t.wall, offset: 0 } },
      ],
    },
    {
      operations: [
        { tool: 'create_wall', arguments: { level_id: t.level, ...LINE }, as: 'w' },
        { tool: 'move_element', arguments: { element_id: '$w', ...DELTA } },
      ],
    },
    {
      operations: [
        { tool: 'create_wall', arguments: { level_id: t.ids.ground, ...LINE }, as: 'w' },
        { tool: 'place_window', arguments: { wall_id: '$w', offset: 100 } },
      ],
    },
  ],
  create_branch: (t) => [
    { name: 'design/b' },
    { name: 'DESIGN/A' },
    { name: 'design/c', from: 'design/a' },
    { name: 'design/c', from: t.branch },
    { name: 'design/c', from: 'secret/none' },
  ],
  merge_branch: (t) => [
    { source: 'design/a' },
    { source: 'main', target: 'design/a' },
    { source: t.branch },
    { source: 'secret/none', target: t.branch },
  ],
  undo: (t) => [{ event_id: t.seen_event }, { event_id: t.event }, { event_id: 'none' }],
  run_script: (t) => [
    { script: 'level "S" elevation 6.0' },
    { script: 'level "Ground" elevation 6.0' },
    { script: `door in ${t.wall} at 1` },
    { script: 'wall (0, 0) to (1, 0) on @Vault' },
  ],
  create_ramp: (t) => onLevels(t, { ...LINE, width: 1000, rise: 300 }),
  create_railing: (t) => onLevels(t, { path: [P(1000, 1000), P(2000, 1000)] }),
  create_furniture: (t) => onLevels(t, { furniture_type: 'bed', location: P(1000, 1000) }),
  create_grid: (t) => onLevels(t, { ...THROUGH, name: 'A' }),
  create_separation: (t) => onLevels(t, THROUGH),
  set_properties: (t) =>
    [t.ids.south, t.ids.door, t.ids.ground, '@Vault', ...guesses(t.column)].flatMap((id) => [
      { element_ids: [id], set: 'Pset_WallCommon', properties: { ThermalTransmittance: 0.2 } },
      { element_ids: [id], set: 'Own', properties: { Colour: 'red' } },
    ]),
  set_site: () => [{ true_north_deg: 10 }, { boundary: AROUND }],
  create_group: (t) => [
    ...[...seenIds(t), t.wall, '@Vault', '@Pair', ...guesses(t.column), t.level].flatMap((id) => [
      { name: 'Own', element_ids: [id] },
      { name: 'Pair', element_ids: [id], placements: [{ move: P(500, 0) }] },
      { group_id: id, release: 2 },
    ]),
    ...['@Vault', ...guesses(t.level)].map((level_id) => {
      return { name: 'Own', element_ids: [t.ids.column], placements: [{ level_id }] };
    }),
  ],
  create_material: () => [
    { name: 'concrete', colour: '#b0b0b0' },
    { name: 'Vault', colour: '#b0b0b0' },
  ],
  create_type: () => [
    { name: 'W1', for: 'wall', layers: [{ material: 'concrete', thickness: 200 }] },
    { name: 'Vault', for: 'door', width: 900 },
  ],
  restore: () => [{ to_seq: 1 }, { to_seq: 12 }, { to_seq: 1_000_000 }],
  discard_branch: (t) => [{ name: 'design/a' }, { name: t.branch }, { name: 'secret/none' }],
  bounding_analysis: (t) => onElements(t, {}),
  spatial_query: () => [
    { bounds: { min: V(-1000, -1000, -1000), max: V(30_000, 30_000, 9000) } },
    { bounds: { min: V(-100_000, -100_000, -9000), max: V(100_000, 100_000, 90_000) } },
    { bounds: { min: V(38_000, -2000, 0), max: V(47_000, 2000, 3000) }, fields: ['bounds'] },
  ],
  room_analysis: (t) => withEach('room_id', [t.ids.room, t.ids.south, ...guesses(t.wall)], {}),
  adjacency_matrix: (t) => onLevels(t, {}),
  circulation_check: (t) =>
    onLevels(t, { start: P(1000, 1000), end: P(4000, 2500) }).concat(
      onLevels(t, { start: P(2000, 2000), end: P(43_000, 100), clear_width: 1 }),
      onLevels(t, { start: P(500, 500), end: P(9000, 500), clear_width: 300 }),
    ),
  path_finding: (t) =>
    withEach('from_room', [t.ids.room, t.ids.column, ...guesses(t.wall)], { to_room: t.ids.room }),
  measure: (t) =>
    [t.ids.south, t.ids.door, t.ids.room, t.ids.ground, ...guesses(t.column)].map((element_id) => ({
      from: { element_id },
      to: V(43_000, 0, 1000),
    })),
  raycast: () => [
    { origin: V(-2000, 1000, 1000), direction: V(1, 0, 0), limit: 50 },
    { origin: V(40_000, -5000, 1000), direction: V(0, 1, 0), limit: 50 },
    { origin: V(2000, 2000, 1000), direction: V(1, -0.02, 0), limit: 50 },
    { origin: V(2000, 2000, 1000), direction: V(0, 0, 1), limit: 50 },
  ],
  diff_branches: (t) => [
    { source: 'main', target: 'design/a' },
    { source: t.branch, target: 'main' },
    { source: 'secret/none', target: 'main' },
  ],
  get_element: (t) => onElements(t, { include: ['measures', 'bounds', 'outline', 'hosted'] }),
  get_history: (t) => [
    {},
    { limit: 3 },
    ...[...seenIds(t), ...guesses(t.wall)].map((element_id) => ({ element_id })),
  ],
  get_model_summary: () => [{}],
  level_elements: (t) => [...onLevels(t, {}), ...onLevels(t, { limit: 2 })],
  query_elements: (t) => [
    { filter: {} },
    { filter: {}, limit: 2 },
    {
      filter: {},
      fields: ['version', 'level_id', 'host_id', 'source_ids', 'bounds', 'volume_mm3'],
    },
    { filter: { categories: ['Levels', 'Walls', 'Columns', 'Doors'] } },
    ...[t.ids.ground, t.level].map((level_id) => ({ filter: { level_id } })),
    ...[t.ids.south, t.wall].map((host_id) => ({ filter: { host_id } })),
    ...[t.ids.south, t.wall].map((value) => ({ filter: { where: [{ field: 'host_id', value }] } })),
    // Every agent gets these: the cases are sampled by thirds.
    ...RELATED.flatMap(({ categories, fields }) =>
      Array.from({ length: 3 }, () => ({ filter: { categories }, fields })),
    ),
    { filter: { where: [{ field: 'version', op: 'gt', value: 3 }] } },
    { filter: { where: [{ field: 'level_id', op: 'ne', value: t.ids.ground }] } },
  ],
  relationship_query: (t) => [
    ...onElements(t, {}),
    ...onElements(t, { relationship_type: 'level' }),
    ...onElements(t, { relationship_type: 'deleted_with' }),
  ],
  get_operation: (t) => [
    { operation_id: t.seen_event },
    { operation_id: t.event },
    { operation_id: 'none' },
    { approval_id: 'apr_none' },
  ],
  preview_operation: (t) => [
    { tool: 'create_wall', arguments: { level_id: t.level, ...LINE } },
    { tool: 'move_element', arguments: { element_id: t.wall, ...DELTA } },
    { tool: 'move_element', arguments: { element_id: t.ids.west, ...DELTA } },
    { tool: 'create_wall', arguments: { level_id: t.ids.ground, ...THROUGH } },
  ],
};
