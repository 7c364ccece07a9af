/** @module parse-script: shapes, names, levels, where an error is reported, and laws over any text. */
import { readFileSync } from 'node:fs';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { MAX_SCRIPT_BYTES, parseScript } from '../../../../kernel/building/script/parse-script.ts';
import { MAX_STATEMENTS } from '../../../../kernel/building/script/references.ts';
import { STATEMENTS } from '../../../../kernel/building/script/statements.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { callsOf, errorOf, GROUND, last } from './parsed.ts';

describe('walls of a shape', () => {
  test('a rectangle has four named walls, south and north to the east, west and east to the north', () => {
    const calls = callsOf(`${GROUND}walls rect (4, 3) to (0, 0) height 3 name Shell as s`).slice(1);
    expect(calls.map(({ as, arguments: { name, start, end } }) => [as, name, start, end])).toEqual([
      ['s__south', 'Shell south', { x: 0, y: 0 }, { x: 4000, y: 0 }],
      ['s__east', 'Shell east', { x: 4000, y: 0 }, { x: 4000, y: 3000 }],
      ['s__north', 'Shell north', { x: 0, y: 3000 }, { x: 4000, y: 3000 }],
      ['s__west', 'Shell west', { x: 0, y: 0 }, { x: 0, y: 3000 }],
    ]);
    expect(
      last(`${GROUND}walls rect (0,0) size 4 x 3 as s\ndoor in $s.north at 1`)['wall_id'],
    ).toBe('$s__north');
  });

  test('a path has one wall fewer than points, as many when closed', () => {
    expect(callsOf(`${GROUND}walls path (0,0) (4,0) (4,3)`)).toHaveLength(3);
    const closed = callsOf(`${GROUND}walls path (0,0) to (4,0) to (4,3) closed as p`);
    expect(closed).toHaveLength(4);
    expect(closed.at(-1)).toMatchObject({ as: 'p__3', arguments: { end: { x: 0, y: 0 } } });
    expect(errorOf(`${GROUND}walls path (0,0) (4,0) closed`).expected).toContain('height');
  });

  test.each([
    '(0,0) (4,0) (4,3) (0,0) closed',
    // 0.3 m and three tenths added up differ by a rounding.
    '(0.1 + 0.2 - 0.3, 0) (4,0) (4,3) (0,0) closed',
    '(0,0) (4,0) (4,3) (0,0)',
  ])('a path may repeat its first point at the end: %s', (path) => {
    const walls = callsOf(`${GROUND}walls path ${path} side outside as p`);
    expect(walls).toHaveLength(4);
    expect(walls.at(-1)).toMatchObject({ as: 'p__3', arguments: { end: { y: 0 } } });
    // Counter-clockwise, so that the outside is to the right.
    expect(walls.at(-1)).toMatchObject({ arguments: { layer_side: 'right' } });
  });
});

describe('names', () => {
  test('`let NAME =` and `as NAME` are equivalent', () => {
    const strip = (text: string) =>
      callsOf(text).map(({ tool, as, arguments: values }) => [tool, as, values]);
    expect(strip(`${GROUND}let w = wall (0,0) to (1,0)`)).toEqual(
      strip(`${GROUND}wall (0,0) to (1,0) as w`),
    );
  });

  test.each<[string, string, RegExp, string]>([
    ['used twice', `${GROUND}wall (0,0) (1,0) as w\nwall (0,0) (0,1) as w`, /`w` is taken/, '3:21'],
    [
      'both ways',
      `${GROUND}let w = wall (0,0) (1,0) as v`,
      /because `let` has already named it/,
      '2:26',
    ],
    ['unknown', 'door in $w at 1', /nothing before this line is called `\$w`/, '1:9'],
    ['given later', `${GROUND}door in $w at 1\nwall (0,0) (1,0) as w`, /nothing before/, '2:9'],
    [
      'of a floor',
      `${GROUND}floor rect (0,0) (1,1) as f\ndoor in $f at 1`,
      /`\$f` is a floor, expected a wall/,
      '3:9',
    ],
    ['of a group', `${GROUND}walls rect (0,0) (4,3) as s\ndoor in $s at 1`, /not one wall/, '3:9'],
    [
      'of no part',
      `${GROUND}walls rect (0,0) (4,3) as s\ndoor in $s.up at 1`,
      /not one wall/,
      '3:9',
    ],
    ['with two underscores', `${GROUND}wall (0,0) (1,0) as a__b`, /expected a name/, '2:21'],
    ['as an id', 'door in "$x" at 1', /expected a wall/, '1:9'],
  ])('%s', (_, text, message, place) => {
    const error = errorOf(text);
    expect(`${error.line}:${error.column}`).toBe(place);
    expect(error.message).toMatch(message);
  });

  test('a group and a wall with similar names do not conflict', () => {
    const text = `${GROUND}walls rect (0,0) (4,3) as f\nwall (0,1) (4,1) as f_west\ndoor in $f_west at 1`;
    expect(last(text)['wall_id']).toBe('$f_west');
  });
});

describe('levels', () => {
  test('a level is current until the next or until `on`, which can also follow one statement', () => {
    const text = `level A at 0\nwall (0,0) (1,0)\nlevel B at 3 as b\nlevel C at 6 as c\nwall (0,0) (1,0)
      on $b; wall (0,0) (1,0)\nwall (0,0) (1,0) on $c\nwall (0,0) (1,0)`;
    const walls = callsOf(text).filter(({ tool }) => tool === 'create_wall');
    expect(walls.map(({ arguments: { level_id } }) => level_id)).toEqual([
      '$level__1',
      '$c',
      '$b',
      '$c',
      '$b',
    ]);
  });

  test('refuses an element without a level', () => {
    expect(errorOf('wall (0,0) to (1,0)').expected).toEqual([
      'on LEVEL, or a level statement before this one',
    ]);
  });
});

describe('errors name the place, what is there and what was expected', () => {
  test.each<[string, number, number, string]>([
    ['wal (0,0) (1,0)', 1, 1, 'found `wal`'],
    ['\n\n  door at 3', 3, 8, 'found `at`, expected in WALL'],
    [`${GROUND}wall (0,0) to (1,0) heigth 3`, 2, 21, 'found `heigth`'],
    [`${GROUND}wall (0,0) to (1,0) height 3 height 4`, 2, 30, 'found `height`'],
    [
      `${GROUND}wall (0,0) to (1,0) height`,
      2,
      27,
      'found the end of the statement, expected a length',
    ],
    [`${GROUND}wall (0 0) to (1,0)`, 2, 9, 'found `0`, expected ,'],
    [`${GROUND}wall (0,0) to (1km,0)`, 2, 17, 'found the unit `km`'],
    [`${GROUND}wall (0,0) to (1deg,0)`, 2, 16, 'found `1deg`'],
    [
      `${GROUND}wall (0,0) to (1,0) fire 60mm`,
      2,
      26,
      'found `60mm`, expected minutes of fire resistance',
    ],
    [`${GROUND}wall (0,0) to (1,0) grid 1.5`, 2, 29, 'expected x and a second length'],
    [
      `${GROUND}wall (0,0) to (1,0) type brick`,
      2,
      26,
      'found `brick`, expected basic, structural, curtain or retaining',
    ],
    ['level "Ground at 0', 1, 7, 'unterminated text'],
    // It ends on its line: the escape is at fault, at its own place.
    [String.raw`level "a\tb" at 0`, 1, 9, String.raw`unknown escape `],
    [String.raw`level "\"\n" at 0`, 1, 10, String.raw`unknown escape `],
    [String.raw`level "a\t`, 1, 7, 'unterminated text'],
    ['level @ at 0', 1, 7, 'unexpected character `@`'],
    ['level Ground', 1, 13, 'found the end of the statement, expected at ELEVATION'],
    [
      `${GROUND}column at (0,0) height 3`,
      2,
      25,
      'found the end of the statement, expected profile "300x300" or size W x D',
    ],
    [
      `${GROUND}stair at (0,0) direction north width 1`,
      2,
      39,
      'found the end of the statement, expected to',
    ],
    ['set wall_1 hight 3', 1, 12, 'found `hight`, expected height, holes, handrails'],
    ['let x = set wall_1 height 3', 1, 9, 'found `set`'],
    [`${GROUND}wall (99999999999999, 0) to (1,0)`, 2, 7, 'expected a length of at most 1,000 km'],
    [
      `${GROUND}wall (${'9'.repeat(400)}, 0) to (1,0)`,
      2,
      7,
      'expected a length of at most 1,000 km',
    ],
    [`${GROUND}wall (0, 0) to (1,0) $`, 2, 22, '`$` has no name after it'],
  ])('%s', (text, line, column, message) => {
    const error = errorOf(text);
    expect(error).toMatchObject({ line, column });
    expect(error.message).toContain(message);
    expect(error.expected.length).toBeGreaterThan(0);
  });

  test.each([
    [`${GROUND}roof gable rect (0,0) to (4,3)`, 'type gable'],
    [`${GROUND}roof rect (0,0) to (4,3) gable slope 30`, 'type gable'],
    [`${GROUND}wall (0,0) to (1,0) exterior`, 'usage exterior'],
    [`${GROUND}wall (0,0) to (1,0) as w\ndoor sliding in $w at 1`, 'type sliding'],
    [`${GROUND}stair at (0,0) u to $g`, 'shape u'],
    [`${GROUND}wall (0,0) to (1,0)\ngable`, null],
  ])('a value without its keyword is suggested with it: %s', (text, closest) => {
    expect(errorOf(text).closest).toBe(closest);
  });

  test('scripts at and above the size limit', () => {
    const fill = (bytes: number) => `# ${'é'.repeat((bytes - 2) / 2)}`;
    expect(parseScript(fill(MAX_SCRIPT_BYTES)).ok).toBe(true);
    expect(errorOf(fill(MAX_SCRIPT_BYTES + 2)).message).toContain('bytes');
    expect(callsOf('level A at 0;'.repeat(MAX_STATEMENTS))).toHaveLength(MAX_STATEMENTS);
    expect(errorOf('level A at 0;\n'.repeat(MAX_STATEMENTS + 1))).toMatchObject({
      line: MAX_STATEMENTS + 1,
      column: 1,
    });
  });
});

describe('laws', () => {
  test('a length is the same in every unit, and on the grid', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (micrometres) => {
        const mm = toGrid(micrometres / 1000);
        const written = [
          `${mm.toFixed(3)}mm`,
          `${(mm / 10).toFixed(4)}cm`,
          (mm / 1000).toFixed(6),
          `${(mm / 304.8).toFixed(9)}ft`,
          `${(mm / 25.4).toFixed(9)} in`.replace(' ', ''),
        ];
        for (const text of written) expect(last(`level A at ${text}`)['elevation']).toBe(mm);
      }),
    );
  });

  const place = (text: string) => {
    const result = parseScript(text);
    if (result.ok) return;
    const { line, column, expected, message } = result.error;
    const lines = text.split('\n');
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
    expect(expected.length).toBeGreaterThan(0);
    expect(message).not.toMatch(/\p{Cc}/u);
  };

  test('any text is read or refused at a place inside it', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), place), { numRuns: 2000 });
  });

  test('any sequence of keywords is read or refused at a place inside it', () => {
    const words = [
      ...Object.keys(STATEMENTS),
      'at',
      'in',
      'to',
      'rect',
      'size',
      'x',
      'as',
      'let',
      '=',
      '(',
      ')',
      ',',
      '[',
      ']',
      '\n',
      '"A"',
      '$a',
      '$a.south',
      'a',
      '1',
      '-2.5m',
      '3ft',
      '6in',
      '30deg',
      'height',
      'hole',
      '#',
      ';',
      '..',
      '\r\n',
      '\u2028',
    ];
    const heap = fc
      .array(fc.constantFrom(...words), { maxLength: 40 })
      .map((list) => list.join(' '));
    fc.assert(fc.property(heap, place), { numRuns: 3000 });
  });

  test('the house without one character is read or refused at a place inside it', () => {
    const house = readFileSync(
      new URL('../../../../examples/house.plumb', import.meta.url),
      'utf8',
    );
    fc.assert(
      fc.property(fc.nat(house.length - 1), (index) =>
        place(house.slice(0, index) + house.slice(index + 1)),
      ),
      { numRuns: 500 },
    );
  });
});
