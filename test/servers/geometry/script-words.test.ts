/** @module script words: words of scripts are the names of tool arguments, except those of a table in the documentation. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { parseScript } from '../../../kernel/building/script/parse-script.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';

const BEFORE = 'level Ground at 0 as g\nwalls rect (0, 0) to (8, 6) as s\ngroup Flat $s as flat\n';

/** The shortest statements, with their tools. */
const STATEMENTS: readonly (readonly [word: string, script: string, tool: string])[] = [
  ['level', 'level First at 3', 'create_level'],
  ['wall', 'wall (0, 0) to (1, 0)', 'create_wall'],
  ['wall', 'walls rect (0, 0) to (1, 1)', 'create_wall'],
  ['wall', 'walls path (0, 0) (1, 0)', 'create_wall'],
  ['door', 'door in $s.south at 1', 'place_door'],
  ['window', 'window in $s.south at 1', 'place_window'],
  ['opening', 'opening in $s.south at 1', 'create_opening'],
  ['floor', 'floor rect (0, 0) to (1, 1)', 'create_floor'],
  ['roof', 'roof rect (0, 0) to (1, 1)', 'create_roof'],
  ['column', 'column at (0, 0)', 'create_column'],
  ['beam', 'beam (0, 0) to (1, 0)', 'create_beam'],
  ['stair', 'stair', 'create_stair'],
  ['furniture', 'furniture bed at (1, 1)', 'create_furniture'],
  ['room', 'room Hall at (1, 1)', 'create_room'],
  ['separation', 'separation (0, 0) to (1, 0)', 'create_separation'],
  ['group', 'group Flats $s', 'create_group'],
  ['type', 'type wall W1', 'create_type'],
  ['material', 'material Brick colour "#aa5533"', 'create_material'],
  ['site', 'site', 'set_site'],
  ['move', 'move $s.south by (1, 0)', 'transform_elements'],
  ['array', 'array $s.south by (1, 0) times 2', 'transform_elements'],
  ['trim', 'trim $s.south to $s.north', 'edit_walls'],
  ['place', 'place $flat', 'create_group.placements'],
];

/** The words that may follow a statement, from the error message for another word. */
function wordsOf(script: string): readonly string[] {
  const read = parseScript(`${BEFORE}${script} zzz`);
  const expected = read.ok ? [] : read.error.expected;
  return expected.filter((one) => /^[a-z_]+$/u.test(one));
}

/** The arguments of a tool; `tool.argument` returns those of the items of a list argument. */
function argumentsOf(name: string): readonly string[] {
  const [of, list] = name.split('.');
  const input = geometryServer.tools.find((one) => one.name === of)?.input ?? z.object({});
  const listed = z.toJSONSchema(input, { io: 'input' }).properties ?? {};
  const { items } = Object(listed[list ?? '']);
  return Object.keys(list === undefined ? listed : Object(Object(items).properties));
}

/** Rows of the table: `word`, statements, names of parameters. */
const TABLE = readFileSync('docs/script.md', 'utf8')
  .split('### Words that are not the names of parameters')[1]
  ?.split('\n')
  .flatMap((line) => {
    const [, word, of, is] =
      /^\|\s*`(\w+)`\s*\|\s*([a-z, ]+?)\s*\|\s*(.+?)\s*\|$/u.exec(line) ?? [];
    if (word === undefined || of === undefined || is === undefined) return [];
    const names = [...is.matchAll(/`(\w+)`/gu)].map(([, name = '']) => name);
    return [{ word, statements: of.split(', '), names }];
  });

/** The tool argument of a word, by the table; by default the word itself. */
function meantBy(statement: string, word: string): readonly string[] {
  const row = TABLE?.find((one) => one.word === word && one.statements.includes(statement));
  return row?.names ?? [word];
}

describe('words of scripts', () => {
  test.each(STATEMENTS)('%s: `%s`', (statement, script, tool) => {
    const words = wordsOf(script);
    expect(words.length).toBeGreaterThan(0);
    const known = argumentsOf(tool);
    const unknown = words.filter((word) =>
      meantBy(statement, word).some((name) => !known.includes(name)),
    );
    expect(unknown).toEqual([]);
  });

  test('each row of the table is a word of a statement that is not an argument', () => {
    const rows = TABLE ?? [];
    expect(rows.length).toBeGreaterThan(25);
    const idle = rows.flatMap(({ word, statements }) =>
      statements.flatMap((statement) => {
        const of = STATEMENTS.filter(([first]) => first === statement);
        const taken = of.some(([, script]) => wordsOf(script).includes(word));
        const same = of.some(([, , tool]) => argumentsOf(tool).includes(word) && word !== 'turn');
        return taken && !same ? [] : [`${statement} ${word}`];
      }),
    );
    expect(idle).toEqual([]);
  });

  test('each row of the table names the argument of the call', () => {
    const samples: readonly (readonly [script: string, wanted: readonly string[]])[] = [
      [
        'wall (0, 0) to (1, 0) to $g line core fire 30 grid 1 x 1',
        ['top_level_id', 'location_line', 'fire_rating_min', 'curtain'],
      ],
      ['door in $s.south at 1 exit fire 30 of @T', ['is_exit', 'fire_rating_min', 'type_id']],
      [
        'stair at (1, 1) from $g to @First direction north width 1 riser 0.17 cut',
        ['base_level_id', 'direction_deg', 'riser_max', 'cut_floor'],
      ],
      [
        'type door D1 frame oak 60mm leaf oak 40mm leaves 1',
        ['frame_material', 'leaf_thickness', 'leaf_count'],
      ],
      ['furniture bed at (1, 1) direction north size 1 x 2', ['direction_deg', 'width', 'depth']],
      ['site north 12', ['true_north_deg']],
      ['place $flat by (1, 0)', ['group_id', 'placements']],
      ['group House $s', ['name', 'element_ids']],
      ['join $s.south $s.east butt', ['element_ids', 'join_type']],
      ['properties $s Own Maker "A"', ['element_ids', 'set', 'properties']],
    ];
    for (const [script, wanted] of samples) {
      const read = parseScript(BEFORE + script);
      const made = read.ok ? Object.keys(read.calls.at(-1)?.arguments ?? {}) : [];
      expect(made).toEqual(expect.arrayContaining([...wanted]));
    }
  });
});

test('the description of swing states the viewpoint', () => {
  const door = geometryServer.tools.find(({ name }) => name === 'place_door');
  const listed = JSON.stringify(z.toJSONSchema(door?.input ?? z.object({}), { io: 'input' }));
  expect(listed).toContain('open to the left of the wall seen from start to end');
});
