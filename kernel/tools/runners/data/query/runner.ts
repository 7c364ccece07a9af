/** @module runner: the tool data.query, which runs SQL over the table of a CSV file, a workbook or JSON. */
import { z } from 'zod';

import type { Runner } from '../../runner.ts';
import { parseInput } from '../../task/parse-input.ts';
import { TaskStop } from '../../task/task-stop.ts';
import { createDataRunner, DELIMITED_FIELDS, TABLE_FIELDS } from '../data-runner.ts';
import type { DataRunnerOptions, TablePlace } from '../data-runner.ts';
import { runQueryJob } from './process.ts';
import type { QueryRequest } from './query.ts';

const { path, content_base64, header, offset, limit } = TABLE_FIELDS;
const QueryInput = z.strictObject({
  path,
  content_base64,
  header,
  offset,
  limit,
  ...DELIMITED_FIELDS,
  content: z.string().optional(),
  sql: z.string().min(1).max(10_000),
  sheet: z.union([z.string().min(1).max(255), z.int().min(0)]).default(0),
});

/** The first bytes of a workbook, which is a ZIP file, as base64. */
const ZIP_BASE64 = 'UEsD';

/**
 * The runner of `data.query`. Input:
 *
 * - exactly one of `path`, `content` and `content_base64`. `path` is in the data folder; `.xlsx` and `.xlsm` are
 *   workbooks, `.json`, `.geojson`, `.jsonl` and `.ndjson` are JSON, all other files are delimited text;
 * - `sql`: one SELECT over the table `t`;
 * - `sheet` and `header` as in `data.xlsx`, `delimiter` and `encoding` as in `data.csv` for delimited text;
 * - `offset` and `limit` in rows of the result.
 *
 * Output: `QueryAnswer`. A column of delimited text with only numbers is INTEGER or REAL, with NULL for empty cells and
 * words such as `n/a`; `007` is text. Price: 1 gas per 64 KiB, and per 2000 cells of the file and of the result. The work of SQLite itself
 * is bounded only by time and memory: its process is killed at the limit.
 */
export function createDataQueryRunner(options: DataRunnerOptions): Runner {
  return createDataRunner(
    options,
    { engine: `data-query@1 sqlite@${process.versions['sqlite']}` },
    {
      parse: (input) => {
        const {
          path: file,
          content,
          content_base64: bytes,
          ...request
        } = parseInput(QueryInput, input);
        const place = { path: file, content, content_base64: bytes };
        const format = formatOf(place);
        assertDelimited(format, request);
        return { place, job: { ...request, format } };
      },
      run: async (source, request, { budget, signal }) =>
        await runQueryJob(
          { source, request, gas: budget.gas, mem_mb: budget.mem_mb },
          { time_ms: budget.time_ms, signal },
        ),
    },
  );
}

/** @throws {TaskStop} TOOL_SCHEMA_MISS for a delimiter or an encoding of a table that is not delimited text */
function assertDelimited(
  format: QueryRequest['format'],
  { delimiter, encoding }: Pick<QueryRequest, 'delimiter' | 'encoding'>,
): void {
  if (format === 'csv' || (delimiter === null && encoding === null)) return;
  const name = delimiter === null ? 'encoding' : 'delimiter';
  throw new TaskStop(
    'TOOL_SCHEMA_MISS',
    `input \`${name}\` does not fit: expected a table of delimited text, received ${format === 'json' ? 'JSON' : 'a workbook'}; leave it out`,
  );
}

/** The beginning of JSON objects and lists, with which no CSV file begins. */
const JSON_START = /^\s*(?:\[\s*[[{\]]|\{\s*["}])/;

function formatOf({
  path: file,
  content,
  content_base64: bytes,
}: TablePlace): QueryRequest['format'] {
  if (/\.xls[xm]$/i.test(file ?? '') || bytes?.startsWith(ZIP_BASE64) === true) return 'xlsx';
  const json = /\.(?:json|geojson|jsonl|ndjson|geojsonl)$/i.test(file ?? '');
  return json || JSON_START.test(content ?? '') ? 'json' : 'csv';
}
