/** @module tests of the page of the scorecard: sums, shares and the order of reasons. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { pageOf, VERSION_LINE } from './page.ts';

const FILE = { source: 'github:a/b', licence: 'MIT', tool: 'Tool | 1', path: '' };
const FACTS = { bytes: 12_345, records: 10, schema: 'IFC4', cpu_ms: 20, memory_mb: 3 };

test('the page adds up files, escapes cells and lists the most frequent reason first', () => {
  const walls = (parametric: number, body: number) => ({
    IfcWall: { parametric, body, data_only: 0, refused: 0 },
  });
  const reason = (text: string, count: number) =>
    ({ class: 'IfcWall', outcome: 'body', reason: text, count }) as const;
  const page = pageOf([
    {
      file: { ...FILE, name: 'a.ifc' },
      score: { ...FACTS, products: 3, classes: walls(2, 1), reasons: [reason('one', 1)] },
    },
    {
      file: { ...FILE, name: 'b.ifc' },
      score: { ...FACTS, products: 5, classes: walls(1, 4), reasons: [reason('two', 4)] },
    },
  ]);
  const lines = page.split('\n');
  expect(lines).toContain('| IfcWall | 8 | 3 | 37.5 | 8 | 37.5 | 5 | 0 | 0 |');
  expect(lines).toContain(
    '| a.ifc | Tool \\| 1 | IFC4 | 12 | 3 | 20 | 3 | 2/3 |  |  |  |  |  |  |  |  |',
  );
  expect(lines.indexOf('| 4 | IfcWall | body | two |')).toBeLessThan(
    lines.indexOf('| 1 | IfcWall | body | one |'),
  );
});

test('the share of possible products leaves out those without a body or a hole', () => {
  const classes = {
    IfcGrid: { parametric: 0, body: 0, data_only: 2, refused: 0 },
    IfcWindow: { parametric: 6, body: 4, data_only: 1, refused: 0 },
  };
  const window = (outcome: 'body' | 'data_only', reason: string, count: number) =>
    ({ class: 'IfcWindow', outcome, reason, count }) as const;
  const reasons = [
    window('body', 'fills no opening', 2),
    window('body', 'its opening is no rectangle', 2),
    window('data_only', 'no body', 1),
  ];
  const lines = pageOf([
    { file: { ...FILE, name: 'a.ifc' }, score: { ...FACTS, products: 13, classes, reasons } },
  ]).split('\n');
  expect(lines).toContain('| IfcWindow | 11 | 6 | 54.5 | 8 | 75.0 | 4 | 1 | 0 |');
  expect(lines).toContain('| IfcGrid | 2 | 0 | 0.0 | 0 |  | 0 | 2 | 0 |');
});

test('the page that is published is about this version of the recogniser', () => {
  const published = readFileSync(join(import.meta.dirname, '../../docs/scorecard.md'), 'utf8');
  expect(pageOf([]).split('\n')).toContain(VERSION_LINE);
  expect(published.split('\n')).toContain(VERSION_LINE);
});
