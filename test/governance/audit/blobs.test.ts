/** @module blobs.test: verification names missing and damaged blobs, in stores and in exported logs. */
import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exportLines, verifyExport } from '../../../governance/audit/export.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { BLOB_CHUNK_BYTES } from '../../../schemas/imports.ts';
import { levelRecord, madeImport, wallRecord } from '../../made-import.ts';
import { stage, stageMade } from '../keeper/handlers/staging.ts';
import { attackFile, person, verifyFile, Workspace } from '../keeper/handlers/workspace.ts';

const FILE = randomBytes(BLOB_CHUNK_BYTES + 7).toString('latin1');
const IMPORT = madeImport([wallRecord('i1', 'iL'), levelRecord('iL', 'I')], { text: FILE });
const { file, manifest } = IMPORT.event.payload;

let ws: Workspace;
let lines: readonly string[];
let copies = 0;

beforeAll(async () => {
  ws = await Workspace.found();
  const ann = person('ann');
  await ws.addApprover(ann);
  await stageMade(ws, IMPORT);
  await ws.decide(await ws.hold([IMPORT.event]), ann);
  await stage(ws, Buffer.from('a blob that waits for its plan'));
  await ws.checkpoint();
  ws.settle();
  const reader = openSqliteReader(ws.path);
  const found: string[] = [];
  for await (const line of exportLines(reader)) found.push(line);
  reader.close();
  lines = found;
});
afterAll(() => ws[Symbol.asyncDispose]());

async function faultsAfter(attack: (db: DatabaseSync) => void): Promise<readonly string[]> {
  copies += 1;
  const path = `${ws.path}.${copies}`;
  copyFileSync(ws.path, path);
  attackFile(path, attack);
  return (await verifyFile(path)).faults.map(({ kind, detail }) => `${kind}: ${detail}`);
}

const [FILE_NAME, MANIFEST_NAME] = [
  `the blob \`${file.sha256}\`, the file of \`import_1\``,
  `the blob \`${manifest.sha256}\`, the manifest of \`import_1\``,
];

describe('a store', () => {
  it('with all blobs verifies', async () => {
    expect((await verifyFile(ws.path)).faults).toEqual([]);
  });

  it.each([
    [
      'a missing blob',
      `DELETE FROM blobs WHERE sha256 = '${file.sha256}'`,
      `blob_missing: ${FILE_NAME}`,
    ],
    [
      'a missing chunk',
      `DELETE FROM blob_chunks WHERE sha256 = '${file.sha256}' AND n = 1`,
      `blob_damaged: ${FILE_NAME} (event 1), has 1 chunks; expected 2`,
    ],
    [
      'a chunk of other content',
      `UPDATE blob_chunks SET packed = (SELECT packed FROM blob_chunks WHERE n = 1)
       WHERE sha256 = '${file.sha256}' AND n = 0`,
      `blob_damaged: ${FILE_NAME} (event 1), got a chunk`,
    ],
    [
      'a manifest that does not unpack',
      `UPDATE blob_chunks SET packed = x'00' WHERE sha256 = '${manifest.sha256}'`,
      `blob_damaged: ${MANIFEST_NAME}`,
    ],
    [
      'a blob that is not kept',
      `UPDATE blobs SET state = 'staged' WHERE sha256 = '${file.sha256}'`,
      `table_mismatch: ${FILE_NAME} (event 1), is \`staged\``,
    ],
    [
      'a blob that no event keeps',
      `UPDATE blobs SET state = 'kept' WHERE state = 'staged'`,
      'a blob that no event names, is `kept`',
    ],
    ['a row less in the index', `DELETE FROM manifest_rows WHERE id = 'i1'`, 'the row of `i1`'],
    [
      'another place in the index',
      `UPDATE manifest_rows SET at = at + 1 WHERE id = 'i1'`,
      'the row of `i1`',
    ],
    [
      'an import less',
      'DELETE FROM imports',
      'the row of event 1 is missing from the table imports',
    ],
  ])('with %s is named', async (_, sql, fault) => {
    const faults = await faultsAfter((db) => db.exec(sql));
    expect(faults.filter((text) => text.includes(fault))).toHaveLength(1);
  });
});

describe('an export', () => {
  const faultsOf = async (changed: readonly string[]) =>
    (await verifyExport(changed)).faults.map(({ kind, detail }) => `${kind}: ${detail}`);
  const without = (test: (line: string) => boolean) => lines.filter((line) => !test(line));
  const isOf = (kind: string, digest: string) => (line: string) =>
    line.includes(`"line":"${kind}"`) && line.includes(digest);

  it('carries the kept blobs and verifies', async () => {
    expect(await faultsOf(lines)).toEqual([]);
    const kinds = lines.filter((line) => /"line":"(?:blob|chunk)"/.test(line));
    expect(kinds).toHaveLength(5);
  });

  it('without a blob, without a chunk, and with another one is reported', async () => {
    const isFile = isOf('blob', file.sha256);
    const isChunk = isOf('chunk', file.sha256);
    expect(await faultsOf(without((line) => isFile(line) || isChunk(line)))).toEqual([
      `blob_missing: ${FILE_NAME} (event 1), is missing`,
    ]);
    const last = lines.findLast(isChunk);
    expect(await faultsOf(without((line) => line === last))).toEqual([
      `blob_damaged: ${FILE_NAME} (event 1), has 1 chunks; expected 2`,
    ]);
    const edited = lines.map((line) => (line === last ? line.replace('":"', '":"AAAA') : line));
    expect((await faultsOf(edited)).join('\n')).toContain('blob_damaged');
    expect((await faultsOf([...lines, last ?? ''])).join('\n')).toContain('out of order');
  });
});
