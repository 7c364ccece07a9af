/** @module data-lines.test: the data of an answer as lines for a person. */
import { describe, expect, test } from 'vitest';

import { dataLines } from '../../../../clients/plumbline/calls/data-lines.ts';

const WIDE = Number.POSITIVE_INFINITY;

describe('dataLines', () => {
  test.each<[string, object, readonly string[]]>([
    [
      'single values',
      { id: 'w1', area: 12.5, bearing: true },
      ['id: w1', 'area: 12.5', 'bearing: true'],
    ],
    [
      'missing and empty values',
      { site: null, list: [], none: {} },
      ['site: none', 'list: none', 'none: none'],
    ],
    ['a list of plain values', { ids: ['a', 'b'] }, ['ids: a, b']],
    [
      'points',
      {
        at: { x: 1, y: 2 },
        line: [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
        ],
      },
      ['at: (1,2)', 'line: (0,0) (1,0)'],
    ],
    ['a flat object', { counts: { Walls: 2, Doors: 1 } }, ['counts: Walls 2, Doors 1']],
    [
      'rows, with parts below them',
      { rows: [{ id: 'a', box: { min: { x: 0, y: 0 }, sides: { n: 1 } } }, { id: 'b' }] },
      ['rows:', '  - id a', '    box:', '      min: (0,0)', '      sides: n 1', '  - id b'],
    ],
    ['a text of several lines', { stdout: 'one\ntwo' }, ['stdout:', '  | one', '  | two']],
    [
      'a file with its absolute path',
      {
        picture: {
          path: '/w/artifacts/a.png',
          uri: 'plumbline://a.png',
          media_type: 'image/png',
          width: 8,
          height: 6,
        },
        file: { path: '/w/artifacts/a.ifc', uri: 'plumbline://a.ifc' },
      },
      ['picture: /w/artifacts/a.png (image/png, 8 × 6)', 'file: /w/artifacts/a.ifc'],
    ],
    ['control characters', { name: 'a\u001b[31m' }, ['name: a\\u{1b}[31m']],
  ])('prints %s', (_, data, lines) => {
    expect(dataLines(data, '', WIDE)).toEqual(lines);
  });

  test('a finding is its message, place and id, and a long list is counted', () => {
    const finding = {
      finding_id: 'f1',
      severity: 'error',
      status: 'new',
      message: 'clear width of `d` is 740 mm',
      location: { x: 1, y: 2, z: 0 },
      rule_id: 'r',
    };
    expect(dataLines({ issues: [finding] }, '', WIDE)).toEqual([
      'issues:',
      '  - error: clear width of `d` is 740 mm',
      '    new, at (1,2,0), f1',
    ]);
    const counts = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, n]));
    expect(dataLines({ counts }, '', WIDE)).toEqual([
      `counts: ${Array.from({ length: 10 }, (_, n) => `k${n} ${n}`).join(', ')}, … and 11 more (--json lists all)`,
    ]);
    const ids = Array.from({ length: 51 }, (_, n) => `w${n}`);
    expect(dataLines({ ids }, '', WIDE)[0]).toMatch(/, w9, … and 41 more \(--json lists all\)$/);
    expect(dataLines({ ids: ids.slice(1) }, '', WIDE)[0]).toBe(`ids: ${ids.slice(1).join(', ')}`);
  });

  test('empty cells of rows are left out, empty members of the answer are not', () => {
    const rows = [{ name: 'a', area_m2: null, parts: [{ id: 1, note: null }] }, { name: null }];
    expect(dataLines({ rows, next_cursor: null }, '', WIDE)).toEqual([
      'rows:',
      '  - name a',
      '    parts:',
      '      - id 1',
      '  - name none',
      'next_cursor: none',
    ]);
  });

  test('folds lines on a terminal, and loses nothing', () => {
    const words = Array.from({ length: 40 }, (_, index) => `word${index}`);
    const lines = dataLines({ words }, '  ', 40);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40);
    expect(lines.join(' ').match(/word\d+/g)).toEqual(words);
  });
});
