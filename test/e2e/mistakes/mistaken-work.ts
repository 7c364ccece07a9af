/** @module mistaken work: edits, transforms, stairs, roofs, types, curtain walls, tops and the site. */
import { P, type Args, type Ids } from './building.ts';
import { LINE, RING, row, type Table, usualCalls } from './mistake.ts';

/** By class. */
export function mistakenWork(ids: Ids): Table {
  return { ...edits(ids), ...transforms(ids), ...members(ids), ...shared(ids) };
}

function edits({ south, west, door, column }: Ids): Table {
  const split = { operation: 'split', wall_id: west, distance: 2000 };
  const end = { operation: 'move_end', wall_id: west, end: 'end', to: P(0, 500) };
  const offset = { operation: 'offset', wall_id: south, distance: 1000 };
  return {
    'edits of walls': [
      row('edit_walls', 'a word that nearly is', { ...split, operation: 'splitt' }, split),
      row(
        'edit_walls',
        'element_id',
        { operation: 'split', element_id: west, distance: 2000 },
        split,
      ),
      row('edit_walls', 'metres', { ...split, distance: 2 }, split),
      row('edit_walls', 'text for a number', { ...split, distance: '2000' }, split),
      row('edit_walls', 'metres of an offset', { ...offset, distance: 1 }, offset),
      row('edit_walls', 'a door for its wall', { ...offset, wall_id: door }, offset),
      row('edit_walls', 'a name', { ...split, wall_id: 'West' }, { ...split, wall_id: '@West' }),
      row('edit_walls', 'a list for a point', { ...end, to: [0, 500] }, end),
      row('edit_walls', 'which end', { ...end, end: 'End' }, end),
      row(
        'edit_walls',
        'how far and where to',
        { operation: 'move-end', wall_id: west, end: 'end', to: P(0, 500) },
        end,
      ),
      { ...row('split_wall', 'a tool', split, split), meant_tool: 'edit_walls' },
    ],
    'a column for a wall': [
      row(
        'move_element',
        'a list',
        { element_id: [column], delta: P(500, 0) },
        { element_id: column, delta: P(500, 0) },
      ),
    ],
  };
}

function transforms({ first, column, slab }: Ids): Table {
  const move = { element_ids: [column], operation: 'move', delta: P(500, 0) };
  const turn = { element_ids: [column], operation: 'rotate', angle_deg: 90, about: P(3000, 2000) };
  const array = { element_ids: [column], operation: 'array', delta: P(600, 0), count: 3 };
  const storeys = {
    filter: { categories: ['Columns'] },
    operation: 'to_levels',
    to_level_ids: [first],
  };
  return {
    'transforms of many': [
      row('transform_elements', 'one id', { ...move, element_ids: column }, move),
      row(
        'transform_elements',
        'element_id',
        { element_id: column, operation: 'move', delta: P(500, 0) },
        move,
      ),
      row('transform_elements', 'a list for a displacement', { ...move, delta: [500, 0] }, move),
      row('transform_elements', 'a word that nearly is', { ...turn, operation: 'rotation' }, turn),
      row(
        'transform_elements',
        'angle',
        { element_ids: [column], operation: 'rotate', angle: 90, about: P(3000, 2000) },
        turn,
      ),
      row('transform_elements', 'an angle as text', { ...turn, angle_deg: '90deg' }, turn),
      row('transform_elements', 'a list for a point', { ...turn, about: [3000, 2000] }, turn),
      row('transform_elements', 'a count as text', { ...array, count: '3' }, array),
      row('transform_elements', 'copies', { ...move, copy: 'true' }, { ...move, copy: true }),
      row('transform_elements', 'one level', { ...storeys, to_level_ids: first }, storeys),
      row(
        'transform_elements',
        'one category',
        { ...storeys, filter: { categories: 'Columns' } },
        storeys,
      ),
      row(
        'transform_elements',
        'a level by name',
        { ...storeys, to_level_ids: ['First'] },
        { ...storeys, to_level_ids: ['@First'] },
      ),
      row(
        'transform_elements',
        'an id with a slip',
        { ...move, element_ids: [column.slice(0, -1)] },
        move,
      ),
    ],
    'turns of one': [
      row(
        'rotate_element',
        'angle',
        { element_id: column, angle: 90 },
        { element_id: column, angle_deg: 90 },
      ),
      row(
        'rotate_element',
        'with a sign for degrees',
        { element_id: column, angle_deg: '45°' },
        { element_id: column, angle_deg: 45 },
      ),
      row(
        'copy_element',
        'a name',
        { element_id: 'Slab', delta: P(0, 9000) },
        { element_id: '@Slab', delta: P(0, 9000) },
      ),
      row(
        'copy_element',
        'a list',
        { element_id: slab, delta: [0, 9000, 0] },
        { element_id: slab, delta: { x: 0, y: 9000, z: 0 } },
      ),
    ],
  };
}

function members(ids: Ids): Table {
  const stair = {
    base_level_id: ids.ground,
    top_level_id: ids.first,
    start: P(1000, 1000),
    direction_deg: 0,
    width: 1200,
  };
  const bent = { ...stair, shape: 'l', turn: 'left' };
  const roof = { level_id: ids.first, boundary_points: RING };
  const sides = [{ slope_deg: 45 }, { gable: true }, { slope_deg: 45 }, { gable: true }];
  return {
    stairs: [
      row(
        'create_stair',
        'a shape in capitals',
        { ...stair, shape: 'U' },
        { ...stair, shape: 'u' },
      ),
      row('create_stair', 'a shape in words', { ...bent, shape: 'l_shaped' }, bent),
      row('create_stair', 'a turn that nearly is', { ...bent, turn: 'Left' }, bent),
      row('create_stair', 'a truth', { ...bent, cut_floor: 'no' }, { ...bent, cut_floor: false }),
      row(
        'create_stair',
        'a name of a level',
        { ...bent, base_level_id: 'Ground' },
        { ...bent, base_level_id: '@Ground' },
      ),
      row(
        'create_stair',
        'direction',
        {
          base_level_id: ids.ground,
          top_level_id: ids.first,
          start: P(1000, 1000),
          direction: 90,
          width: 1200,
        },
        { ...stair, direction_deg: 90 },
      ),
      row(
        'create_stair',
        'radians',
        { ...stair, direction_deg: 1.5708 },
        { ...stair, direction_deg: 90 },
      ),
      row(
        'create_stair',
        'level_id',
        {
          level_id: ids.ground,
          top_level_id: ids.first,
          start: P(1000, 1000),
          direction_deg: 0,
          width: 1200,
        },
        stair,
      ),
      row(
        'create_stair',
        'a landing in metres',
        { ...bent, landing: 1.3 },
        { ...bent, landing: 1300 },
      ),
    ],
    'roofs by their sides': [
      row(
        'create_roof',
        'text',
        { ...roof, edges: JSON.stringify(sides) },
        { ...roof, edges: sides },
      ),
      row(
        'create_roof',
        'slope of a side',
        { ...roof, edges: [{ slope: 45 }, ...sides.slice(1)] },
        { ...roof, edges: sides },
      ),
      row(
        'create_roof',
        'a truth of a side',
        { ...roof, edges: [sides[0], { gable: 'true' }, ...sides.slice(2)] },
        { ...roof, edges: sides },
      ),
      row(
        'create_roof',
        'with a form, too',
        { ...roof, edges: sides, roof_type: 'gable' },
        { ...roof, edges: sides },
      ),
      row(
        'create_roof',
        'pitch',
        { ...roof, roof_type: 'hip', pitch: 35 },
        { ...roof, roof_type: 'hip', slope: 35 },
      ),
      row(
        'create_roof',
        'slope and ridge',
        { ...roof, roof_type: 'gable', slope: 45, ridge_height: 2000 },
        { ...roof, roof_type: 'gable', slope: 45 },
      ),
    ],
  };
}

function shared(ids: Ids): Table {
  const { on, wall } = usualCalls(ids);
  const layers = [{ material: 'brick', thickness: 115 }];
  const type = { name: 'W1', for: 'wall', layers };
  const panels = { panel_width: 1500, panel_height: 1500 };
  const curtain: Args = { ...wall, wall_type: 'curtain', curtain: panels };
  const properties = { Reference: 'A1' };
  const mine = { element_ids: [ids.south], set: 'Pset_WallCommon', properties };
  return {
    'types and materials': [
      row('create_type', 'kind', { name: 'W1', kind: 'wall', layers }, type),
      row('create_type', 'a plural', { ...type, for: 'walls' }, type),
      row('create_type', 'text', { ...type, layers: JSON.stringify(layers) }, type),
      row(
        'create_type',
        'a width of a layer',
        { ...type, layers: [{ material: 'brick', width: 115 }] },
        type,
      ),
      row(
        'create_type',
        'metres',
        { ...type, layers: [{ material: 'brick', thickness: 0.115 }] },
        type,
      ),
      row(
        'create_material',
        'color',
        { name: 'brick', color: '#aa5533' },
        { name: 'brick', colour: '#aa5533' },
      ),
      row(
        'create_material',
        'no number sign',
        { name: 'brick', colour: 'aa5533' },
        { name: 'brick', colour: '#aa5533' },
      ),
    ],
    'properties and the site': [
      row('set_properties', 'one id', { ...mine, element_ids: ids.south }, mine),
      row(
        'set_properties',
        'pset',
        { element_ids: [ids.south], pset: 'Pset_WallCommon', properties },
        mine,
      ),
      row('set_properties', 'text', { ...mine, properties: JSON.stringify(properties) }, mine),
      row('set_site', 'north', { true_north: 20 }, { true_north_deg: 20 }),
      row(
        'set_site',
        'points as lists',
        { boundary: RING.map(({ x, y }) => [x, y]) },
        { boundary: RING },
      ),
      row('set_site', 'an outline', { boundary_points: RING }, { boundary: RING }),
    ],
    'curtain walls, tops and lines': [
      row('create_wall', 'curtain text', { ...curtain, curtain: JSON.stringify(panels) }, curtain),
      row(
        'create_wall',
        'names of the grid',
        { ...wall, wall_type: 'curtain', curtain: { panelWidth: 1500, panel_hight: 1500 } },
        curtain,
      ),
      row('create_wall', 'curtain_wall', { ...curtain, wall_type: 'curtain_wall' }, curtain),
      row(
        'create_wall',
        'a line in other spelling',
        { ...wall, location_line: 'center' },
        { ...wall, location_line: 'centre' },
      ),
      row(
        'create_wall',
        'a line in capitals',
        { ...wall, location_line: 'Core' },
        { ...wall, location_line: 'core' },
      ),
      row(
        'create_wall',
        'a top by name',
        { ...wall, top_level_id: 'First' },
        { ...wall, top_level_id: '@First' },
      ),
      row(
        'create_wall',
        'top_level',
        { ...wall, top_level: ids.first },
        { ...wall, top_level_id: ids.first },
      ),
      row(
        'create_wall',
        'under a floor by name',
        { ...wall, top_under: 'Slab' },
        { ...wall, top_under: '@Slab' },
      ),
      row(
        'create_wall',
        'an arc by a list',
        { ...on, ...LINE, via: [13_000, 1000] },
        { ...wall, via: P(13_000, 1000) },
      ),
    ],
  };
}
