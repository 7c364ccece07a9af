/** @module mistaken-calls: typical wrong calls of language models, each with the call to which the answer leads. */
import { P, type Args, type Ids } from './building.ts';

/** Wrong and correct arguments; `right_tool` if the tool is also wrong. */
export type MistakenCall = {
  readonly what: string;
  readonly tool: string;
  readonly wrong: Args;
  readonly right: Args;
  readonly right_tool?: string;
  /** The warning for a call that is accepted with its intended meaning. */
  readonly warning?: RegExp;
};

/** An outline next to the building, mm. */
const RING = [P(10_000, 0), P(16_000, 0), P(16_000, 4000), P(10_000, 4000)];
/** The first side of that outline. */
const LINE = { start: P(10_000, 0), end: P(16_000, 0) };

/** All mistaken calls, by mistake. */
export function mistakenCalls(ids: Ids): Readonly<Record<string, readonly MistakenCall[]>> {
  return {
    'one wrong argument name': [...ofElements(ids), ...ofChanges(ids), ...ofShared(ids)],
    'an unknown tool': unknownTools(ids),
    'a call with a warning': warned(ids),
    'an outline in another form': outlines(ids),
  };
}

function row(tool: string, what: string, wrong: Args, right: Args): MistakenCall {
  return { tool, what, wrong, right };
}

function ofElements({ ground, first, south, ...ids }: Ids): readonly MistakenCall[] {
  const on = { level_id: ground };
  const wall = { ...on, ...LINE };
  const stair = { top_level_id: first, start: P(1000, 1000), direction_deg: 0, width: 1200 };
  const { direction_deg: _direction, ...undirected } = stair;
  const [slope_deg, gable] = [{ slope_deg: 45 }, { gable: true }];
  const roof = { level_id: first, boundary_points: RING };
  return [
    row('create_wall', 'heigth', { ...wall, heigth: 2800 }, { ...wall, height: 2800 }),
    row('create_wall', 'levelId', { levelId: ground, ...LINE }, wall),
    row(
      'create_wall',
      'top_level',
      { ...wall, top_level: first },
      { ...wall, top_level_id: first },
    ),
    row('create_floor', 'outline', { ...on, outline: RING }, { ...on, boundary_points: RING }),
    row(
      'create_column',
      'position',
      { ...on, position: P(12_000, 0), profile: '300x300' },
      { ...on, location: P(12_000, 0), profile: '300x300' },
    ),
    row(
      'place_window',
      'sill',
      { wall_id: ids.west, offset: 1000, sill: 900 },
      { wall_id: ids.west, offset: 1000, sill_height: 900 },
    ),
    row(
      'place_door',
      'host_id',
      { host_id: south, offset: 3000 },
      { wall_id: south, offset: 3000 },
    ),
    row(
      'create_stair',
      'direction',
      { ...undirected, base_level_id: ground, direction: 90 },
      { ...undirected, base_level_id: ground, direction_deg: 90 },
    ),
    row(
      'create_stair',
      'level_id',
      { ...stair, level_id: ground },
      { ...stair, base_level_id: ground },
    ),
    row(
      'create_roof',
      'slope of a side',
      { ...roof, edges: [{ slope: 45 }, gable, slope_deg, gable] },
      { ...roof, edges: [slope_deg, gable, slope_deg, gable] },
    ),
  ];
}

function ofChanges({ west, column }: Ids): readonly MistakenCall[] {
  const split = { operation: 'split', distance: 2000 };
  const turn = { element_ids: [column], operation: 'rotate', about: P(3000, 2000) };
  return [
    row('edit_walls', 'element_id', { ...split, element_id: west }, { ...split, wall_id: west }),
    row('transform_elements', 'angle', { ...turn, angle: 90 }, { ...turn, angle_deg: 90 }),
    row(
      'rotate_element',
      'angle',
      { element_id: column, angle: 90 },
      { element_id: column, angle_deg: 90 },
    ),
  ];
}

function ofShared({ south }: Ids): readonly MistakenCall[] {
  const brick = { material: 'brick', thickness: 115 };
  const type = { name: 'W1', for: 'wall', layers: [brick] };
  const { for: _for, ...kindless } = type;
  const properties = { element_ids: [south], properties: { Reference: 'A1' } };
  const set = 'Pset_WallCommon';
  return [
    row('create_type', 'kind', { ...kindless, kind: 'wall' }, type),
    row(
      'create_type',
      'width of a layer',
      { ...type, layers: [{ material: 'brick', width: 115 }] },
      type,
    ),
    row(
      'create_material',
      'color',
      { name: 'brick', color: '#aa5533' },
      { name: 'brick', colour: '#aa5533' },
    ),
    row('set_properties', 'pset', { ...properties, pset: set }, { ...properties, set }),
    row('set_site', 'true_north', { true_north: 20 }, { true_north_deg: 20 }),
    row('set_site', 'boundary_points', { boundary_points: RING }, { boundary: RING }),
  ];
}

function unknownTools({ ground, west }: Ids): readonly MistakenCall[] {
  const wall = { level_id: ground, ...LINE };
  const split = { operation: 'split', wall_id: west, distance: 2000 };
  return [
    { ...row('add_wall', 'another verb', wall, wall), right_tool: 'create_wall' },
    { ...row('split_wall', 'an operation as a tool', split, split), right_tool: 'edit_walls' },
  ];
}

function warned({ ground, first, door }: Ids): readonly MistakenCall[] {
  const roof = { level_id: first, boundary_points: RING, slope: 35 };
  const across = (y: number): Args => ({ element_id: door, delta: { x: 500, y, z: 0 } });
  const between = (low: number, high: number): Args => ({
    level_id: ground,
    start: P(3000, low),
    end: P(3000, high),
  });
  const stair = {
    base_level_id: ground,
    top_level_id: first,
    start: P(1000, 1000),
    width: 1200,
  };
  return [
    {
      ...row('move_element', 'a door along and across its wall', across(500), across(0)),
      warning: /500 mm across it are ignored; modify_parameter host_id/u,
    },
    {
      ...row('create_roof', 'a slope without a roof type', roof, { ...roof, roof_type: 'gable' }),
      warning: /pass `roof_type` or `edges` for another form/u,
    },
    row(
      'create_stair',
      'radians',
      { ...stair, direction_deg: 1.5708 },
      { ...stair, direction_deg: 90 },
    ),
    row('create_wall', 'ends a thickness short', between(200, 3800), between(0, 4000)),
    row('create_wall', 'ends half a thickness short', between(100, 3900), between(0, 4000)),
  ];
}

function outlines({ ground }: Ids): readonly MistakenCall[] {
  const floor = (boundary_points: readonly object[]): Args => ({
    level_id: ground,
    boundary_points,
  });
  return [
    row('create_floor', 'closed by its first point', floor([...RING, P(10_000, 0)]), floor(RING)),
    row('create_floor', 'clockwise', floor(RING.toReversed()), floor(RING)),
  ];
}
