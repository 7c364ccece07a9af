/** @module specification.test: rows of the three specifications as a client sees them, one server for all. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connect, testWorkspace, type Connected, type TestWorkspace } from '../../e2e/connect.ts';

let workspace: TestWorkspace;
let mpt: Connected;

beforeAll(async () => {
  workspace = testWorkspace();
  mpt = await connect(workspace.dir, 'mpt');
});
afterAll(async () => {
  await mpt.close();
  workspace.remove();
});

/** Everything that lies in the workspace but tapes and artefacts, as bytes in Latin-1. */
function onTheLog(): string {
  const home = join(workspace.dir, '.plumbline');
  return readdirSync(home)
    .filter((name) => name.startsWith('ledger.db'))
    .map((name) => readFileSync(join(home, name), 'latin1'))
    .join('\n');
}

describe('the audit spine', () => {
  test('[APEX-9] no phone number, address or key of a call comes onto the log, whichever tool it names', async () => {
    const phone = '+49 30 5556 7788';
    const mail = 'nobody.at.all@nowhere.example';
    const key = `ghp_${'q7'.repeat(18)}`;
    const told = `call ${phone} or ${mail} with ${key}`;
    const about = { reasoning: `they said: ${phone}, ${mail}` };
    await mpt.call('apex_route', { intent: told, payload: { note: told }, ...about });
    await mpt.call('apex_route', {
      intent: 'tool.code.js',
      payload: { code: `"${phone} ${mail}".length` },
      ...about,
    });
    await mpt.call('code_js', { code: `"${phone} ${mail}".length`, ...about });
    await mpt.call('data_csv', { content: `who,tel\n${mail},${phone}\n`, ...about });
    await mpt.call('web_search', { query: `${mail} ${phone}`, ...about });
    await mpt.call('mpt_run', {
      tool: 'data.csv',
      input: { content: `a\n${phone}\n` },
      context: { caller: mail, exec_id: 'personal' },
      ...about,
    });
    await mpt.call('submit_tool_request', {
      tool_request_id: 'p1',
      request_id: 'personal',
      requested_by: { engine: 'test', actor: 'agent', knowledge_view: 'PUBLIC' },
      tool: {
        name: 'LEDGER_SEARCH',
        query_text: `${phone} ${mail}`,
        constraints: { time_window: null, limit: 5, person_id: null },
      },
      ...about,
    });
    const log = onTheLog();
    expect(log).toContain('[masked:phone]');
    expect([phone, mail, key].filter((one) => log.includes(one))).toEqual([]);
  });
});
