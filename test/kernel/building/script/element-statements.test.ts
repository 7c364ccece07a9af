/** @module tests of the statements `join` and `properties`. */
import { describe, expect, test } from 'vitest';

import { callsOf, errorOf, GROUND } from './parsed.ts';

const WALLS = `${GROUND}walls rect (0, 0) to (8, 6) as s\nwall (4, 0) to (4, 6) as w\n`;
const told = (line: string): unknown => callsOf(WALLS + line).at(-1);
const wrong = (line: string): string => errorOf(WALLS + line).message;

describe('join', () => {
  test.each(['auto', 'butt', 'miter', 'none'])(
    'takes its walls in their order: %s',
    (join_type) => {
      expect(told(`join $w, $s.south wall_aaaaaaaaaaaa @North ${join_type}`)).toMatchObject({
        tool: 'join_elements',
        arguments: { element_ids: ['$w', '$s__south', 'wall_aaaaaaaaaaaa', '@North'], join_type },
      });
    },
  );

  test('join takes several walls of one name', () => {
    const element_ids = ['south', 'east', 'north', 'west'].map((part) => `$s__${part}`);
    expect(told('join $s miter')).toMatchObject({ arguments: { element_ids } });
  });

  test('errors name what was expected', () => {
    expect(wrong('join butt')).toContain('expected an element');
    expect(wrong('join $s')).toContain('expected auto, miter, butt or none');
    expect(wrong('let j = join $s butt')).toContain('found `join`');
  });
});

describe('properties', () => {
  test('properties of several elements, several of one set', () => {
    const line =
      'properties $w, @"South wall" Pset_WallCommon ThermalTransmittance 0.24, Reference = "W 1", Combustible false';
    expect(told(line)).toMatchObject({
      tool: 'set_properties',
      arguments: {
        element_ids: ['$w', '@South wall'],
        set: 'Pset_WallCommon',
        properties: { ThermalTransmittance: 0.24, Reference: 'W 1', Combustible: false },
      },
    });
  });

  test.each([
    ['2.5', 2.5],
    ['-2', -2],
    ['2.5m', 2500],
    ['30cm + 5mm', 305],
    ['30deg', 30],
    ['n / 2', 1.5],
    ['t', 'Oak'],
    ['"n {n}"', 'n 3'],
    ['F90', 'F90'],
    ['true', true],
    ['none', null],
  ])('%s is %j', (written, value) => {
    const script = `let n = 3\nlet t = "Oak"\nproperties wall_aaaaaaaaaaaa Own "Fire rating" ${written}`;
    expect(callsOf(script).at(-1)?.arguments).toMatchObject({
      properties: { 'Fire rating': value },
    });
  });

  test('a quoted set name or one with an underscore is not an element, an id is', () => {
    for (const set of ['"My set"', 'My_set', 'Own', '"Pset_WallCommon"']) {
      const read = told(`properties "wall_aaaaaaaaaaaa" wall_bbbbbbbbbbbb ${set} A 1`);
      expect(read).toMatchObject({
        arguments: {
          element_ids: ['wall_aaaaaaaaaaaa', 'wall_bbbbbbbbbbbb'],
          set: set.replaceAll('"', ''),
          properties: { A: 1 },
        },
      });
    }
  });

  test('errors name what was expected', () => {
    expect(wrong('properties Own A 1')).toContain('expected an element');
    expect(wrong('properties $w')).toContain('expected a set such as Pset_WallCommon');
    expect(wrong('properties $w Own')).toContain('expected the name of a property');
    expect(wrong('properties $w Own A')).toContain('expected a number');
    expect(wrong('properties $w Own A (1, 2)')).toContain('found a point');
    expect(wrong('properties $w Own A 1, A 2')).toContain('found `A`');
    expect(wrong('properties $w Own A 1 B 2')).toContain('found `B`');
  });
});
