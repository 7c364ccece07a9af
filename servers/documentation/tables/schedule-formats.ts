/** @module schedule-formats: the file formats of schedules. */
import { csvText } from '../../../kernel/documents/schedules/print/csv.ts';
import { jsonText } from '../../../kernel/documents/schedules/print/json.ts';
import { markdownText } from '../../../kernel/documents/schedules/print/markdown.ts';
import { xlsxOf } from '../../../kernel/documents/schedules/print/xlsx/workbook.ts';
import type { Table } from '../../../kernel/documents/schedules/table.ts';

/** Function that prints a table, file extension and media type of a format. */
export type ScheduleFormat = {
  readonly print: (table: Table) => string | Uint8Array;
  readonly ending: string;
  readonly media_type: string;
};

/** All formats of schedules, by name. */
export const SCHEDULE_FORMATS = {
  json: { print: jsonText, ending: '.json', media_type: 'application/json' },
  csv: { print: (table) => csvText(table), ending: '.csv', media_type: 'text/csv' },
  xlsx: {
    print: xlsxOf,
    ending: '.xlsx',
    media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  markdown: { print: markdownText, ending: '.md', media_type: 'text/markdown' },
} as const satisfies Readonly<Record<string, ScheduleFormat>>;
