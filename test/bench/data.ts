/** @module data: large tables read by data.csv and data.xlsx and by others, each in a process of its own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { bookOf, SHEET_CLOSE, SHEET_OPEN } from '../corpus/xlsx/write.ts';
import type { BenchRow } from './measure.ts';

type Reading = {
  readonly rows: number;
  readonly first: string;
  readonly ms: number;
  readonly peak_mb: number;
};

const ROUNDS = 3;

/** Rows of one comparison: the reader of the product against each other one, in turn, best of three. */
export function dataRows(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-data-'));
  try {
    const csv = join(folder, 'table.csv');
    writeFileSync(csv, csvText());
    const xlsx = join(folder, 'table.xlsx');
    writeFileSync(xlsx, xlsxBytes());
    return Promise.resolve([
      // The thread and its start are in the time of ours, and papaparse reads no encodings and has no limits
      ...comparisons('data.csv', { papaparse: 1.5, 'csv-parse': 0.6 }, csv),
      ...comparisons('data.xlsx', { exceljs: 0.8 }, xlsx),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `others`: readers with the share of their time that ours may take. */
function comparisons(
  ours: string,
  others: Readonly<Record<string, number>>,
  path: string,
): readonly BenchRow[] {
  const readers = [ours, ...Object.keys(others)];
  const best = new Map<string, Reading>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const reader of readers) {
      const reading = read(reader, path);
      const known = best.get(reader);
      if (known === undefined || reading.ms < known.ms) best.set(reader, reading);
    }
  }
  const mine = best.get(ours);
  if (mine === undefined) return [];
  const size = `${(statSync(path).size / 1e6).toFixed(1)} MB`;
  return Object.entries(others).flatMap(([other, limit]) => {
    const theirs = best.get(other);
    if (theirs === undefined) return [];
    if (theirs.rows !== mine.rows || theirs.first !== mine.first) {
      throw new Error(`${other} read ${theirs.rows} rows, ${ours} ${mine.rows}: not the same`);
    }
    const ratio = mine.ms / theirs.ms;
    return [
      {
        what: `${ours} against ${other}: ${mine.rows} rows, ${size}, checks and thread included`,
        baseline: told(theirs),
        measured: told(mine),
        ratio,
        target: `≤ ${limit} × its time, in ≤ 200 MB of process memory`,
        holds: ratio <= limit && mine.peak_mb <= 200,
      },
    ];
  });
}

function told({ ms, peak_mb }: Reading): string {
  return `${ms.toFixed(0)} ms, peak ${peak_mb.toFixed(0)} MB`;
}

function read(reader: string, path: string): Reading {
  const main = fileURLToPath(new URL('./data-reader.ts', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [main, reader, path], { encoding: 'utf8' }));
}

/** About 50 MB: six columns, a quoted one among them; no header. */
export function csvText(): string {
  const lines: string[] = [];
  for (let at = 0; at < 922_000; at += 1) {
    lines.push(
      `${String(at).padStart(7, '0')},room ${at % 977},${(at * 37) % 9000},"north, wing ${at % 7}",${at % 2 === 0},2024-01-${String((at % 28) + 1).padStart(2, '0')}\n`,
    );
  }
  return lines.join('');
}

/** About 10 MB of workbook: 250,000 rows of numbers and shared texts that do not compress away. */
function xlsxBytes(): Buffer {
  const rows: string[] = [SHEET_OPEN];
  for (let at = 1; at <= 250_000; at += 1) {
    const noise = (at * 2_654_435_761) % 4_294_967_296;
    rows.push(
      `<row r="${at}"><c r="A${at}"><v>${noise}</v></c><c r="B${at}" t="s"><v>${noise % 5000}</v></c><c r="C${at}"><v>${(noise % 99_991) / 8}</v></c><c r="D${at}"><v>${(noise * 7) % 1_000_003}</v></c><c r="E${at}" t="s"><v>${(noise * 3) % 5000}</v></c><c r="F${at}" t="b"><v>${noise % 2}</v></c></row>`,
    );
  }
  rows.push(SHEET_CLOSE);
  const strings = Array.from({ length: 5000 }, (_, at) => `<si><t>room number ${at * 31}</t></si>`);
  return bookOf({ sheet: rows.join(''), strings: strings.join('') });
}
