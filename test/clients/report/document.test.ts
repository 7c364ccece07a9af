/** @module document.test: long lists state how many rows are left out, and an empty or broken log is said as such. */
import { describe, expect, test } from 'vitest';

import { BoundedList } from '../../../clients/plumbline/report/bounded-list.ts';
import { reportDocument } from '../../../clients/plumbline/report/document/document.ts';
import { markdownReport } from '../../../clients/plumbline/report/print/markdown.ts';
import type { ReportData } from '../../../clients/plumbline/report/report-data.ts';
import { exampleReport } from './example-report.ts';

const example = await exampleReport();

/** The report with other data, as Markdown. */
function printed(changes: Partial<ReportData>): string {
  return markdownReport(reportDocument({ ...example, ...changes }), null).text;
}

test('a bounded list keeps its first rows, and makes no others', () => {
  const made: number[] = [];
  const list = new BoundedList<number>(3);
  for (let row = 0; row < 10; row += 1) {
    list.add(() => {
      made.push(row);
      return row;
    });
  }
  expect(list.list()).toEqual({ rows: [0, 1, 2], total: 10 });
  expect(made).toEqual([0, 1, 2]);
});

describe('rows that are left out', () => {
  const { operations, callers, approvals, pictures } = example;
  test.each<[string, Partial<ReportData>, string]>([
    [
      'operations',
      { operations: { ...operations, total: 1001 } },
      '… and 1000 more operations (1 of 1001 are listed); the following operations: `--since #1291`',
    ],
    [
      'changed elements',
      {
        operations: {
          total: 1,
          rows: operations.rows.map((row) =>
            Object.assign({}, row, { changes: { ...row.changes, total: 503 } }),
          ),
        },
      },
      '… and 500 more changed elements (3 of 503 are listed); all are in the log: `plumbline audit export FILE`',
    ],
    [
      'callers',
      { callers: { ...callers, total: 3 } },
      '… and 2 more callers (1 of 3 are listed); narrow the report with `--since`',
    ],
    ['approvals', { approvals: { ...approvals, total: 9 } }, '… and 8 more approvals (1 of 9'],
    ['levels', { pictures: { ...pictures, total: 30 } }, '… and 29 more levels (1 of 30'],
  ])('%s', (_, changes, sentence) => {
    expect(printed({})).not.toContain('more');
    expect(printed(changes)).toContain(sentence);
  });
});

test('each fault of a broken log is listed, and the first section says that it is no evidence', () => {
  const faults = {
    rows: [{ kind: 'event_edited', seq: 12, detail: 'event 12 differs' } as const],
    total: 1,
  };
  const text = printed({ verification: { ...example.verification, ok: false, faults } });
  const [head = ''] = text.split('## Verification');
  expect(head).toContain('NOT INTACT: 1 fault in the log. This report is not evidence');
  expect(text).toContain('event_edited at 12: event 12 differs');
  expect(text).not.toContain('The log is intact');
});

test('an empty period has no sections about calls', () => {
  const text = printed({ stretch: null });
  expect(text).toContain('Nothing is reported: no entry is in this period');
  expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
    'Summary',
    'Verification of the log',
    'Basis of this report',
  ]);
});

test('entries without a checkpoint are said to have none', () => {
  expect(printed({})).toContain('Every entry is covered by a signed checkpoint');
  const verification = { ...example.verification, covered: 400 };
  expect(printed({ verification })).toContain(
    'Entries after 400 are not covered by a signed checkpoint.',
  );
});
