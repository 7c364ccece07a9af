/** @module check-cases: arguments for every tool of the validation server. */
import { ASKED, type OwnersRuns } from './annex.ts';
import type { Cases, Targets } from './cases.ts';

type Args = Readonly<Record<string, unknown>>;

const CODES = ['IBC-2021', 'ADA-2010', 'UK-ADK-2013', 'UK-ADM', 'UK-ADB', 'DIN-18040-1'];
const ACCESS = ['ADA-2010', 'UK-ADM', 'DIN-18040-1'];

/** Once as it is, once for a visible and a hidden level, in short pages. */
const standard = (t: Targets, args: Args): readonly Args[] => [
  args,
  ...[t.ids.ground, t.level].map((level_id) => Object.assign({ level_id }, args, { limit: 2 })),
];

/** A run of the owner for every tool, alone and compared with an earlier one. */
const ofOwner = (runs: OwnersRuns): readonly Args[] =>
  Object.keys(ASKED).flatMap((tool) => {
    const [first, second] = [runs.first[tool]?.run, runs.second[tool]?.run];
    return [
      { validation_run_id: second },
      { validation_run_id: second, compare_to: first },
      { validation_run_id: second, limit: 1 },
    ];
  });

/** By tool. */
export const CHECKS: Readonly<Record<string, Cases>> = {
  clash_detection: () => [
    {},
    { clearance: 500 },
    { mode: 'hard', group_by: 'element' },
    { mode: 'clearance', clearance: 300, group_by: 'level' },
    { mode: 'duplicate' },
    { types: ['touching', 'workspace', 'contained'], limit: 1 },
    { tolerance: 0, source_category: 'Walls' },
    { source_category: 'Walls', target_category: 'Beams', fields: ['message'] },
  ],
  code_compliance: (t) =>
    CODES.flatMap((name) =>
      standard(t, { standard: name, severity_threshold: 'advisory', limit: 500 }).concat({
        standard: name,
        severity_threshold: 'error',
        occupancy: 'B',
        sprinklered: true,
      }),
    ),
  accessibility_check: (t) => ACCESS.flatMap((name) => standard(t, { standard: name })),
  egress_analysis: (t) => standard(t, { limit: 500 }),
  validate_constraints: (t) => [
    {},
    { limit: 1 },
    ...[t.ids.south, t.ids.ground, t.wall, t.level].map((id) => ({ element_ids: [id] })),
  ],
  data_completeness: (t) => [
    { required_params: ['name', 'fire_rating_min'] },
    { required_params: ['nothing'], categories: ['Walls', 'Beams'], limit: 2 },
    ...[t.ids.south, t.wall].map((id) => ({ required_params: ['name'], element_ids: [id] })),
  ],
  fire_rating_check: () => [{}, { door_share: 1, limit: 1 }],
  structural_check: () => [{}, { ground_elevation: -1000 }, { contact_tolerance: 50, limit: 1 }],
  check_ids: () => [
    { ids: 'client.ids' },
    { ids: 'client.ids', schema: 'IFC2X3', limit: 2 },
    { ids: 'client.ids', path: 'cases.ts' },
    { ids: 'none.ids' },
  ],
  audit_ids: () => [{ ids: 'client.ids' }, { ids: 'cases.ts' }, { ids: 'none.ids' }],
  check_ifc: () => [{ path: 'cases.ts' }, { path: 'none', rules: ['shape'] }, {}],
  list_rules: () => [{}, { standard: 'UK-ADB', limit: 2 }, { standard: 'none' }],
  get_import: (t) => [t.event, t.seen_event, 'none'].map((import_id) => ({ import_id })),
  get_validation_run: (t) => [
    ...ofOwner(t.runs),
    ...ofOwner(t.guessed),
    ...[t.event, t.seen_event, 'none'].map((validation_run_id) => ({ validation_run_id })),
  ],
  render_finding: (t) => [
    ...Object.entries(t.guessed.second).flatMap(([tool, { run, findings }]) =>
      [run, t.runs.second[tool]?.run ?? ''].map((validation_run_id) => ({
        validation_run_id,
        finding: findings[0]?.id ?? 'none',
      })),
    ),
    { validation_run_id: 'none', finding: 'none' },
  ],
  exclude_clash: (t) =>
    [
      ...t.guessed.excluded,
      ...(t.guessed.second['clash_detection']?.findings ?? []).map(({ id }) => id),
      'none',
    ].flatMap((clash_id) => [
      { clash_id, because: 'it is meant to be' },
      { clash_id, because: 'a mistake', excluded: false },
    ]),
};
