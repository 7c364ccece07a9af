/** @module sealed runs tests: nobody can read files that would reveal to an agent under test what it is asked next. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { makeRunFolder, writeRunNote } from '../../../servers/pseudo-axion/run-files.ts';
import { isSealedFile } from '../../../servers/pseudo-axion/sealed-runs.ts';

const artifacts = mkdtempSync(join(tmpdir(), 'plumbline-sealed-'));
afterAll(() => rmSync(artifacts, { recursive: true }));

const ENDED = '2026-01-01T00:00:00.000Z';
const HOUR_MS = 3_600_000;
const idOf = (nth: number): string => `run_00000000-0000-4000-8000-00000000000${nth}`;

function sealed(nth: number, after_ms = 1000, live: boolean | null = null): boolean {
  const now = (): Date => new Date(Date.parse(ENDED) + after_ms);
  const of = { artifacts, now, live: live === null ? null : { isSealed: () => live } };
  return isSealedFile(`experiments/${idOf(nth)}/report.json`, of);
}

function finished(nth: number, episode: number | null): void {
  const batch = episode === null ? null : { batch_id: 'b1', episode, episodes: 2 };
  const folder = makeRunFolder(artifacts, idOf(nth));
  writeRunNote(folder, { run_id: idOf(nth), kind: 'live', ended_at: ENDED, batch });
}

test('files outside of runs and files of a finished run are not sealed', () => {
  finished(1, null);
  expect(sealed(1)).toBe(false);
  expect(isSealedFile('out/house.ifc', { artifacts, now: () => new Date(), live: null })).toBe(
    false,
  );
});

test('the files of an unfinished run are sealed', () => {
  writeFileSync(join(makeRunFolder(artifacts, idOf(2)), 'audit_live.log.jsonl'), '');
  expect(sealed(2)).toBe(true);
  expect(
    isSealedFile(`Experiments/${idOf(2)}/a`, { artifacts, now: () => new Date(), live: null }),
  ).toBe(true);
});

test('an episode of a batch is sealed in every process until the last one has ended', () => {
  finished(3, 1);
  expect(sealed(3)).toBe(true);
  expect(sealed(3, HOUR_MS - 1)).toBe(true);
  finished(4, 2);
  expect([sealed(3), sealed(4)]).toEqual([false, false]);
});

test('an abandoned batch is unsealed after an hour, unless this process still plays it', () => {
  rmSync(join(artifacts, 'experiments', idOf(4)), { recursive: true });
  expect(sealed(3, HOUR_MS)).toBe(false);
  expect(sealed(3, HOUR_MS, true)).toBe(true);
});
