/** @module runner: the tool data.xlsx, which returns rows of one sheet of a workbook with the workbook's types. */
import { z } from 'zod';

import type { Runner } from '../../runner.ts';
import { parseInput } from '../../task/parse-input.ts';
import { createDataRunner, inThread, TABLE_FIELDS } from '../data-runner.ts';
import type { DataRunnerOptions } from '../data-runner.ts';

const XlsxInput = z.strictObject({
  ...TABLE_FIELDS,
  sheet: z.union([z.string().min(1).max(255), z.int().min(0)]).default(0),
  values: z.enum(['typed', 'stored']).default('typed'),
});

/**
 * The runner of `data.xlsx`. Input:
 *
 * - exactly one of `path` (in the data folder) and `content_base64`;
 * - `sheet`: a name or a position from 0, default the first;
 * - `header`: default true, the first row with a value names the columns;
 * - `columns`, `offset`, `limit` and `count_all` as in `data.csv`;
 * - `values`: `typed` (default) or `stored`.
 *
 * Output: `XlsxAnswer`. Text is never converted. `typed`: a stored number is a number unless that would change its
 * value, a number with a date format is ISO 8601 without a time zone, an error is its name, a formula is its stored
 * value. `stored`: numbers, dates and booleans are the text of the file. Macros, links and formulas are never
 * executed. Price: 1 gas per started 64 KiB inflated and per started 1000 cells read.
 */
export function createDataXlsxRunner(options: DataRunnerOptions): Runner {
  const provenance = { engine: 'data-xlsx@1', zip: 'yauzl@3.4.0' };
  return createDataRunner(
    options,
    provenance,
    inThread((input) => {
      const { path, content_base64, ...request } = parseInput(XlsxInput, input);
      return { place: { path, content_base64 }, job: { kind: 'xlsx', request } };
    }),
  );
}
