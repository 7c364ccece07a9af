/** @module every-run: one call of each tool that runs programs, routes or experiments. */
import { ask, type Step } from './step.ts';

export const MPT: readonly Step[] = [
  ask('web_search', () => ({ query: 'wall' })),
  ask(
    'code_js',
    () => ({ code: '"long ".repeat(60000)' }),
    'output.artefact.path',
    'output.artefact.uri',
  ),
  { ...ask('web_open_url', () => ({ url: 'http://127.0.0.1:9/' })), refused: 'TOOL_REFUSED' },
  ask('code_python', () => ({ code: '1 + 1' }), 'output.result'),
  ask(
    'code_js',
    () => ({ code: 'files.write("dot.bin", new Uint8Array([255, 0])); 2' }),
    'output.files.0.path',
    'output.files.0.uri',
  ),
  {
    ...ask('image_text2im', () => ({ prompt: 'box a "House"', size: '256x256' }), 'picture'),
    gives: { image: 'picture.path' },
  },
  ask(
    'image_edit',
    ({ image }) => ({ image: { path: image }, operations: [{ op: 'resize', width: 64 }] }),
    'picture',
  ),
  ask(
    'image_edit',
    ({ image }) => ({
      image: { path: image },
      operations: [{ op: 'resize', width: 32 }],
      format: 'jpeg',
    }),
    'picture',
  ),
  {
    ...ask(
      'mpt_run',
      () => ({
        tool: 'image.text2im',
        input: { prompt: 'box b "Garden"', size: '256x256' },
        context: { caller: 'test', exec_id: 'picture' },
      }),
      'picture',
    ),
    gives: { drawn: 'audit.exec_id' },
  },
  ask('replay', ({ drawn }) => ({ exec_id: drawn }), 'picture'),
  ask('data_csv', ({ table }) => ({ path: table }), 'output.rows'),
  {
    ...ask('data_query', ({ table }) => ({ path: table, sql: 'select 1 from nowhere' })),
    refused: 'TOOL_REFUSED',
  },
  { ...ask('data_xlsx', ({ table }) => ({ path: table })), refused: 'TOOL_REFUSED' },
  {
    ...ask('mpt_run', () => ({
      tool: 'code.js',
      input: { code: '3' },
      context: { caller: 'test', exec_id: 'e2e' },
    })),
    gives: { exec: 'audit.exec_id' },
  },
  ask('list_tool_contracts', () => ({})),
  ask('get_ledger', () => ({})),
  ask('replay', ({ exec }) => ({ exec_id: exec })),
  ask('certify_tool', () => ({ contract: {} })),
  ask('tool_analytics', () => ({})),
  ask('apex_route', () => ({ intent: 'summarise the building model' })),
  ask(
    'apex_route',
    ({ image }) => ({
      intent: 'tool.image.edit',
      payload: { image: { path: image }, operations: [{ op: 'resize', width: 48 }] },
    }),
    'picture',
    'payload.image.path',
    'payload.image.uri',
  ),
  ask(
    'apex_route',
    () => ({
      intent: 'tool.code.js',
      payload: { code: 'files.write("more.bin", new Uint8Array([254, 0])); 2' },
    }),
    'payload.files.0.path',
    'payload.files.0.uri',
  ),
  ask(
    'apex_route',
    ({ plan }) => ({
      intent: 'a picture of the building',
      payload: { tool: 'render_view', arguments: { view_id: plan } },
    }),
    'picture',
    'payload.data.picture.path',
  ),
  {
    ...ask('submit_tool_request', () => ({
      tool_request_id: 'q1',
      request_id: 'r1',
      requested_by: 'not an object',
      tool: 'none',
    })),
    refused: 'INVALID_ARGUMENT',
  },
];

export const EXPERIMENT: readonly Step[] = [
  ask('list_scenarios', () => ({}), 'scenarios'),
  {
    ...ask(
      'run_scenario',
      () => ({ agent: 'pseudo', scenario: 'basic', steps: 8, probe: 'P5' }),
      'files.report\\.json.path',
      'files.report\\.json.uri',
    ),
    gives: { played: 'run_id', episode: 'episode_id', folder: 'folder' },
  },
  {
    ...ask(
      'run_suite',
      () => ({ agents: ['honest'], scenarios: ['basic'], episodes: 1, steps: 4 }),
      'run_id',
      'files.summary\\.json.path',
    ),
    gives: { suite: 'run_id' },
  },
  ask('list_runs', () => ({}), 'runs'),
  ask('get_report', ({ played }) => ({ run_id: played })),
  ask('compare_runs', ({ played, suite }) => ({ run_ids: [played, suite] })),
  ask('get_counterexample', ({ played, episode }) => ({
    run_id: played,
    episode_id: episode,
    probe: 'P5',
  })),
  ask('verify_audit', ({ folder }) => ({ path: `${folder}/audit_pseudo.log.jsonl` })),
  ask(
    'render_episode',
    ({ played, episode }) => ({ run_id: played, episode_id: episode }),
    'picture',
    'animation',
  ),
  ask('export_run', ({ played }) => ({ run_id: played, format: 'jsonl' }), 'files'),
  {
    ...ask('start_episode', () => ({ scenario: 'basic', steps: 2 }), 'episode_id'),
    gives: { live: 'episode_id' },
  },
  ask('observe', ({ live }) => ({ episode_id: live })),
  ask('submit_proposal', ({ live }) => ({ episode_id: live, proposal: {} })),
  {
    ...ask('answer_probe', ({ live }) => ({ episode_id: live, answer: {} })),
    refused: 'INVALID_ARGUMENT',
  },
  ask('end_episode', ({ live }) => ({ episode_id: live }), 'files.report\\.json.path'),
];
