/** @module every-tool: one call of each tool, in an order in which later calls use the results of earlier ones. */
import { EXPERIMENT, MPT } from './every-run.ts';
import { ask, commit, type Step } from './step.ts';

const P = (x: number, y: number): object => ({ x, y });
const V = (x: number, y: number, z: number): object => ({ x, y, z });
const PRICES = [
  'id,matches,quantity,unit,value,result_unit,source,edition',
  'W,category = Walls,area_m2,m2,120,EUR,Test,2026',
].join('\n');
const SQUARE = [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)];

const wall = (name: string, start: object, end: object): Step =>
  commit('create_wall', ({ level }) => ({ level_id: level, start, end }), {
    gives: { [name]: 'wall_id' },
  });

const GEOMETRY: readonly Step[] = [
  commit('create_level', () => ({ name: 'Ground', elevation: 0, height: 3000 }), {
    gives: { level: 'level_id' },
  }),
  commit('create_level', () => ({ name: 'Upper', elevation: 3000, height: 3000 }), {
    gives: { upper: 'level_id' },
  }),
  wall('south', P(0, 0), P(6000, 0)),
  wall('east', P(6000, 0), P(6000, 4000)),
  wall('north', P(6000, 4000), P(0, 4000)),
  wall('west', P(0, 4000), P(0, 0)),
  wall('free', P(9000, 0), P(9000, 3000)),
  commit('create_floor', ({ level }) => ({ level_id: level, boundary_points: SQUARE }), {
    gives: { floor: 'floor_id' },
  }),
  commit('create_roof', ({ upper }) => ({ level_id: upper, boundary_points: SQUARE }), {
    gives: { roof: 'roof_id' },
  }),
  commit(
    'create_column',
    ({ level }) => ({ level_id: level, location: P(3000, 100), profile: '300x300', height: 3000 }),
    { gives: { column: 'column_id' } },
  ),
  commit(
    'create_beam',
    ({ level }) => ({ level_id: level, start: P(0, 8000), end: P(4000, 8000), profile: '200x400' }),
    { gives: { beam: 'beam_id' } },
  ),
  commit(
    'create_stair',
    ({ level, upper }) => ({
      base_level_id: level,
      top_level_id: upper,
      start: P(12_000, 0),
      direction_deg: 0,
      width: 1000,
    }),
    { gives: { stair: 'stair_id' } },
  ),
  commit(
    'create_ramp',
    ({ level }) => ({
      level_id: level,
      start: P(12_000, 5000),
      end: P(18_000, 5000),
      width: 1200,
      rise: 300,
    }),
    { gives: { ramp: 'ramp_id' } },
  ),
  commit(
    'create_railing',
    ({ level }) => ({ level_id: level, path: [P(0, 10_000), P(3000, 10_000)] }),
    { gives: { railing: 'railing_id' } },
  ),
  commit(
    'create_furniture',
    ({ level }) => ({ level_id: level, furniture_type: 'chair', location: P(2000, 2000) }),
    { gives: { chair: 'furniture_id' } },
  ),
  commit('create_grid', () => ({ name: 'A', start: P(0, -2000), end: P(0, 8000) }), {
    gives: { grid: 'grid_id' },
  }),
  commit(
    'create_separation',
    ({ level }) => ({ level_id: level, start: P(0, -3000), end: P(4000, -3000) }),
    { gives: { separation: 'separation_id' } },
  ),
  commit('create_room', ({ level }) => ({ level_id: level, point: P(3000, 2000), name: 'Hall' }), {
    gives: { room: 'room_id' },
  }),
  commit(
    'create_opening',
    ({ west }) => ({ host_id: west, offset: 1000, width: 600, height: 600, sill: 1000 }),
    { gives: { opening: 'opening_id' } },
  ),
  commit('place_door', ({ south }) => ({ wall_id: south, offset: 500, width: 900 }), {
    gives: { door: 'door_id' },
  }),
  commit('place_window', ({ north }) => ({ wall_id: north, offset: 1000 }), {
    gives: { window: 'window_id' },
  }),
  commit('modify_parameter', ({ free }) => ({
    element_id: free,
    parameter_name: 'height',
    value: 2500,
  })),
  commit('move_element', ({ free }) => ({ element_id: free, delta: V(500, 0, 0) })),
  commit('copy_element', ({ free }) => ({ element_id: free, delta: V(2000, 0, 0) })),
  commit('transform_elements', ({ free }) => ({
    element_ids: [free],
    operation: 'move',
    delta: V(0, 100, 0),
  })),
  commit('rotate_element', ({ free }) => ({ element_id: free, angle_deg: 5 })),
  commit('edit_walls', ({ free }) => ({
    operation: 'move_end',
    wall_id: free,
    end: 'end',
    to: P(9500, 3500),
  })),
  commit('join_elements', ({ south, east }) => ({ element_ids: [south, east] }), {
    refused: 'NO_EFFECT',
  }),
  // It deletes its sources, which a person must approve.
  commit(
    'boolean_operation',
    ({ beam, column }) => ({ element_a: beam, element_b: column, operation: 'union' }),
    { refused: 'APPROVAL_PENDING' },
  ),
  commit('set_properties', ({ south }) => ({
    element_ids: [south],
    set: 'Own',
    properties: { Note: 'x' },
  })),
  commit('create_material', () => ({ name: 'Brick', colour: '#aa4433' })),
  commit('create_type', () => ({
    name: 'Brick wall',
    for: 'wall',
    layers: [{ material: 'Brick', thickness: 200, function: 'structure' }],
  })),
  commit('create_group', ({ chair }) => ({ name: 'Seats', element_ids: [chair] })),
  commit('set_site', () => ({ name: 'Plot 7' })),
  commit('apply_changes', ({ level }) => ({
    operations: [
      {
        tool: 'create_wall',
        as: 'one',
        arguments: { level_id: level, start: P(20_000, 0), end: P(22_000, 0) },
      },
    ],
  })),
  commit('run_script', () => ({ script: 'level "Top" at 6' })),
  commit('create_branch', () => ({ name: 'design/a' })),
  commit('create_branch', () => ({ name: 'design/b' })),
  commit('discard_branch', () => ({ name: 'design/b' }), { refused: 'APPROVAL_PENDING' }),
];

const SPATIAL: readonly Step[] = [
  ask('get_model_summary', () => ({}), 'element_count', 'levels'),
  ask('get_element', ({ south }) => ({ element_id: south }), 'element_id'),
  ask('level_elements', ({ level }) => ({ level_id: level }), 'elements'),
  ask('query_elements', () => ({ filter: { categories: ['Walls'] } }), 'elements'),
  {
    ...ask(
      'query_elements',
      () => ({ filter: { categories: ['Walls'] }, limit: 2 }),
      'next_cursor',
    ),
    gives: { next: 'next_cursor' },
  },
  ask(
    'query_elements',
    ({ next }) => ({ filter: { categories: ['Walls'] }, limit: 2, cursor: next }),
    'elements.0.element_id',
  ),
  ask('relationship_query', ({ south }) => ({ element_id: south })),
  ask('bounding_analysis', ({ south }) => ({ element_id: south })),
  ask('spatial_query', () => ({ bounds: { min: V(0, 0, 0), max: V(9000, 9000, 3000) } })),
  ask('room_analysis', ({ room }) => ({ room_id: room })),
  ask('adjacency_matrix', ({ level }) => ({ level_id: level })),
  ask('circulation_check', ({ level }) => ({
    level_id: level,
    start: P(1000, 1000),
    end: P(5000, 3000),
  })),
  ask('path_finding', ({ room }) => ({ from_room: room, to_room: room })),
  ask('measure', () => ({ from: V(0, 0, 0), to: V(3000, 4000, 0) })),
  ask('raycast', () => ({ origin: V(3000, 2000, 1500), direction: V(0, -1, 0) })),
  ask('get_history', () => ({ limit: 5 }), 'events'),
  ask('diff_branches', () => ({ source: 'design/a', target: 'main' })),
];

const DOCUMENTATION: readonly Step[] = [
  commit('create_plan', ({ level }) => ({ level_id: level }), { gives: { plan: 'view_id' } }),
  commit('create_section', () => ({
    cut_plane: { origin: V(3000, 2000, 0), normal: { x: 0, y: -1 } },
  })),
  commit('create_elevation', () => ({ direction: 'south' })),
  commit('create_sheet', ({ plan }) => ({ views: [plan] }), { gives: { sheet: 'sheet_id' } }),
  commit('export_drawing', ({ plan }) => ({ view_id: plan, format: 'svg' }), { needs: ['path'] }),
  commit('export_drawing', ({ sheet }) => ({ sheet_id: sheet, format: 'pdf' }), {
    needs: ['path'],
  }),
  ask('render_view', ({ plan }) => ({ view_id: plan }), 'picture'),
  commit('generate_schedule', () => ({ category: 'Walls', format: 'csv' }), {
    needs: ['path'],
    gives: { table: 'artifact' },
  }),
  commit('estimate', () => ({ csv: PRICES }), { needs: ['path'] }),
  ask('quantity_takeoff', () => ({})),
  commit('create_ids', () => ({ name: 'As built', from: { model: {} } }), {
    needs: ['path'],
    gives: { ids: 'path' },
  }),
  commit('export_ifc', () => ({ schema: 'IFC4' }), { needs: ['path'], gives: { ifc: 'path' } }),
  commit('export_gltf', () => ({}), { needs: ['path'] }),
  commit('export_cobie', () => ({}), { needs: ['path', 'sheets'] }),
  ask('lint_drawing', ({ plan }) => ({ view_id: plan })),
  commit('export_bcf', () => ({ issues: [{ title: 'Crack' }] }), {
    needs: ['path'],
    gives: { bcf: 'artifact' },
  }),
  commit('import_bcf', ({ bcf }) => ({ path: bcf })),
  commit('create_topic', ({ south }) => ({ title: 'Paint?', element_ids: [south] }), {
    gives: { topic: 'topic_id' },
  }),
  commit('update_topic', ({ topic }) => ({ topic_id: topic, status: 'Closed' })),
  commit('comment_topic', ({ topic }) => ({ topic_id: topic, text: 'Yes' })),
  ask('list_topics', () => ({}), 'topics'),
];

const VALIDATION: readonly Step[] = [
  {
    ...ask('clash_detection', () => ({}), 'validation_run_id', 'clashes'),
    gives: { clash: 'clashes.0.finding_id' },
  },
  ask(
    'code_compliance',
    () => ({ standard: 'IBC-2021', severity_threshold: 'advisory' }),
    'coverage',
  ),
  ask('accessibility_check', () => ({}), 'validation_run_id'),
  ask('egress_analysis', () => ({}), 'validation_run_id'),
  {
    ...ask('validate_constraints', () => ({}), 'validation_run_id'),
    gives: { run: 'validation_run_id', finding: 'findings.0.finding_id' },
  },
  ask('data_completeness', () => ({ required_params: ['name'] }), 'validation_run_id'),
  ask('fire_rating_check', () => ({}), 'validation_run_id'),
  ask('structural_check', () => ({}), 'validation_run_id'),
  ask('check_ifc', ({ ifc }) => ({ path: ifc, rules: ['structure'] }), 'validation_run_id'),
  ask('audit_ids', ({ ids }) => ({ ids }), 'validation_run_id'),
  ask('check_ids', ({ ids }) => ({ ids }), 'validation_run_id'),
  commit('import_ifc', ({ ifc }) => ({ path: ifc, as: 'design/imported' }), {
    refused: 'APPROVAL_PENDING',
    gives: { import: 'error.data.import_id' },
  }),
  {
    ...ask('get_import', ({ import: id }) => ({ import_id: id })),
    refused: 'OPERATION_NOT_FOUND',
  },
  ask('list_rules', () => ({ standard: 'IBC-2021' }), 'rules'),
  ask('get_validation_run', ({ run }) => ({ validation_run_id: run }), 'findings'),
  ask('render_finding', ({ run, finding }) => ({ validation_run_id: run, finding }), 'picture'),
  commit('exclude_clash', ({ clash }) => ({ clash_id: clash, because: 'it is built in' })),
  commit('export_bcf', ({ run }) => ({ validation_run_id: run }), { needs: ['path'] }),
];

const APPROVALS: readonly Step[] = [
  ask(
    'preview_operation',
    ({ free }) => ({
      tool: 'delete_elements',
      arguments: { element_ids: [free] },
      preview: 'picture',
    }),
    'picture',
    'approval.needed',
  ),
  commit('delete_elements', ({ free }) => ({ element_ids: [free] }), {
    refused: 'APPROVAL_PENDING',
    gives: { approval: 'approval_id' },
  }),
  {
    ...ask('get_operation', ({ approval }) => ({ approval_id: approval })),
    refused: 'APPROVAL_PENDING',
  },
  commit('merge_branch', () => ({ source: 'design/a' }), { refused: 'NO_EFFECT' }),
  commit('undo', () => ({ event_id: 'none' }), { refused: 'OPERATION_NOT_FOUND' }),
  commit('restore', () => ({ to_seq: 1_000_000 }), { refused: 'INVALID_ARGUMENT' }),
  { ...ask('get_operation', () => ({ approval_id: 'none' })), refused: 'OPERATION_NOT_FOUND' },
];

/** All calls. */
export const STEPS: readonly Step[] = [
  ...GEOMETRY,
  ...SPATIAL,
  ...DOCUMENTATION,
  ...VALIDATION,
  ...MPT,
  ...EXPERIMENT,
  ...APPROVALS,
];
