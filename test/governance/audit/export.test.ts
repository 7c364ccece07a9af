/** @module export.test: a file and a key are enough to verify a log or an entry offline. */
import { readFileSync } from 'node:fs';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { exportLines, verifyExport } from '../../../governance/audit/export.ts';
import { proveEntry, verifyEntryProof } from '../../../governance/audit/prove.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { commentBy } from '../keeper/handlers/comment-by.ts';
import { created, deleted, person, Workspace } from '../keeper/handlers/workspace.ts';

async function exported(commented = false): Promise<{
  readonly lines: string[];
  readonly ws: Workspace;
  readonly note: string;
}> {
  const ws = await Workspace.found();
  const ann = person('ann');
  await ws.addApprover(ann);
  await ws.submit([created('w0'), created('w1')]);
  const note = await ws.checkpoint();
  const id = await ws.hold([deleted('w0')]);
  const marks = [{ text: 'this one', element_id: 'w0' }];
  if (commented) await commentBy(ws, id, ann, { marks });
  await ws.decide(id, ann);
  // A decision is sealed at once; this entry is not.
  await ws.submit([created('w9')]);
  const reader = openSqliteReader(ws.path);
  const lines: string[] = [];
  for await (const line of exportLines(reader)) lines.push(line);
  reader.close();
  return { lines, ws, note };
}

const trusted = (ws: Workspace): { readonly name: string; readonly publicKey: string }[] => [
  { name: 'plumbline/test', publicKey: ws.logKeys.publicKey },
];

describe('export', () => {
  it('an export of an older version, with signatures without challenges, verifies', async () => {
    const path = new URL('../../fixtures/logs/signed-without-challenges.jsonl', import.meta.url);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.filter((line) => line.includes('challenge'))).toEqual([]);
    expect(lines.filter((line) => line.includes('\\"step\\":\\"decided\\"'))).toHaveLength(2);
    expect(await verifyExport(lines)).toMatchObject({ ok: true, faults: [] });
  });

  it('an export verifies by itself with the same result as the store', async () => {
    const { lines, ws, note } = await exported();
    await using _ = ws;
    const options = { trustedLogKeys: trusted(ws), checkpoints: [{ note, from: 'the one kept' }] };
    expect(await verifyExport(lines, options)).toEqual(await ws.verify(options));
    expect(await verifyExport(lines)).toMatchObject({
      ok: true,
      entries: 7,
      events: 4,
      covered: 6,
    });
    expect(await verifyExport([...lines, ''].join('\n').split('\n'))).toMatchObject({ ok: true });
  });

  it('an export without any one of its lines, or with any one character changed, does not verify', async () => {
    const { lines, ws } = await exported(true);
    await using _ = ws;
    expect(await verifyExport(lines)).toMatchObject({ ok: true, entries: 8 });
    for (const [index] of lines.entries()) {
      const report = await verifyExport(lines.toSpliced(index, 1));
      expect(report.ok).toBe(false);
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), async (line, at) => {
        const index = 1 + (line % (lines.length - 1));
        const text = lines[index] ?? '';
        const place = at % text.length;
        const other = text[place] === '7' ? '8' : '7';
        const edited = text.slice(0, place) + other + text.slice(place + 1);
        const report = await verifyExport(lines.with(index, edited));
        return !report.ok;
      }),
      { numRuns: 150 },
    );
  });

  it('names an event with a hidden member in its payload', async () => {
    const { lines, ws } = await exported();
    await using _ = ws;
    const index = lines.findIndex((line) => line.includes('"payload":{'));
    const edited = (lines[index] ?? '').replace('"payload":{', '"payload":{"__proto__":{"a":1},');
    const report = await verifyExport(lines.with(index, edited));
    expect(report.faults[0]?.detail).toBe(`line ${index + 1} is not a line of an export`);
  });

  it('names lines that do not belong to an export', async () => {
    const { lines, ws } = await exported();
    await using _ = ws;
    const report = await verifyExport([...lines, 'x', '{"line":"other"}']);
    expect(report.faults.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['unverifiable', `line ${lines.length + 1} is not a line of an export`],
      ['unverifiable', `line ${lines.length + 2} is not a line of an export`],
    ]);
  });

  it.each<[string, (lines: readonly string[]) => readonly string[], readonly string[]]>([
    ['nothing', () => [], ['the file is empty', 'the log has no entries']],
    ['an empty line', () => [''], ['line 1 is not the header', 'the log has no entries']],
    ['a header alone', (lines) => lines.slice(0, 1), ['the log has no entries']],
    ['no header', (lines) => lines.slice(1), ['line 1 is not the header']],
    [
      'a line twice',
      (lines) => [...lines, ...lines.filter((line) => line.includes('"line":"event"')).slice(0, 1)],
      [' repeats event 1'],
    ],
    [
      'a space',
      (lines) => lines.with(2, (lines[2] ?? '').replace(',"', ', "')),
      ['line 3 is not in the canonical form of an export'],
    ],
  ])('an export with %s does not verify', async (_what, change, wanted) => {
    const { lines, ws } = await exported();
    await using _ = ws;
    const { ok, faults } = await verifyExport(change(lines));
    expect(ok).toBe(false);
    for (const [index, text] of wanted.entries()) expect(faults[index]?.detail).toContain(text);
    expect(faults).toHaveLength(wanted.length);
  });
});

describe('prove', () => {
  it('a proof shows that an entry is on the log to anyone who has the key', async () => {
    const { ws } = await exported();
    await using _ = ws;
    const reader = openSqliteReader(ws.path);
    for (const seq of [1, 2, 3]) {
      const proof = await proveEntry(reader, seq);
      const hash = reader.auditAfter(seq - 1, 1)[0]?.hash;
      expect(proof && verifyEntryProof(proof, trusted(ws))).toEqual({ ok: true, hash });
    }
    expect(await proveEntry(reader, 8)).toBeNull();
    expect(await proveEntry(reader, 0)).toBeNull();
    reader.close();
  });

  it('names the reason why a proof is invalid', async () => {
    const { ws } = await exported();
    await using _ = ws;
    const reader = openSqliteReader(ws.path);
    const [covered, late] = [await proveEntry(reader, 2), await proveEntry(reader, 7)];
    reader.close();
    if (covered === null || late === null) throw new Error('want both proofs');
    const verdict = (proof: typeof covered, keys = trusted(ws)): unknown =>
      verifyEntryProof(proof, keys);
    expect(verdict(late)).toEqual({ ok: false, fault: 'no_checkpoint' });
    expect(verdict({ ...late, checkpoint: covered.checkpoint })).toEqual({
      ok: false,
      fault: 'other_tree',
    });
    expect(verdict({ ...covered, body: `${covered.body} ` })).toEqual({
      ok: false,
      fault: 'not_included',
    });
    expect(verdict({ ...covered, seq: 1 })).toEqual({ ok: false, fault: 'not_included' });
    expect(verdict({ ...covered, prev_hash: 'x' })).toEqual({ ok: false, fault: 'not_included' });
    expect(verdict(covered, [])).toEqual({ ok: false, fault: 'wrong_key' });
  });
});
