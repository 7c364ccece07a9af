/** @module mended.test: a script that cannot be read is told as it was meant, or not at all. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { mendedScript } from '../../../kernel/script/mending/mended.ts';
import {
  changesBetween,
  inMillimetres,
  rewritten,
} from '../../../kernel/script/mending/rewritten.ts';
import { parseScript, scriptFault } from '../../../kernel/script/parse-script.ts';

const ON = 'level Ground at 0\nwalls rect (0, 0) to (8, 6) as s\n';

function mended(text: string): string | null {
  return mendedScript(ON + text, (one) => scriptFault(one))?.slice(ON.length) ?? null;
}

describe('what was meant', () => {
  test('is told of each mistake of a script', () => {
    const wrong = [
      "room 'Living Room' (2, 2)",
      'for i in range(2):',
      '  door in s.south position 2 * i, width: 0.9',
      'room Bed Room (6, 2)',
    ];
    expect(mended(wrong.join('\n'))?.split('\n')).toEqual([
      'room "Living Room" at (2, 2)',
      'for i in 0..2 {',
      '  door in $s.south at 2 * i width 0.9 }',
      'room "Bed Room" at (6, 2)',
    ]);
  });

  test('is told alike of lines that end with a carriage return', () => {
    const wrong = 'room "A" at (2, 2)\ndoor in $s.souht position 1\nroom Bed Room (6, 2)';
    expect(mended(wrong.replaceAll('\n', '\r\n'))).toBe(mended(wrong));
    expect(mended(wrong)).toContain('door in $s.south at 1');
  });

  // A rule that tries in all ways where a gap ends would not be through in this century.
  test.each(['\n', '\r\n'])('is looked for in gaps of any width, before %j', (end) => {
    const gap = ' '.repeat(3000);
    const holes = ' hole rect (1, 1) size 1 x 1'.repeat(300);
    for (const line of [
      `wall (${gap},${gap},${gap}`,
      `for i in range(${gap}x`,
      `for (i=${gap};i<${gap};`,
      `wall {x:${gap},y:${gap}`,
      `for (i of ${gap}`,
      `for${gap}x`,
      `"${gap}" + ${gap}(`,
      `floor rect (0, 0) size 90 x 90 type Slab${holes}`,
    ]) {
      expect(mended(`${line}${end}`)).toBe(null);
    }
  });

  test('leaves the lines alone that can be read', () => {
    const text = 'room "It\'s (1; 2)" at (2, 2) # for (i = 0; i < 3; i++)\ndoor in $s.souht at 1';
    expect(mended(text)).toBe(text.replace('souht', 'south'));
  });

  test.each([
    ['nothing is wrong', 'door in $s.south at 1'],
    ['which of several is unknown', 'door in $s at 1'],
    ['one of the mistakes is of no kind', "room 'Hall' at (2, 2)\ndoor in $s at 1"],
    [
      'three dots count the last in one language and not in another',
      'for i in 0...4 { room R at (i, 0) }',
    ],
    ['a size is missing', 'column at (2, 2) size 0.3'],
    ['a block does not end', 'for i in 0..3 {\nwall (0, i) to (1, i)'],
    ['the script is long', `${'# \n'.repeat(10_000)}room 'Hall' at (2, 2)`],
  ])('is not guessed where %s', (_why, text) => {
    expect(mended(text)).toBe(null);
  });

  test('never counts one round too few or too many', () => {
    for (const [head, rounds] of [
      ['for (let i = 0; i <= 4; i++)', 5],
      ['for (var i = 1; i < 4; i += 1)', 3],
      ['for i in 0..=4', 5],
      ['for i in 0..<4', 4],
      ['for i = 1, 4', 4],
    ] as const) {
      const text = mended(`${head} { column at (i, 9) size 0.3 x 0.3 }`);
      const read = parseScript(ON + String(text));
      const columns = read.ok ? read.calls.filter(({ tool }) => tool === 'create_column') : [];
      expect([head, columns.length]).toEqual([head, rounds]);
    }
  });

  test('can be read, whatever came', () => {
    const pieces = [
      'wall',
      'room',
      "'A b'",
      '(0, 1)',
      '[2,3]',
      'at',
      '=',
      ',',
      '{',
      '}',
      'for',
      '$s',
    ];
    const text = fc.array(fc.constantFrom(...pieces, '\n', '3 m', '"', '`', ':', 'x', '..'), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(text, (words) => {
        const found = mended(words.join(' '));
        return found === null || parseScript(ON + found).ok;
      }),
      { numRuns: 300 },
    );
  });
});

describe('words that begin statements elsewhere', () => {
  test.each([
    ['if 2', 'for x in [0, 4.5]'],
    ['while 2', 'for x in [0, 4.5]'],
    ['delete $s.south', 'delete_elements'],
  ])('%s', (text, said) => {
    const read = parseScript(ON + text);
    expect(read.ok ? '' : read.error.message).toContain(said);
  });
});

describe('other values in a statement', () => {
  const at = { line: 2, column: 3 };
  const text = 'level Ground at 0\n  door in @Wset at 5.5 width 900mm\n';
  test('are written in their units, names with at signs', () => {
    const changes = changesBetween(
      { wall_id: '@Wset', offset: 5500, width: 900 },
      { wall_id: '@West wing', offset: 5000, width: 800 },
    );
    expect(rewritten(text, at, changes)).toBe(
      'level Ground at 0\n  door in @"West wing" at 5 width 800mm\n',
    );
  });
  test('are not where a value is written twice, reckoned, or in a loop', () => {
    const changes = [{ from: 5500, to: 5000 }];
    const twice = text.replace('900mm', '5.5');
    expect(rewritten(twice, at, changes)).toBe(null);
    expect(rewritten(text.replace('5.5', '11 / 2'), at, changes)).toBe(null);
    expect(rewritten(text, { ...at, within: ['i = 0 in the loop of line 1'] }, changes)).toBe(null);
  });
});

test('numbers without a unit are taken for millimetres where they are great and lengths', () => {
  const script =
    'level "L 3000" at 3000 # 4000\nwall (0, 0) to (6000, 0) fire 90 height 2800mm\nroof rect (0,0) to (6000, 40) slope 60\nfor i in 0..100 { turn @C200 by 90 about (1500, i) }';
  expect(inMillimetres(script)).toBe(
    'level "L 3000" at 3000mm # 4000\nwall (0, 0) to (6000mm, 0) fire 90 height 2800mm\nroof rect (0,0) to (6000mm, 40) slope 60\nfor i in 0..100 { turn @C200 by 90 about (1500mm, i) }',
  );
  expect(inMillimetres('wall (0, 0) to (6, 0)')).toBe(null);
});
