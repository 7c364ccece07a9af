/** @module tests of values: their names, calculations and units. */
import { describe, expect, test } from 'vitest';

import { callsOf, errorOf, GROUND, last } from './parsed.ts';

/** The elevation of a level at this text, mm. */
function elevation(text: string, before = ''): unknown {
  return last(`${before}level A at ${text}`)['elevation'];
}

describe('lengths are calculated', () => {
  test.each<[string, number]>([
    ['1 + 2', 3000],
    ['1 + 120mm', 1120],
    ['3 - 1', 2000],
    ['3 -1', 2000],
    ['3-1', 2000],
    ['2 * 3 + 1', 7000],
    ['1 + 2 * 3', 7000],
    ['(1 + 2) * 3', 9000],
    ['6m / 4', 1500],
    ['6m / 2m', 3000],
    ['7 / 2 / 2', 1750],
    ['-(1 + 2)', -3000],
    ['- -2', 2000],
    ['min(3, 2.5m, 4)', 2500],
    ['max(1, 2 * 700mm)', 1400],
    ['5ft 6in + 1in', 1701.8],
    ['0.1 + 0.2', 300],
    ['1 / 3', 333.333],
  ])('%s', (text, mm) => {
    expect(elevation(text)).toBe(mm);
  });

  test('calculations in points, sizes and angles', () => {
    const text = `${GROUND}let w = 4\nstair at (w / 2, w - 1) to level_up direction 45 * 2 width 0.5 + 0.6 tread 270mm`;
    expect(last(text)).toMatchObject({
      start: { x: 2000, y: 3000 },
      direction_deg: 90,
      width: 1100,
    });
    expect(last(`${GROUND}let a = 2; let b = 3\nfloor rect (0, 0) size a x b + 1`)).toMatchObject({
      boundary_points: [
        { x: 0, y: 0 },
        { x: 2000, y: 0 },
        { x: 2000, y: 4000 },
        { x: 0, y: 4000 },
      ],
    });
  });

  test('a point given by distance and direction', () => {
    const wall = (text: string): unknown => last(`${GROUND}wall ${text}`);
    expect(wall('(1, 1) to polar(3, 90) + (1, 1)')).toMatchObject({ end: { x: 1000, y: 4000 } });
    expect(wall('polar(2m, 0) to polar(10ft, 180deg)')).toMatchObject({
      start: { x: 2000, y: 0 },
      end: { x: -3048, y: 0 },
    });
    // cos 30° = √3 / 2
    expect(wall('(0, 0) to polar(4, 30)')).toMatchObject({ end: { x: 3464.102, y: 2000 } });
    expect(wall('(0, 0) to polar(4, -30)')).toMatchObject({ end: { x: 3464.102, y: -2000 } });
    for (const text of ['polar(3)', 'polar((1, 2), 3)', 'polar(30deg, 3)', 'polar(3, 3m)']) {
      const error = errorOf(`${GROUND}wall (0, 0) to ${text}`);
      expect(error.message).toContain('expected a length and an angle: polar(4.5, 30)');
    }
  });

  test('points are added and scaled, and a named point can begin a shape', () => {
    const points = `${GROUND}let p = (1, 2); let q = p + (3, 0) * 2\n`;
    expect(last(`${points}wall p to q`)).toMatchObject({
      start: { x: 1000, y: 2000 },
      end: { x: 7000, y: 2000 },
    });
    expect(callsOf(`${points}walls path p q (7, 5) closed`)).toHaveLength(4);
    expect(last(`${points}room Hall at p / 2`)['point']).toEqual({ x: 500, y: 1000 });
  });

  test('in a point without brackets, a signed number is the next value', () => {
    expect(last(`${GROUND}let y = 2\nfloor 0,y -4,0 4,0`)['boundary_points']).toEqual([
      { x: 0, y: 2000 },
      { x: -4000, y: 0 },
      { x: 4000, y: 0 },
    ]);
  });

  test('a difference with a value needs no spaces', () => {
    expect(elevation('h-1', 'let h = 3;')).toBe(2000);
    expect(elevation('h-h/2-0.5', 'let h = 3;')).toBe(1000);
    // What is no value stays a word
    expect(last(`let h = 3\n${GROUND}room meeting-room at (1, 1)`)['name']).toBe('meeting-room');
  });

  test.each<[string, string, string]>([
    ['a length times a length', '2m * 3m', 'cannot multiply a length by a length'],
    ['an angle and a length', '30deg + 1m', 'found an angle and a length'],
    ['a number by a length', '1 / 2m', 'cannot divide a number without a unit by a length'],
    ['by nothing', '1 / (2 - 2)', 'cannot divide by 0'],
    ['a point and a number', '(1, 2) + 1', 'cannot add a point and a number'],
    ['a point for a length', '(1, 2)', 'found a point, expected an elevation'],
    ['an angle for a length', '2 * 15deg', 'found an angle, expected an elevation'],
    ['no value', 'h + 1', 'found `h`, expected an elevation'],
    ['half a sum', '1 +', 'found the end of the statement, expected an elevation'],
    ['an open bracket', '(1 + 2', 'expected , or )'],
    [
      'beyond all buildings',
      '1000 * 1000 * 1000 * 1000 * 10000',
      'beyond the size of any building',
    ],
    [
      'brackets in brackets',
      `${'('.repeat(60)}1${')'.repeat(60)}`,
      'expected at most 50 nested brackets',
    ],
  ])('%s is refused', (_, text, message) => {
    const error = errorOf(`level A at ${text}`);
    expect(error.message).toContain(message);
    expect(error.line).toBe(1);
  });
});

describe('names of values', () => {
  test('a name of a value is given once, and is not the name of a result', () => {
    expect(errorOf('let a = 1\nlet a = 2').message).toContain('the name `a` is taken');
    expect(errorOf('let a = 1\nlevel A at 0 as a').message).toContain('the name `a` is taken');
    expect(errorOf('let a = 1\ndoor in $a at 1').message).toContain('nothing before this line');
    expect(errorOf('let a = set').message).toContain('found `set`');
  });

  test('a value can have the name of a keyword, which keeps its meaning where it is expected', () => {
    const text = `let height = 3; let thickness = 0.2\n${GROUND}walls path 0,0 4,0 height height thickness thickness`;
    expect(last(text)).toMatchObject({ height: 3000, thickness: 200 });
  });

  test('an error lists the names of values in scope, and the closest one', () => {
    const { expected, closest } = errorOf('let gap = 1\nlevel A at gpa');
    expect(expected).toEqual(['an elevation such as 3.2', '`gap`']);
    expect(closest).toBe('gap');
  });
});

describe('texts', () => {
  const room = (text: string, before: string) =>
    last(`${GROUND}${before}\nroom ${text} at (1, 1)`)['name'];

  test.each<[string, string, string]>([
    ['"Office {i}"', 'let i = 3', 'Office 3'],
    ['"{i + 1}/{i * 2}"', 'let i = 3', '4/6'],
    ['"{w} m"', 'let w = 3.5m', '3.5 m'],
    ['"{title}, {title}"', 'let title = "A"', 'A, A'],
    ['title', 'let title = "Meeting room"', 'Meeting room'],
    ['"\\{i} is {i}"', 'let i = 3', '{i} is 3'],
    ['"a } b"', 'let i = 3', 'a } b'],
  ])('%s', (text, before, name) => {
    expect(room(text, before)).toBe(name);
  });

  test('texts in a script without values are literal', () => {
    expect(room('"Office {i}"', '')).toBe('Office {i}');
  });

  test.each<[string, string]>([
    ['"{j}"', 'found `j`, expected the name of a value'],
    ['"{p}"', 'found a point, expected a number or a text'],
    ['"{i"', 'found the end of the text'],
    ['"{i i}"', 'found `i`, expected }'],
    ['"{t}{t}{t}"', 'expected a text of at most 1000 characters'],
  ])('%s is refused', (text, message) => {
    const before = `let i = 1; let p = (1, 2); let t = "${'x'.repeat(400)}"`;
    const error = errorOf(`${GROUND}${before}\nroom ${text} at (1, 1)`);
    expect(error.message).toContain(message);
    expect(error.line).toBe(3);
  });

  test('a room number is used as written, or calculated', () => {
    const number = (text: string) =>
      last(`${GROUND}let i = 2\nroom A at (1, 1) number ${text}`)['number'];
    expect([number('1.10'), number('100 + i'), number('"{i}.0{i}"'), number('i')]).toEqual([
      '1.10',
      '102',
      '2.02',
      '2',
    ]);
  });
});

describe('existing elements', () => {
  test('an existing element is named by @name, bare or quoted', () => {
    expect(last('door in @South at 1')['wall_id']).toBe('@South');
    expect(last('door in @"South wall" at 1')['wall_id']).toBe('@South wall');
    expect(last('let i = 2\ndoor in @"Wall {i}" at 1')['wall_id']).toBe('@Wall 2');
    expect(last('on @"Ground floor"\nwall 0,0 1,0')['level_id']).toBe('@Ground floor');
    expect(last('let hall = @Hall\nset $hall name "Lobby"')['element_id']).toBe('@Hall');
  });

  test('options have the same names in all statements', () => {
    expect(last('wall from (0, 0) to (1, 0) on level_1')).toEqual(
      last('wall (0, 0) (1, 0) on level_1'),
    );
    expect(last('stair on level_1 to level_2 at 0,0 direction north width 1')).toEqual(
      last('stair from level_1 to level_2 at 0,0 direction north width 1'),
    );
  });
});
