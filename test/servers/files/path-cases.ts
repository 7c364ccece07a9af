/** @module path-cases: calls that name a file, for every tool with a path argument. */
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';

import { uriOf } from '../../../kernel/base/files/artefact-address.ts';
import { ownContracts } from '../../../kernel/tools/mpt/contracts/contract.ts';

type Args = Readonly<Record<string, unknown>>;
type Cases = (path: string, artifacts: string, name: string) => readonly Args[];

const SQL = 'SELECT * FROM t';
const ORIGINAL = {
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
};

/** Inputs that open a file, for the tools of the mpt server by canonical name. */
const INPUTS: Readonly<Record<string, (path: string) => readonly Args[]>> = {
  'data.csv': (path) => [{ path }],
  'data.xlsx': (path) => [{ path }],
  'data.query': (path) => [{ path, sql: SQL }],
  'code.js': (path) => [{ code: 'files.read("in")', files: { in: { artifact: path } } }],
  'code.python': (path) => [{ code: 'open("in").read()', files: { in: { artifact: path } } }],
  'image.edit': (path) => [
    { image: { path }, operations: [{ op: 'invert' }] },
    { image: ORIGINAL, operations: [{ op: 'overlay', image: { path }, x: 0, y: 0 }] },
  ],
};

const inputs = (tool: string): Cases => {
  const of = INPUTS[tool];
  if (of === undefined) throw new Error(`no inputs of \`${tool}\``);
  return (path) => of(path);
};

/** Calls that read a file, for every tool that can. */
export const READING: Readonly<Record<string, Cases>> = {
  data_csv: inputs('data.csv'),
  data_xlsx: inputs('data.xlsx'),
  data_query: (path) => [
    { path, sql: SQL },
    { artifact: path, sql: SQL },
  ],
  code_js: inputs('code.js'),
  code_python: inputs('code.python'),
  image_edit: inputs('image.edit'),
  // A check of a change names its file in `check`.
  create_level: (path, _artifacts, name) => [
    {
      name: 'L',
      elevation: 90_000,
      check: [`ids:${path}`],
      branch: name === 'branch' ? 'design/a' : 'main',
    },
  ],
  audit_ids: (path, artifacts, name) =>
    [path, `artifacts/${path}`, `${artifacts}/${path}`].map((ids) =>
      Object.assign({ ids }, name === 'branch' ? { branch: 'design/a' } : {}),
    ),
  estimate: (path, artifacts, name) =>
    [path, `artifacts/${path}`, `${artifacts}/${path}`].map((list) =>
      Object.assign({ list }, name === 'branch' ? { branch: 'design/a' } : {}),
    ),
  check_ids: (path, artifacts, name) =>
    [path, `artifacts/${path}`, `${artifacts}/${path}`].map((ids) =>
      Object.assign({ ids }, name === 'branch' ? { branch: 'design/a' } : {}),
    ),
  check_ifc: (path, artifacts, name) =>
    [
      { path },
      { path: `artifacts/${path}` },
      { path: `${artifacts}/${path}` },
      { artifact: uriOf(path) },
      { artifact: pathToFileURL(`${artifacts}/${path}`).href },
      // A run is recorded on a branch that its agent may read.
    ].map((args) => Object.assign(args, name === 'branch' ? { branch: 'design/a' } : {})),
  import_bcf: (path, artifacts, name) =>
    [path, `artifacts/${path}`, `${artifacts}/${path}`].map((one) =>
      Object.assign({ path: one }, name === 'branch' ? { branch: 'design/a' } : {}),
    ),
  import_ifc: (path, artifacts) =>
    [path, `artifacts/${path}`, `${artifacts}/${path}`].map((one) => ({
      path: one,
      as: 'design/imported',
    })),
  verify_audit: (path) => [{ path }, { path: `artifacts/${path}` }],
  mpt_run: (path) =>
    Object.entries(INPUTS).flatMap(([tool, of]) =>
      of(path).map((input) => ({
        tool,
        input,
        context: { caller: 'test', exec_id: randomUUID() },
      })),
    ),
  apex_route: (path) => [
    ...Object.entries(INPUTS).flatMap(([tool, of]) =>
      of(path).map((payload) => ({ intent: `tool.${tool}`, payload })),
    ),
    {
      intent: 'check an ifc file of the building',
      payload: { tool: 'check_ifc', arguments: { path } },
    },
  ],
  certify_tool: (path) =>
    ownContracts()
      .filter(({ tool_id }) => tool_id === 'data.csv')
      .map((contract) => ({
        contract: { ...contract, examples: INPUTS[contract.tool_id]?.(path) },
      })),
  submit_tool_request: (path, _artifacts, actor) => [
    {
      tool_request_id: 'q1',
      request_id: 'r1',
      requested_by: { engine: 'test', actor, knowledge_view: 'PUBLIC' },
      tool: {
        name: 'CHECK_IFC',
        query_text: JSON.stringify({ path }),
        constraints: { time_window: null, limit: 1, person_id: null },
      },
    },
  ],
  web_open_url: (path, artifacts) => [{ url: pathToFileURL(`${artifacts}/${path}`).href }],
};

/** Those of these tools that never open a file: tool requests reach no such tool, and web pages are not files. */
export const OPENING_NONE: ReadonlySet<string> = new Set(['submit_tool_request', 'web_open_url']);

/** Arguments for every tool that writes to a path from the caller. */
export const WRITING: Readonly<Record<string, Args>> = {
  export_ifc: { schema: 'IFC4' },
  export_gltf: {},
  export_cobie: {},
  create_ids: { name: 'a', from: { model: {} } },
  export_bcf: { issues: [{ title: 'a' }] },
  generate_schedule: { category: 'Walls', format: 'csv' },
};

/** The arguments that name files, as `tool argument`. */
export const PATH_ARGUMENTS: readonly string[] = [
  'audit_ids ids',
  'check_ids ids',
  'check_ids path',
  'create_ids path',
  'check_ifc artifact',
  'check_ifc path',
  'code_js artifact',
  'code_js files',
  'code_python artifact',
  'code_python files',
  'data_csv path',
  'data_query artifact',
  'data_query path',
  'data_xlsx path',
  'estimate list',
  'estimate path',
  'export_bcf path',
  'export_cobie path',
  'export_gltf path',
  'export_ifc path',
  'generate_schedule path',
  'image_edit path',
  'import_bcf path',
  'import_ifc path',
  'verify_audit path',
  'web_open_url url',
];

/** Arguments that have the name of a path argument but are not paths. */
export const NO_PATHS: ReadonlySet<string> = new Set([
  'create_railing path',
  'create_column profile',
  'create_beam profile',
  'diff_branches source',
  'merge_branch source',
  // Needs a view; tested with drawings.
  'export_drawing path',
]);

/** Tools with free-form arguments that can contain a path. */
export const FREE_FORM: ReadonlySet<string> = new Set([
  'create_level',
  'mpt_run',
  'apex_route',
  'certify_tool',
  'submit_tool_request',
]);
