/** @module tool-list.test: the stored tool lists equal the tools, and lists are the same before and after the tools are loaded. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import { expect, test } from 'vitest';

import { answerSchema, registerServer } from '../../../governance/tool/registry.ts';
import { listedFor, readToolList, toolListFile } from '../../../servers/world/tool-list.ts';
import { registeredOperationTools, SERVERS } from '../../contract/listed.ts';

const LISTS = SERVERS.map((server) => {
  const own = registerServer<never>(server, { toolsets: ['all'], readOnly: false }).values();
  return [server.name, [...own, ...registeredOperationTools(server)]] as const;
});

test.each(LISTS)(
  'the stored list of %s equals its tools, byte by byte (npm run test:update writes it)',
  (name, tools) => {
    const rows = tools.map((tool) =>
      JSON.stringify({
        action: tool.action,
        toolset: tool.tool.toolset,
        listed: tool.listed.agent,
        answers: answerSchema(tool),
      }),
    );
    const text = `[\n${rows.join(',\n')}\n]\n`;
    if (process.env['UPDATE_SNAPSHOTS'] === '1') writeFileSync(toolListFile(name), text);
    expect(readFileSync(toolListFile(name), 'utf8')).toBe(text);
  },
);

test.each(LISTS)('the entries of %s for people are those of its tools', (name, tools) => {
  const shown = readToolList(name).map((tool) => JSON.stringify(listedFor(tool, 'human')));
  expect(shown).toEqual(tools.map(({ listed }) => JSON.stringify(listed.human)));
});
