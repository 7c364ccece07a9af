/** @module schedule-formats: a table as a file of each format. */
import { atOnce, type Steps } from '../../kernel/findings/steps.ts';
import { csvText } from '../../kernel/schedules/print/csv.ts';
import { jsonText } from '../../kernel/schedules/print/json.ts';
import { markdownText } from '../../kernel/schedules/print/markdown.ts';
import { xlsxOf } from '../../kernel/schedules/print/xlsx/workbook.ts';
import type { Table } from '../../kernel/schedules/table.ts';

/** How a format is printed, and what its files are called. */
export type ScheduleFormat = {
  readonly print: (table: Table) => Steps<string | Uint8Array>;
  readonly ending: string;
  readonly media_type: string;
};

export const SCHEDULE_FORMATS = {
  json: { print: atOnce(jsonText), ending: '.json', media_type: 'application/json' },
  csv: { print: atOnce((table) => csvText(table)), ending: '.csv', media_type: 'text/csv' },
  xlsx: {
    print: xlsxOf,
    ending: '.xlsx',
    media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  markdown: { print: atOnce(markdownText), ending: '.md', media_type: 'text/markdown' },
} as const satisfies Readonly<Record<string, ScheduleFormat>>;
