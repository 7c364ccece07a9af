/** @module tests of the list of kinds. */
import { existsSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { column } from '../../../../kernel/building/kinds/column/column.ts';
import { KINDS } from '../../../../kernel/building/kinds/elements.ts';
import { fillingOf, isOf, shownParams } from '../../../../kernel/building/kinds/kind.ts';
import { Kinds } from '../../../../kernel/building/kinds/kinds.ts';
import { make } from '../model/build.ts';
import { pipe, sleeve, WITH_PIPES } from './pipe.ts';

describe('a list of kinds', () => {
  test('a list of kinds finds kinds by name, with their position', () => {
    expect(KINDS.find('column')).toMatchObject({ kind: column.kind, category: column.category });
    expect(KINDS.find('pipe')).toBeUndefined();
    expect(KINDS.of({ kind: 'column' })).toBe(KINDS.find('column'));
    expect(() => KINDS.of({ kind: 'pipe' })).toThrow('unknown kind `pipe`');
    expect(WITH_PIPES.numberOf('pipe')).toBe(KINDS.all.length);
    expect(KINDS.numberOf('pipe')).toBe(KINDS.all.length);
  });

  test('a list of kinds refuses two kinds with one name or category', () => {
    expect(() => new Kinds([...KINDS.all, { ...pipe, kind: 'beam' }])).toThrow(RangeError);
    expect(() => new Kinds([...KINDS.all, { ...pipe, category: 'Beams' }])).toThrow(RangeError);
    expect(() => new Kinds([...KINDS.all, pipe])).not.toThrow();
  });

  test('references of elements are found by their role', () => {
    const stair = make('stair', 'X');
    expect(KINDS.references(stair)).toEqual({
      level: 'L1',
      top: 'L2',
      host: null,
      type: null,
      rise: null,
      under: null,
    });
    expect(KINDS.references(make('beam', 'X')).level).toBe('L1');
    expect(KINDS.references(make('grid', 'X'))).toEqual({
      level: null,
      top: null,
      host: null,
      type: null,
      rise: null,
      under: null,
    });
    expect(KINDS.references({ id: 'X', kind: 'pipe', params: {} })).toEqual({
      level: null,
      top: null,
      host: null,
      type: null,
      rise: null,
      under: null,
    });
    const hole = { id: 'X', kind: 'sleeve', params: { through: 'W1' } };
    expect(WITH_PIPES.references(hole).host).toBe('W1');
    expect(WITH_PIPES.named(hole)).toEqual([['through', 'W1']]);
    expect(KINDS.named(stair)).toEqual([
      ['level_id', 'L1'],
      ['top_level_id', 'L2'],
    ]);
  });

  test('a list of kinds knows the origin of heights, and the kinds that can end at a level', () => {
    expect(KINDS.roleOfLevel(make('beam', 'X'))).toBe('hangs_from');
    expect(KINDS.roleOfLevel(make('wall', 'X'))).toBe('stands_on');
    expect(KINDS.roleOfLevel(make('door', 'X'))).toBeNull();
    const spanning = KINDS.all.filter(({ kind }) =>
      KINDS.canEndOnLevel({ id: 'X', kind, params: {} }),
    );
    expect(spanning.map(({ kind }) => kind)).toEqual(['column', 'stair']);
  });

  test('a list of kinds knows categories, parameters and the units of numbers that are not lengths', () => {
    expect(KINDS.categoryOf['beam']).toBe('Beams');
    expect(WITH_PIPES.categories).toEqual([...KINDS.categories, 'Pipes', 'Sleeves']);
    expect(KINDS.parameters.has('pressure_bar')).toBe(false);
    expect(WITH_PIPES.parameters.has('pressure_bar')).toBe(true);
    expect(Object.fromEntries(WITH_PIPES.plain_numbers)).toEqual({
      appearance: null,
      classification: null,
      curtain: null,
      cut_planes: null,
      edges: null,
      upper_slope_deg: 'deg',
      fire_rating_min: null,
      turn_deg: 'deg',
      roll_deg: 'deg',
      slope: null,
      slope_deg: 'deg',
      direction_deg: 'deg',
      occupancy: null,
      placements: null,
      positions: null,
      triangles: null,
      volume_mm3: null,
      volume_tolerance_mm3: null,
      leaf_count: null,
      mesh: null,
      true_north_deg: 'deg',
      georeference: null,
      properties: null,
      pressure_bar: null,
    });
  });
});

describe('every kind', () => {
  test.each(KINDS.all.map((kind) => [kind.kind, kind] as const))(
    '%s has tests of its own',
    (name) => {
      expect(existsSync(new URL(`./${name}/${name}.test.ts`, import.meta.url))).toBe(true);
    },
  );

  test.each(KINDS.all.map((kind) => [kind.kind, kind] as const))(
    'of %s refers only by parameters that are there and hold a text',
    (_name, kind) => {
      for (const [name, role] of Object.entries(kind.refs)) {
        const shape = z.toJSONSchema(kind.params.shape[name] ?? z.never());
        expect([role, JSON.stringify(shape)]).toEqual([role, expect.stringContaining('"string"')]);
      }
    },
  );

  test.each(KINDS.all.map((kind) => [kind.kind, kind] as const))(
    'of %s says of each whole number that it is no length',
    (_name, { params, plain_numbers }) => {
      const whole = Object.entries(params.shape).filter(([, shape]) =>
        JSON.stringify(z.toJSONSchema(shape)).includes('"integer"'),
      );
      expect(
        whole.map(([name]) => name).filter((name) => !Object.hasOwn(plain_numbers, name)),
      ).toEqual([]);
    },
  );

  test.each(KINDS.all.map((kind) => [kind.kind, kind] as const))(
    '%s has a place either by itself or in a host',
    (_name, { refs, fills, transform, reach, body, bounds }) => {
      const hosted = Object.values(refs).includes('sits_in');
      expect(fills !== 'none').toBe(hosted);
      expect(transform === 'in_host').toBe(hosted);
      // Elements with a body are found in space by their own reach, or by that of their host.
      expect(bounds !== 'none').toBe(hosted || reach !== 'none');
      expect([body !== 'none', bounds]).not.toEqual([true, 'none']);
      expect([body, bounds]).not.toEqual(['none', 'of_body']);
    },
  );
});

test('`isOf` compares the name of the kind', () => {
  expect(isOf(column, make('column', 'X'))).toBe(true);
  expect(isOf(column, make('beam', 'X'))).toBe(false);
  expect(isOf(column, undefined)).toBe(false);
});

test('answers show all parameters, or those that the kind shows', () => {
  expect(shownParams(make('column', 'X'), KINDS)).toEqual(make('column', 'X').params);
  expect(shownParams(make('solid', 'X'), KINDS)).not.toHaveProperty('positions');
});

test('the void of an element in a host is that of its kind', () => {
  expect(fillingOf(KINDS, make('wall', 'X'))).toBeNull();
  expect(fillingOf(KINDS, make('door', 'X', { offset: 10 }))).toMatchObject({
    id: 'X',
    kind: 'door',
    cut: { host_id: 'W1', offset: 10, sill: 0, location: null },
  });
  const hole = {
    id: 'X',
    kind: 'sleeve',
    params: { through: 'W1', offset: 1, sill: 2, diameter: 3 },
  };
  expect(fillingOf(WITH_PIPES, hole)?.cut).toMatchObject({ host_id: 'W1', width: 3, height: 3 });
  expect(sleeve.refs).toEqual({ through: 'sits_in' });
});
