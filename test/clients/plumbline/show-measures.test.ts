/** @module show-measures.test: `show` prints measures in the units of drawings. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type HeldKeeper, holdKeeper, type Ran, runHere, scratch } from '../run-cli.ts';
import { serveHere } from '../serve-here.ts';

const place = scratch();
const { dir } = place;

const cli = (...words: readonly string[]): Promise<Ran> =>
  runHere(dir, words, { startServer: serveHere });

let keeper: HeldKeeper | null = null;
beforeAll(async () => {
  await cli('init');
  keeper = await holdKeeper(dir);
});
afterAll(async () => {
  await keeper?.close();
  place.remove();
});

test('areas are in m², volumes in m³ and lengths in mm; JSON keeps the measures of the model', async () => {
  const args = Object.entries({
    operations: [
      { tool: 'create_level', arguments: { name: 'G', elevation: 0 }, as: 'g' },
      {
        tool: 'create_wall',
        arguments: {
          level_id: '$g',
          start: { x: 0, y: 0 },
          end: { x: 5000, y: 0 },
          height: 3000,
          thickness: 200,
          name: 'The "long" wall',
        },
        as: 'w',
      },
    ],
  }).flatMap(([name, value]) => ['--arg', `${name}=${JSON.stringify(value)}`]);
  const made = await cli('call', 'apply_changes', ...args, '--commit');
  expect(made).toMatchObject({ code: 0, err: '' });
  const level = await cli('show', 'G');
  expect(level.out).toContain(String.raw`"The \"long\" wall"`);
  const id = /wall_\w+/.exec(level.out)?.[0] ?? '';
  const shown = await cli('show', id);
  // The name names the element, unless another one has it, too.
  const name = 'the "long" WALL';
  expect((await cli('show', name)).out).toBe(shown.out);
  const copy = ['copy_element', '--arg', `element_id=${id}`, '--arg', 'delta={"x":0,"y":9000}'];
  expect(await cli('call', ...copy, '--commit')).toMatchObject({ code: 0 });
  const two = await cli('show', `@${name}`);
  expect(two).toMatchObject({ code: 1 });
  expect(two.err).toMatch(/2 elements are called .*: wall_\w+, wall_\w+\nnext: give the id of one/);
  // 5 m × 3 m = 15 m²; 5 m × 3 m × 0.2 m = 3 m³.
  expect(shown.out).toMatch(/^ {2}length +5000 mm$/m);
  expect(shown.out).toMatch(/^ {2}area +15 m²$/m);
  expect(shown.out).toMatch(/^ {2}volume +3 m³$/m);
  const { measures } = JSON.parse((await cli('show', id, '--json')).out);
  expect(measures).toMatchObject({ length_mm: 5000, area_mm2: 15_000_000, volume_mm3: 3e9 });
});

test('a room has the outline that it has now, and a changed element its name', async () => {
  const script = [
    'level R at 9 height 3',
    'walls rect (0, 0) to (5, 4) thickness 0.2 name Box as w',
    'room Den at (2, 2)',
  ].join('\n');
  writeFileSync(join(dir, 'den.plumb'), script);
  expect(await cli('run', 'den.plumb', '--commit')).toMatchObject({ code: 0 });
  const outline = async (): Promise<string | undefined> =>
    /boundary_points +(.*)$/m.exec((await cli('show', 'Den')).out)?.[1];
  expect((await outline())?.split(' ').toSorted()).toEqual(
    ['(100,100)', '(4900,100)', '(4900,3900)', '(100,3900)'].toSorted(),
  );
  writeFileSync(join(dir, 'wider.plumb'), 'move @"Box east" by (1, 0)');
  const moved = await cli('run', 'wider.plumb', '--commit');
  expect(moved).toMatchObject({ code: 0 });
  expect((await outline())?.split(' ').toSorted()).toEqual(
    ['(100,100)', '(5900,100)', '(5900,3900)', '(100,3900)'].toSorted(),
  );
  writeFileSync(join(dir, 'back.plumb'), 'move @"Box east" by (-1, 0)');
  const preview = await cli('run', 'back.plumb');
  expect(preview.out).toMatch(/^ {2}~ wall wall_\w+ "Box east": end /m);
});
