/** @module proxy.test: proxy variables of the environment do not redirect the requests of tools. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { connect, testWorkspace } from '../../e2e/connect.ts';
import { startServer } from '../../kernel/tools/runners/web/local-server.ts';

test('tools do not use a proxy from the environment', async () => {
  await using site = await startServer((_, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end('the site');
  });
  await using proxy = await startServer((_, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end('the proxy');
  });
  const workspace = testWorkspace();
  try {
    const web = { private_endpoints: [site.endpoint], robots: 'ignore' };
    writeFileSync(join(workspace.dir, '.plumbline', 'mpt.json'), JSON.stringify({ web }));
    const names = [
      'HTTP_PROXY',
      'http_proxy',
      'HTTPS_PROXY',
      'https_proxy',
      'ALL_PROXY',
      'all_proxy',
    ];
    const env = Object.fromEntries(names.map((name) => [name, proxy.url]));
    const mpt = await connect(workspace.dir, 'mpt', { env: { ...env, NODE_USE_ENV_PROXY: '1' } });
    const answer = await mpt.call('web_open_url', { url: `${site.url}/`, reasoning: 'a test' });
    await mpt.close();
    expect(answer.data).toMatchObject({ output: { markdown: 'the site' } });
    expect([site.asked, proxy.asked]).toEqual([['GET /'], []]);
  } finally {
    workspace.remove();
  }
});
