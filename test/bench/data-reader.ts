/** @module data-reader: a process that reads one large table with one reader and prints time, counts and peak memory. */
import { createReadStream } from 'node:fs';
import { basename, dirname } from 'node:path';
import process from 'node:process';

import { parse } from 'csv-parse';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';

import { createDataCsvRunner } from '../../kernel/tools/runners/data/csv/runner.ts';
import { createDataXlsxRunner } from '../../kernel/tools/runners/data/xlsx/runner.ts';
import type { Runner } from '../../kernel/tools/runners/runner.ts';
import { openIn } from '../kernel/tools/runners/open-in.ts';

/** What a reader counted. */
type Counts = { readonly rows: number; readonly first: string };

const LIMITS = {
  time_ms: 600_000,
  mem_mb: 256,
  gas: 1_000_000,
  depth: 4,
  tool_calls_max: 6,
  web_requests_max: 3,
  tokens_output_max: 800,
};

async function byRunner(runner: Runner, path: string): Promise<Counts> {
  const input = { path: basename(path), header: false, limit: 1, count_all: true };
  const outcome = await runner.run(input, LIMITS, new AbortController().signal, {
    open: openIn(dirname(path)),
  });
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.cause}`);
  const { rows, total_rows } = outcome.output;
  return { rows: Number(total_rows), first: String(Array.isArray(rows) ? rows[0] : '') };
}

const now = (): number => performance.now();

const READERS: Readonly<Record<string, (path: string) => Promise<Counts>>> = {
  'data.csv': async (path) => {
    await using runner = createDataCsvRunner({ now });
    return await byRunner(runner, path);
  },
  'data.xlsx': async (path) => {
    await using runner = createDataXlsxRunner({ now });
    return await byRunner(runner, path);
  },
  papaparse: async (path) =>
    await new Promise((resolve, reject) => {
      let rows = 0;
      let first = '';
      Papa.parse<string[]>(createReadStream(path), {
        step: ({ data }) => {
          if (rows === 0) first = data.join(',');
          // It gives the end of the file as a row of one empty cell
          if (data.length > 1) rows += 1;
        },
        complete: () => resolve({ rows, first }),
        error: reject,
      });
    }),
  'csv-parse': async (path) => {
    let rows = 0;
    let first = '';
    for await (const record of createReadStream(path).pipe(parse({ bom: true }))) {
      if (rows === 0) first = String(record);
      rows += 1;
    }
    return { rows, first };
  },
  exceljs: async (path) => {
    const book = new ExcelJS.stream.xlsx.WorkbookReader(path, {
      sharedStrings: 'cache',
      styles: 'cache',
      worksheets: 'emit',
    });
    let rows = 0;
    let first = '';
    for await (const sheet of book) {
      for await (const row of sheet) {
        if (rows === 0 && Array.isArray(row.values)) {
          first = row.values.slice(1).map(String).join(',');
        }
        rows += 1;
      }
    }
    return { rows, first };
  },
};

const [name = '', path = ''] = process.argv.slice(2);
const began = performance.now();
const counts = await READERS[name]?.(path);
const ms = performance.now() - began;
const peak_mb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ ...counts, ms, peak_mb }));
process.exit(0);
