/** @module unstored-files.test: a run whose files cannot be stored has ended: its output is returned with a warning. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import { connect, testWorkspace, type Connected, type TestWorkspace } from '../../e2e/connect.ts';

const why = { reasoning: 'a test of files that cannot be stored' };
/** One white dot. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
let workspace: TestWorkspace;
let mpt: Connected;
/** The folder for files of runs: here it is a file, so that no file can be stored below it. */
let folder: string;

beforeAll(async () => {
  workspace = testWorkspace();
  mpt = await connect(workspace.dir, 'mpt');
  folder = join(workspace.dir, 'artifacts', 'mpt');
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'not a folder');
});
afterAll(async () => {
  await mpt.close();
  workspace.remove();
});

/** The events of the log. */
function events(): readonly StoredEvent[] {
  const reader = openSqliteReader(join(workspace.dir, '.plumbline', 'ledger.db'));
  try {
    return reader.eventsAfter(0, 10_000);
  } finally {
    reader.close();
  }
}

const blocked = (): string => `\`${folder}\` is a link, or not a folder`;

const picture = {
  image: { base64: DOT },
  operations: [{ op: 'resize', width: 8, height: 8, fit: 'fill' }],
};
const binary = {
  code: 'files.write("out/plan.bin", Uint8Array.of(137, 80, 255, 0)); files.write("a.txt", "a"); 7',
};
const long = { code: 'console.log("word ".repeat(20000)); 7' };

test.each([
  ['a picture', 'image_edit', picture, 'the picture'],
  ['a binary file', 'code_js', binary, '`out/plan.bin` of the program'],
  ['a long output', 'code_js', long, 'the whole output of code.js'],
])('a run with %s that cannot be stored succeeds with a warning', async (_, tool, input, what) => {
  const answer = await mpt.call(tool, { ...input, ...why });
  expect(answer).toMatchObject({
    success: true,
    data: { termination: 'BOUNDED_OUTPUT' },
    warnings: [`${what} could not be written to a file: ${blocked()}`],
  });
  const last = events().at(-1);
  expect(last).toMatchObject({
    event_id: answer.event_id,
    type: 'tool.run',
    payload: { termination: 'BOUNDED_OUTPUT', metrics: { tool_calls: 1 } },
  });
});

test('a picture without a file is still returned as an image block', async () => {
  const { content, structuredContent } = await mpt.client.callTool({
    name: 'image_edit',
    arguments: { ...picture, ...why },
  });
  const types = (content as { type: string }[]).map(({ type }) => type);
  expect(types).toEqual(['text', 'image']);
  const { data } = structuredContent as { data: Record<string, { image: object }> };
  expect(data['picture']).toBeUndefined();
  expect(Object.keys(data['output']?.image ?? {}).toSorted()).toEqual([
    'bytes',
    'height',
    'media_type',
    'sha256',
    'width',
  ]);
});

test('the report of a file that is not stored has its digest and the reason, and the text file is there', async () => {
  const { data } = await mpt.call('code_js', { ...binary, ...why });
  expect(data['output']).toMatchObject({
    result: 7,
    files: [
      { name: 'a.txt', text: 'a' },
      {
        name: 'out/plan.bin',
        bytes: 4,
        // printf '\x89P\xff\x00' | sha256sum
        sha256: '54a16a64cb5ad98b99a3135b3f985be927426ef4ba9be2f22e3b51d7fb8e2042',
        not_stored: blocked(),
      },
    ],
  });
});

test('the beginning of a long output says that the whole was not stored', async () => {
  const { data } = await mpt.call('code_js', { ...long, ...why });
  expect(data['output']).toMatchObject({
    result: 7,
    stdout: expect.stringMatching(/^word word /),
    artefact: { not_stored: blocked(), shortened: true },
  });
});

test('Apex returns the warning of the tool that it reached', async () => {
  const { success, warnings } = await mpt.call('apex_route', {
    intent: 'tool.code.js',
    payload: binary,
    ...why,
  });
  expect({ success, warnings }).toEqual({
    success: true,
    warnings: [`\`out/plan.bin\` of the program could not be written to a file: ${blocked()}`],
  });
});

// Twelve files, and the whole output, whose reports of these files exceed its tokens
test('further warnings of a program that wrote many files are counted', async () => {
  const code = 'for (let n = 0; n < 12; n += 1) files.write(`${n}.bin`, Uint8Array.of(255, n)); 7';
  const { warnings } = await mpt.call('code_js', { code, ...why });
  expect(warnings).toHaveLength(11);
  expect(warnings.at(-1)).toBe('3 more warnings of this kind');
});

test('no run is recorded as unfinished', () => {
  const types = events().map(({ type }) => type);
  expect(types).not.toContain('run.unfinished');
  expect(types.filter((type) => type === 'run.begun')).toHaveLength(
    types.filter((type) => type === 'tool.run').length - 1,
  );
});
