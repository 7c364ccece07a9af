/** @module tests of loops and parts: their calls, names, refusals and limits. */
import { describe, expect, test } from 'vitest';

import { parseScript } from '../../../../kernel/building/script/parse-script.ts';
import { MAX_STATEMENTS } from '../../../../kernel/building/script/references.ts';
import { callsOf, errorOf, GROUND } from './parsed.ts';

/** Tools and arguments of the calls of a script, without the names of results. */
function made(text: string): unknown {
  return callsOf(text).map(({ tool, arguments: values }) => [tool, values]);
}

describe('loops', () => {
  test('a loop runs from the first number to just before the second', () => {
    const looped = `${GROUND}for i in 0..3 {\n  wall (i, 0) to (i, 4)\n}`;
    expect(made(looped)).toEqual(made(`${GROUND}wall 0,0 0,4\nwall 1,0 1,4\nwall 2,0 2,4`));
    expect(callsOf(`${GROUND}for i in 2..2 { wall (i, 0) to (i, 4) }`)).toHaveLength(1);
  });

  test('loops run over lists, and can be nested', () => {
    const text = `${GROUND}for x in [0, 4.5] { for y in [1, 2] { wall (x, y) to (x + 1, y) } }`;
    expect(made(text)).toEqual(
      made(`${GROUND}wall 0,1 1,1; wall 0,2 1,2; wall 4.5,1 5.5,1; wall 4.5,2 5.5,2`),
    );
    expect(
      callsOf(`${GROUND}for n in ["A", "B"] { room n at (1, 1) }`).map(
        ({ arguments: { name } }) => name,
      ),
    ).toEqual(['Ground', 'A', 'B']);
  });

  test('loops generate points of an outline or a path, between other points', () => {
    const fan = `${GROUND}floor (9, 0) for i in 1..4 (9 - i, i) to (0, 0)`;
    expect(made(fan)).toEqual(made(`${GROUND}floor 9,0 8,1 7,2 6,3 0,0`));
    const listed = `${GROUND}let i = 1; floor rect (0, 0) size 9 x 9 hole for x in [(1, 1), (4, 1), (4, 4)] x`;
    expect(made(listed)).toEqual(made(`${GROUND}floor rect (0, 0) size 9 x 9 hole 1,1 4,1 4,4`));
    expect(made(`${GROUND}walls path for i in 0..3 polar(2, 90 * i) closed`)).toEqual(
      made(`${GROUND}walls path 2,0 0,2 -2,0 closed`),
    );
    expect(errorOf(`${GROUND}floor for i in 0..0 (i, i)`).message).toContain(
      'a loop with at least one round',
    );
    expect(errorOf(`${GROUND}floor for i in 0..3 i`).message).toContain(',');
    expect(errorOf(`${GROUND}let i = 2; floor for i in 0..3 (i, i)`).message).toContain('taken');
    // The name is in scope for the points only.
    expect(errorOf(`${GROUND}floor for i in 0..3 (i, i * i)\nwall (i, 0) to (4, 4)`).line).toBe(3);
  });

  test('every round of a loop has its own names', () => {
    const calls = callsOf(`${GROUND}for i in 0..2 { wall (i, 0) to (i, 4) as w; door in $w at 1 }`);
    const doors = calls.filter(({ tool }) => tool === 'place_door');
    const walls = calls.filter(({ tool }) => tool === 'create_wall');
    expect(doors.map(({ arguments: { wall_id } }) => wall_id)).toEqual(
      walls.map(({ as }) => `$${as ?? ''}`),
    );
    expect(new Set(walls.map(({ as }) => as)).size).toBe(2);
    expect(
      errorOf(`${GROUND}for i in 0..2 { wall (i, 0) to (i, 4) as w }\ndoor in $w at 1`),
    ).toMatchObject({
      line: 3,
      message: expect.stringContaining(
        'nothing before this line is called `$w`, and no change that you have committed',
      ),
    });
  });

  test.each(['let rows = for i in 1..3 { BODY }', 'for i in 1..3 { BODY } as rows'])(
    'that have a name are reached by their rounds: %s',
    (text) => {
      const loop = text.replace('BODY', 'walls rect (i, 0) size 1 x 1 as s');
      expect(callsOf(`${GROUND}${loop}\ndoor in $rows.2.s.east at 0`).at(-1)?.arguments).toEqual({
        wall_id: '$rows__2__s__east',
        offset: 0,
      });
      const { expected } = errorOf(`${GROUND}${loop}\ndoor in $rows.3.s.east at 0`);
      expect(expected).toEqual(['$rows.1', '$rows.2']);
    },
  );

  test('a part of a name can be calculated', () => {
    const text = `${GROUND}walls path (0,0) (4,0) (4,3) (0,3) closed as s\nfor i in 0..4 { window in $s.{i + 1} at 1 }`;
    expect(
      callsOf(text)
        .slice(5)
        .map(({ arguments: { wall_id } }) => wall_id),
    ).toEqual(['$s__1', '$s__2', '$s__3', '$s__4']);
  });

  test('parts of a name can follow a calculated one, also numbers', () => {
    const text = `${GROUND}for i in 0..2 { walls path (0, i) (4, i) (4, i + 1) as p } as r\nlet n = 1`;
    expect(callsOf(`${text}\ndoor in $r.{n}.p.2 at 0`).at(-1)?.arguments['wall_id']).toBe(
      '$r__1__p__2',
    );
    expect(errorOf(`${text}\ndoor in $r.{n + 1}.p.2 at 0`).expected).toEqual(['$r.0', '$r.1']);
  });

  test('a level created in a loop is current after it, as if the loop were written out', () => {
    const text = `for i in 0..2 { level "L{i}" at 3 * i }\nwall 0,0 1,0`;
    expect(made(text)).toEqual(made('level L0 at 0\nlevel L1 at 3\nwall 0,0 1,0'));
  });
});

describe('parts', () => {
  const ROW =
    'part row(wall, n, gap) {\n  for i in 0..n { window in $wall at 1 + i * gap as w }\n}\n';

  test('a part is executed with its arguments', () => {
    const text = `${GROUND}${ROW}walls rect 0,0 8,6 as s\nrow($s.south, 2, 2.4)\nrow(@North, 1, 0)`;
    expect(
      callsOf(text)
        .slice(5)
        .map(({ arguments: values }) => values),
    ).toEqual([
      { wall_id: '$s__south', offset: 1000 },
      { wall_id: '$s__south', offset: 3400 },
      { wall_id: '@North', offset: 1000 },
    ]);
  });

  test('a named call of a part gives access to the names of its results', () => {
    const part =
      'part bay(x) { walls rect (x, 0) size 3 x 3 as shell; room "R{x}" at (x + 1, 1) as room }\n';
    const text = `${GROUND}${part}bay(0) as a\nlet b = bay(3)\ndoor in $b.shell.west at 1\nset $a.room name "First"`;
    expect(
      callsOf(text)
        .slice(-2)
        .map(({ arguments: values }) => values),
    ).toEqual([
      { wall_id: '$b__shell__west', offset: 1000 },
      { element_id: '$a__room', parameter_name: 'name', value: 'First' },
    ]);
    const missing = errorOf(`${GROUND}${part}bay(0) as a\ndoor in $a.hall at 1`);
    expect(missing.expected).toEqual(['$a.shell', '$a.room']);
    expect(errorOf(`${GROUND}${part}bay(0) as a\ndoor in $a.x at 1`).line).toBe(4);
  });

  test('a part takes groups, sees names outside of blocks, and restores the current level', () => {
    const text = `let gap = 2\n${GROUND}part storey(shell, z) {\n  level "L{z}" at z\n  window in $shell.south at gap\n}\nwalls rect 0,0 8,6 as s\nstorey($s, 3)\nwall 1,1 2,1`;
    expect(
      callsOf(text)
        .slice(-3)
        .map(({ tool, arguments: values }) => [tool, values]),
    ).toEqual([
      ['create_level', { name: 'L3', elevation: 3000 }],
      ['place_window', { wall_id: '$s__south', offset: 2000 }],
      ['create_wall', { level_id: '$g', start: { x: 1000, y: 1000 }, end: { x: 2000, y: 1000 } }],
    ]);
  });

  test('results in parts never have the full name of another result', () => {
    const { message } = errorOf('level A at 0\nwalls path 0,0 1,0 1,1 as level');
    expect(message).toBe('the name `level__1` is taken, expected a name that is not in use');
  });

  test('a part may reuse names from outside', () => {
    const text = `${GROUND}part p() { wall 0,0 1,0 as w; door in $w at 0 }\nwall 5,0 6,0 as w\np()\ndoor in $w at 0`;
    expect(callsOf(text).map(({ arguments: { wall_id } }) => wall_id)).toEqual([
      undefined,
      undefined,
      undefined,
      '$p____1__w',
      '$w',
    ]);
  });
});

describe('errors name the place and the blocks around it', () => {
  test.each<[string, string, RegExp, readonly string[]]>([
    ['part a(n) { a(n) }\na(1)', '1:13', /`a` would call itself/, ['`a` called on line 2']],
    [
      'part a(n) { b(n) }\npart b(n) { a(n) }\na(1)',
      '2:13',
      /`a` would call itself/,
      ['`b` called on line 1', '`a` called on line 3'],
    ],
    [
      `${GROUND}part a(n) {\n wall (n, 0) to (n * 2m * 2m, 1)\n}\nfor i in 0..2 {\n  a(i + 1)\n}`,
      '3:25',
      /multiply a length by a length/,
      ['`a` called on line 6', 'i = 0 in the loop of line 5'],
    ],
    ['part a(n) { }\na()', '2:3', /found `\)`, expected n: a value or \$name/, []],
    ['part a(n) { }\na(1, 2)', '2:4', /found `,`, expected \) after n/, []],
    ['part a(n, n) { }', '1:11', /expected a parameter of another name/, []],
    ['part wall(n) { }', '1:6', /the name `wall` is taken/, []],
    ['part a() { }\npart a() { }', '2:6', /the name `a` is taken/, []],
    [
      'for i in 0..2 { part a() { } }',
      '1:17',
      /expected parts outside of blocks/,
      ['i = 0 in the loop of line 1'],
    ],
    ['for i in 0..2 { level "A" at 0', '1:15', /a `\{` has no closing brace/, []],
    ['level "A" at 0 }', '1:16', /found `}`, expected level, on/, []],
    ['for i in 5..2 { }', '1:13', /expected at least 5/, []],
    ['for i in 0.5..2 { }', '1:10', /expected a whole number/, []],
    ['for i in 0..3m { }', '1:13', /expected a whole number/, []],
    ['for i in 0 { }', '1:12', /expected \.\. and the number/, []],
    ['for i in [] { }', '1:11', /found `\]`, expected a number/, []],
    ['let i = 1\nfor i in 0..2 { }', '2:5', /the name `i` is taken/, []],
    ['row(1)', '1:1', /found `row`, expected level/, []],
  ])('%s', (text, place, message, within) => {
    const error = errorOf(text);
    expect(`${error.line}:${error.column}`).toBe(place);
    expect(error.within).toEqual(within);
    expect(error.message).toMatch(message);
  });
});

describe('bounds', () => {
  test('a statement counts each time that it is executed', () => {
    const fits = `${GROUND}for i in 0..${MAX_STATEMENTS - 2} { wall (i, 0) to (i, 1) }`;
    expect(callsOf(fits)).toHaveLength(MAX_STATEMENTS - 1);
    const over = `${GROUND}for i in 0..${MAX_STATEMENTS - 1} { wall (i, 0) to (i, 1) }`;
    expect(errorOf(over).message).toContain(`more than ${MAX_STATEMENTS} statements`);
  });

  test('each wall in a block counts as a statement', () => {
    const rounds = (count: number) =>
      parseScript(`${GROUND}for i in 0..${count} { walls rect (i, 0) size 1 x 1 }`).ok;
    // Beside the level and the loop
    expect([rounds(499), rounds(500)]).toEqual([true, false]);
  });

  test('blocks without statements are bounded too', () => {
    const doubling = Array.from({ length: 15 }, (_, n) => `part p${n + 1}() { p${n}(); p${n}() }`);
    const parts = ['part p0() { }', ...doubling].join('\n');
    expect(errorOf(`${parts}\np15()`).message).toMatch(/more than 2000 statements/);
    const loops = 'for a in 0..1000000 { } ; for b in 0..1000000 { }';
    expect(errorOf(loops).message).toContain('expected fewer rounds');
  });

  test('blocks are nested at most 16 deep', () => {
    const deep = (count: number) =>
      parseScript(
        `${Array.from({ length: count }, (_, n) => `for i${n} in 0..1 {`).join(' ')} ${'} '.repeat(count)}`,
      ).ok;
    expect([deep(16), deep(17)]).toEqual([true, false]);
    const chain = Array.from({ length: 40 }, (_, n) => `part p${n + 1}() { p${n}() }`);
    expect(errorOf(`part p0() { }\n${chain.join('\n')}\np40()`).message).toContain(
      'at most 16 nested blocks',
    );
  });

  test('long texts in many rounds exceed the bound', () => {
    const text = `${GROUND}let i = 0\nfor n in 0..1900 { room "${'x'.repeat(50_000)}" at (1, 1) }`;
    expect(errorOf(text).message).toContain('expected fewer rounds');
  });
});
