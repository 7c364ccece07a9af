/** @module drawing-cases: arguments for every tool of the documentation server, and for the check of its files. */
import type { OwnersRuns } from './annex.ts';
import type { OwnersViews } from './drawing-twins.ts';
import { TOPICS_OF_TWINS } from './topic-twins.ts';
import type { Label } from './twins.ts';

type Args = Readonly<Record<string, unknown>>;

/** The sources of arguments: visible elements of the twin that is called, and hidden elements of the first one. */
export type DrawingTargets = {
  readonly ids: Readonly<Record<Label, string>>;
  /** A hidden level and wall of the first twin. */
  readonly level: string;
  readonly wall: string;
  /** Of the owner, in the twin that is called. */
  readonly views: OwnersViews;
  readonly runs: OwnersRuns;
  /** Those of the first twin, which do not exist in the other. */
  readonly guessed: OwnersViews;
  readonly guessed_runs: OwnersRuns;
  /** Runs and views of the caller, in the twin that is called. */
  readonly own: {
    readonly view: string;
    readonly sheet: string;
    readonly run: string;
    /** The first finding of the run. */
    readonly finding: string;
  };
};

const CATEGORIES = [
  'Levels',
  'Walls',
  'Doors',
  'Windows',
  'Rooms',
  'Floors',
  'Columns',
  'Beams',
  'Stairs',
  'Solids',
];
/** A list with lines for all walls and some doors, with an ambiguous line, and without a line for other categories. */
const PRICES = [
  'id,matches,work,quantity,unit,value,result_unit,stage,density_kg_m3,cost_group,source,edition',
  'W,category = Walls,,area_m2,m2,120.5,EUR,,,331,Twin,1',
  'L,category = Walls; level = Ground,,area_m2,m2,3,EUR,,,331,Twin,1',
  'P,category = Walls,plaster,gross_area_m2,m2,20,EUR,,,345,Twin,1',
  'D,category = Doors; width > 900,,count,pcs,800,EUR,,,344,Twin,1',
  'B,category = Beams,,count,pcs,90,EUR,,,351,Twin,1',
  'C,category = Walls,,mass_kg,t,81,kgCO2e,A1-A3,2400,,Twin,1',
].join('\n');
const FORMATS = ['pdf', 'dxf', 'png'];
const THROUGH = { origin: { x: 42_000, y: 0, z: 0 }, normal: { x: 0, y: 1 } };
/** From above the annex, beyond the beams of the first twin. */
const CAMERA = { eye: { x: 5000, y: 5000, z: 9000 }, target: { x: 5000, y: 23_000, z: 1000 } };

const TOPIC_IDS = Object.values(TOPICS_OF_TWINS);

const seenViews = ({ views, own }: DrawingTargets): readonly string[] => [
  views.plan,
  views.section,
  views.elevation,
  own.view,
];
const guessedViews = ({ guessed }: DrawingTargets): readonly string[] => [
  guessed.hidden_plan,
  guessed.hidden_plan.slice(0, -1),
  guessed.hidden_sheet,
];
const sheets = ({ views, guessed, own }: DrawingTargets): readonly Args[] =>
  [views.sheet, own.sheet, guessed.hidden_sheet, guessed.hidden_plan].map((sheet_id) => ({
    sheet_id,
  }));
const hiddenViews = (t: DrawingTargets): readonly Args[] =>
  [...guessedViews(t), t.views.hidden_plan].map((view_id) => ({ view_id }));
const viewsOf = (t: DrawingTargets): readonly Args[] => [
  ...seenViews(t).map((view_id) => ({ view_id })),
  ...hiddenViews(t),
];

/** Cases that draw or render, which takes long: run for the two agents with the most different views. */
export const PAINTED: readonly string[] = [
  'create_sheet',
  'export_drawing',
  'render_view',
  'lint_drawing',
  'export_bcf',
];

/** Cases by tool. A tool of the documentation server without cases fails the test. */
export const DRAWING_CASES: Readonly<Record<string, (t: DrawingTargets) => readonly Args[]>> = {
  create_plan: (t) =>
    [t.ids.ground, t.ids.first, t.level, t.level.slice(0, -1), t.wall].map((level_id) => ({
      level_id,
    })),
  create_section: () => [{ cut_plane: THROUGH }, { cut_plane: THROUGH, depth: 500 }],
  create_elevation: () => [{ direction: 'east' }],
  create_sheet: (t) => [
    { views: seenViews(t) },
    ...guessedViews(t).map((id) => ({ views: [t.views.plan, id] })),
    { views: [{ view_id: t.views.hidden_plan, x: 0, y: 0 }] },
  ],
  export_drawing: (t) => [
    ...viewsOf(t),
    ...sheets(t),
    ...FORMATS.flatMap((format) => [{ view_id: t.views.plan, format }]),
    { sheet_id: t.views.sheet, format: 'pdf' },
    { camera: {} },
    { view_id: t.views.plan, path: 'secret/vault.svg' },
  ],
  // export_drawing has drawn every view: the other cases show that the same views are rendered and checked.
  render_view: (t) =>
    [{ view_id: t.views.plan }, ...hiddenViews(t), {}, { camera: CAMERA }].map((args) =>
      Object.assign({ tokens: 300 }, args),
    ),
  lint_drawing: (t) => [{ view_id: t.views.elevation }, ...hiddenViews(t), ...sheets(t), {}],
  generate_schedule: (t) => [
    ...CATEGORIES.map((category) => ({ category })),
    ...['csv', 'xlsx', 'markdown'].map((format) => ({ category: 'Walls', format })),
    { category: 'Walls', group_by: ['level'], parameters: ['length', 'height'] },
    { category: 'Beams', group_by: ['level'], format: 'xlsx' },
    ...[t.ids.ground, t.level].map((level_id) => ({ category: 'Walls', filters: { level_id } })),
    ...[t.ids.south, t.wall].map((host_id) => ({ category: 'Doors', filters: { host_id } })),
    ...['Ground', 'Vault'].map((value) => ({
      category: 'Beams',
      filters: { where: [{ field: 'level', value }] },
    })),
    ...Array.from({ length: 3 }, () => ({
      category: 'Rooms',
      parameters: ['windows', 'glazed_area_m2', 'doors', 'exit_distance_m', 'wall_fire_ratings'],
    })),
    { category: 'Walls', path: 'shared/walls.json' },
    { category: 'nothing' },
  ],
  estimate: () => [
    ...['category', 'level', 'material', 'cost_group', 'nothing'].map((group_by) => ({
      csv: PRICES,
      group_by,
    })),
    ...['csv', 'xlsx', 'markdown'].map((format) => ({ csv: PRICES, rows: 'elements', format })),
    { csv: PRICES, decimal_mark: 'comma' },
    { csv: PRICES, path: 'shared/walls.json' },
    ...['shared/walls.json', 'secret/vault.glb', 'secret/none.csv'].map((list) => ({ list })),
    {},
  ],
  quantity_takeoff: () => [
    {},
    { categories: ['Walls', 'Beams'] },
    { categories: ['Doors'], grouping: ['level'] },
    { grouping: ['material'] },
    { grouping: ['material'], joined: true },
    { categories: ['Walls', 'Floors'], joined: true },
    { rules: 'ifc', joined: true },
    { categories: ['Rooms'], grouping: ['nothing'] },
    ...['ifc', 'din277', 'nrm', 'ipms', 'boma'].map((rules) => ({ rules, grouping: ['level'] })),
    { rules: 'din276' },
    { rules: 'ifc' },
  ],
  export_ifc: () => [
    ...['IFC2X3', 'IFC4', 'IFC4X3'].map((schema) => ({ schema })),
    { schema: 'IFC4', path: 'shared/house.ifc' },
  ],
  export_gltf: () => [
    {},
    { spaces: true },
    { path: 'secret/vault.glb' },
    { path: 'secret/none.glb' },
  ],
  export_cobie: (t) => [
    {},
    { path: 'shared/house.xlsx' },
    { validation_run_id: t.own.run },
    ...[t.runs, t.guessed_runs].map(({ first }) => {
      return { validation_run_id: first['clash_detection']?.run ?? '' };
    }),
  ],
  export_bcf: (t) => [
    { validation_run_id: t.own.run, issues: [t.own.finding] },
    { topics: 'all' },
    ...Object.values(TOPICS_OF_TWINS).map((id) => ({ topics: [id] })),
    ...[t.runs, t.guessed_runs].map(({ first }) => {
      return { validation_run_id: first['clash_detection']?.run ?? '' };
    }),
  ],
  create_ids: () => [
    { name: 'a', from: { model: {} } },
    {
      name: 'b',
      from: { model: { categories: ['Walls'], schema: 'IFC2X3' } },
      path: 'secret/none.ids',
    },
  ],
  list_topics: (t) => [
    {},
    { status: 'open' },
    ...TOPIC_IDS.map((topic_id) => ({ topic_id, archive: true })),
    ...[t.ids.south, t.wall].map((element_id) => ({ element_id })),
  ],
  create_topic: (t) =>
    [[t.ids.south], [t.wall], [t.wall.slice(0, -1)], []].map((element_ids) => ({
      title: 'Question',
      element_ids,
    })),
  update_topic: () => TOPIC_IDS.map((topic_id) => ({ topic_id, status: 'Closed' })),
  comment_topic: () => TOPIC_IDS.map((topic_id) => ({ topic_id, text: 'Why?' })),
  import_bcf: () =>
    ['shared/review.bcf', 'shared/secret.bcf', 'secret/review.bcf', 'secret/none.bcf'].map(
      (path) => ({ path }),
    ),
  check_ifc: () => [
    { path: 'shared/house.ifc' },
    { path: 'secret/vault.glb' },
    { path: 'secret/none.glb', rules: ['shape'] },
    { artifact: 'plumbline://artifacts/shared/house.ifc' },
    { artifact: 'plumbline://artifacts/secret/vault.glb' },
    {},
  ],
};

/** Cases that are executed: files that are written and then read. */
export const WRITTEN: Readonly<Record<string, readonly Args[]>> = {
  estimate: [
    { csv: PRICES, group_by: 'level', format: 'xlsx' },
    { csv: PRICES, rows: 'elements', format: 'csv' },
  ],
  export_ifc: [{ schema: 'IFC4' }, { schema: 'IFC2X3' }, { schema: 'IFC4X3' }],
  export_gltf: [{ spaces: true }],
  export_cobie: [{}],
  generate_schedule: [
    { category: 'Walls', format: 'xlsx', group_by: ['level'] },
    { category: 'Beams', format: 'csv' },
    { category: 'Doors', format: 'json' },
  ],
  export_drawing: [{ camera: CAMERA, format: 'pdf' }],
};
