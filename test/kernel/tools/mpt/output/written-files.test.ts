/** @module written-files.test: files of a program count as output, and binary files are stored as artefacts. */
import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { canonicalJson } from '../../../../../kernel/base/canonical/json.ts';
import {
  createRegistry,
  declaredTool,
} from '../../../../../kernel/tools/mpt/contracts/contract-registry.ts';
import { ownContracts } from '../../../../../kernel/tools/mpt/contracts/contract.ts';
import { settleOutput } from '../../../../../kernel/tools/mpt/output/settle-output.ts';
import { DEFAULT_TOOL_POLICY } from '../../../../../kernel/tools/mpt/service-parts.ts';
import type { Artefacts } from '../../../../../kernel/tools/mpt/service-parts.ts';

const registry = createRegistry(ownContracts());

function store(): Artefacts & {
  readonly files: Map<string, Uint8Array>;
  readonly texts: string[];
} {
  const files = new Map<string, Uint8Array>();
  const texts: string[] = [];
  return {
    files,
    texts,
    keep: async ({ text }) => await Promise.resolve({ path: `whole-${texts.push(text)}` }),
    keepFile: async ({ name, content }) => {
      files.set(name, content);
      return await Promise.resolve(`mpt/${name}`);
    },
  };
}

async function settled(
  files: readonly object[],
  artefacts: Artefacts | undefined,
  tokens_max = 800,
): Promise<Readonly<Record<string, unknown>>> {
  const output = { result: null, stdout: '', stderr: '', files };
  const { output: given } = await settleOutput(
    {
      run_id: 'run',
      tool: declaredTool(registry, 'code.js', {}),
      input: {},
      output,
      text: canonicalJson(output),
      tokens_max,
    },
    artefacts,
    DEFAULT_TOOL_POLICY,
  );
  return given;
}

const bytes = Buffer.from([0x89, 0x50, 0xff, 0x00]);
const picture = { name: 'out/plan.PNG', base64: bytes.toString('base64') };
const sha256 = createHash('sha256').update(bytes).digest('hex');

test('a binary file is stored by its digest and listed in the answer', async () => {
  const kept = store();
  const output = await settled([{ name: 'a.txt', text: 'é' }, picture], kept);
  expect(output['files']).toEqual([
    { name: 'a.txt', text: 'é' },
    { name: 'out/plan.PNG', path: `mpt/${sha256}.PNG`, bytes: 4, sha256 },
  ]);
  expect([...kept.files]).toEqual([[`${sha256}.PNG`, bytes]]);
  expect(output['artefact']).toBeUndefined();
});

test('only letters and digits of the extension of its name are used for the stored file', async () => {
  const kept = store();
  await settled(
    [
      { ...picture, name: 'x.p-n.../..' },
      { ...picture, name: 'none' },
    ],
    kept,
  );
  expect([...kept.files.keys()]).toEqual([sha256]);
});

test.each([
  ['text', (at: number) => ({ name: `${at}.txt`, text: 'word '.repeat(50) })],
  ['binary', (at: number) => ({ ...picture, name: `a long name of a picture ${at}.png` })],
])('many %s files count against the token limit', async (_kind, fileAt) => {
  const kept = store();
  const files = Array.from({ length: 100 }, (_, at) => fileAt(at));
  const output = await settled(files, kept);
  expect(output['artefact']).toMatchObject({ path: 'whole-1', shortened: true });
  expect((output['files'] as unknown[]).length).toBeLessThan(100);
  expect(JSON.parse(kept.texts[0] ?? '')).toMatchObject({ files });
});

test('without an artefact store, the base64 of a binary file counts as text', async () => {
  expect((await settled([picture], undefined))['files']).toEqual([picture]);
  const large = {
    name: 'large.bin',
    base64: Buffer.from(
      Uint8Array.from({ length: 30_000 }, (_, at) => (at * at * 31) % 251),
    ).toString('base64'),
  };
  await expect(settled([large], undefined)).rejects.toMatchObject({ mpt_code: 'BOUND_DATA' });
});

test('an output that cannot be stored says so, as far as its tokens reach', async () => {
  const fault = `\`${'a long way/'.repeat(40)}\` is a link, or not a folder`;
  const unable: Artefacts = {
    keep: async () => await Promise.resolve({ fault }),
    keepFile: async () => await Promise.resolve({ fault }),
  };
  const text = [{ name: 'a.txt', text: 'word '.repeat(4000) }];
  expect(await settled(text, unable)).toMatchObject({
    artefact: { not_stored: fault, shortened: true },
  });
  // The reason has more tokens than this: only `shortened` remains, and the beginning of the output
  const brief = await settled(text, unable, 60);
  expect(brief['artefact']).toEqual({ shortened: true });
  expect((await settled([picture], unable))['files']).toEqual([
    { name: 'out/plan.PNG', bytes: 4, sha256, not_stored: fault },
  ]);
});
