/** @module runner: the tool data.csv, which returns rows of delimited text as text. */
import { z } from 'zod';

import type { Runner } from '../../runner.ts';
import { parseInput } from '../../task/parse-input.ts';
import { createDataRunner, DELIMITED_FIELDS, inThread, TABLE_FIELDS } from '../data-runner.ts';
import type { DataRunnerOptions } from '../data-runner.ts';

const CsvInput = z.strictObject({
  ...TABLE_FIELDS,
  content: z.string().optional(),
  ...DELIMITED_FIELDS,
  strict: z.boolean().default(false),
});

/**
 * The runner of `data.csv`. Input:
 *
 * - exactly one of `path` (in the data folder), `content` and `content_base64`;
 * - `delimiter`: default the `sep=` line, else the most likely of `, ; tab |`;
 * - `encoding`: default that of the byte order mark, else UTF-8; invalid bytes are refused, never replaced;
 * - `header`: default true, the first record names the columns;
 * - `columns`: names or positions from 0;
 * - `offset` and `limit` in rows: default 0 and 100, `limit` at most 10,000;
 * - `count_all`: read to the end, to know `total_rows`;
 * - `strict`: refuse rows of different lengths and an unclosed quote.
 *
 * Output: `CsvAnswer`. A cell is the exact text of the file: no number, date or boolean is guessed, nothing is
 * trimmed. An answer has at most 100,000 cells and 1,000,000 characters, and the offset of the next answer.
 * Price: 1 gas per started 64 KiB read and per started 1000 cells read.
 */
export function createDataCsvRunner(options: DataRunnerOptions): Runner {
  return createDataRunner(
    options,
    { engine: 'data-csv@1' },
    inThread((input) => {
      const { path, content, content_base64, ...request } = parseInput(CsvInput, input);
      return { place: { path, content, content_base64 }, job: { kind: 'csv', request } };
    }),
  );
}
