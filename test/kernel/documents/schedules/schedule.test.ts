/** @module tests of schedules: columns, order, filters, groups and sums of a building computed by hand. */
import { describe, expect, test } from 'vitest';

import { KINDS } from '../../../../kernel/building/kinds/elements.ts';
import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';
import { created } from '../../building/model/build.ts';
import { building, cellsOf, refuse, Refused, scheduleOf, viewOf } from './two-rooms.ts';

function refused(call: () => unknown): Pick<Refused, 'message' | 'data'> {
  try {
    call();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  return refuse('NOT_REFUSED', '');
}

describe('the default schedule', () => {
  test('of doors has the columns of the kind, in natural order from the lowest level up', () => {
    const table = scheduleOf({ category: 'Doors' });
    expect(table.columns.map(({ key, type, unit }) => `${key} ${type} ${unit ?? '-'}`)).toEqual([
      'name text -',
      'level text -',
      'door_type text -',
      'width number mm',
      'height number mm',
      'swing text -',
      'fire_rating_min integer min',
      'is_exit boolean -',
      'host text -',
      'from_room text -',
      'to_room text -',
      'element_id text -',
      'ifc_guid text -',
    ]);
    // The partition runs north: its left is the study. The south wall runs east: its left is the study, its right outside.
    expect(cellsOf(table)).toEqual([
      [
        'D9',
        'Ground',
        'single',
        1000,
        2100,
        'left',
        null,
        true,
        'South',
        null,
        '1 Study',
        'd9',
        ifcGuid('d9'),
      ],
      [
        'D10',
        'Ground',
        'single',
        900,
        2100,
        'left',
        30,
        false,
        'wall basic 100 mm',
        '2 Hall',
        '1 Study',
        'd10',
        ifcGuid('d10'),
      ],
      [
        'D1',
        'First',
        'sliding',
        800,
        2100,
        'left',
        null,
        false,
        'Above',
        null,
        null,
        'd1',
        ifcGuid('d1'),
      ],
    ]);
    expect(table.count).toBe(3);
    expect(table.totals.every((sum) => sum === null)).toBe(true);
    expect(table.head).toEqual({ branch: 'main', seq: 13 });
  });

  test('of rooms has areas in m², and sums of areas and occupants', () => {
    const table = scheduleOf({ category: 'rooms' });
    // 3.85 x 3.80 m each, 3 m high.
    expect(cellsOf(table)).toEqual([
      ['1', 'Study', 'Ground', null, 14.63, 15.3, 43.89, 3000, 2, 'left', ifcGuid('left')],
      ['2', 'Hall', 'Ground', null, 14.63, 15.3, 43.89, 3000, 3, 'right', ifcGuid('right')],
    ]);
    expect(table.totals).toEqual([null, null, null, null, 29.26, 30.6, 87.78, null, 5, null, null]);
  });

  test.each(KINDS.all.map(({ category }) => category))('exists for %s', (category) => {
    const table = scheduleOf({ category });
    const kind = KINDS.all.find((one) => one.category === category);
    expect(table.columns.map(({ key }) => key).slice(0, -2)).toEqual(kind?.schedule.columns);
  });
});

describe('a request', () => {
  test('returns parameters and quantities in the requested order, each once', () => {
    const parameters = ['area_mm2', 'area_m2', 'name', 'gross_volume_m3', 'start', 'area_m2'];
    const table = scheduleOf({ category: 'Walls', parameters, sort_by: ['volume_m3'] });
    expect(cellsOf(table).map((cells) => cells.slice(0, 6))).toEqual([
      [10_110_000, 10.11, null, 1.14, '4000, 0', 'middle'],
      [12_000_000, 12, null, 2.4, '8000, 0', 'east'],
      [12_000_000, 12, null, 2.4, '0, 4000', 'west'],
      [13_320_000, 13.32, 'Above', 3, '0, 0', 'above'],
      [21_900_000, 21.9, 'South', 4.8, '0, 0', 'south'],
      [24_000_000, 24, null, 4.8, '8000, 4000', 'north'],
    ]);
    expect(table.totals.slice(0, 4)).toEqual([93_330_000, 93.33, null, 18.54]);
  });

  test('applies all filters together, in the unit of the field', () => {
    const ids = (filters: Parameters<typeof scheduleOf>[0]['filters']): unknown =>
      cellsOf(scheduleOf({ category: 'Walls', parameters: [], filters })).map(([id]) => id);
    expect(ids({ where: [{ field: 'area_m2', op: 'ge', value: 21.9 }] })).toEqual([
      'south',
      'north',
    ]);
    expect(ids({ where: [{ field: 'area_m2', op: 'gt', value: 21.9 }] })).toEqual(['north']);
    expect(ids({ level_id: 'L2' })).toEqual(['above']);
    expect(ids({ level_id: 'L1', where: [{ field: 'thickness', op: 'lt', value: 200 }] })).toEqual([
      'middle',
    ]);
    expect(ids({ where: [{ field: 'name', op: 'contains', value: 'SOU' }] })).toEqual(['south']);
    expect(ids({ host_id: 'south' })).toEqual([]);
    const doors = scheduleOf({ category: 'Doors', parameters: [], filters: { host_id: 'south' } });
    expect(doors.rows.map(({ element_ids }) => element_ids)).toEqual([['d9']]);
  });

  test('returns groups in the order of levels, with subtotals that add up', () => {
    const table = scheduleOf({
      category: 'Walls',
      parameters: ['length_m'],
      group_by: ['level', 'thickness'],
    });
    expect(table.rows).toEqual([]);
    expect(
      table.groups.map(({ value, count, totals, groups }) => ({
        value,
        count,
        length: totals[2],
        inside: groups.map((inner) => [inner.value, inner.rows.length, inner.totals[2]]),
      })),
    ).toEqual([
      {
        value: 'Ground',
        count: 5,
        length: 28,
        inside: [
          [100, 1, 4],
          [200, 4, 24],
        ],
      },
      { value: 'First', count: 1, length: 5, inside: [[200, 1, 5]] },
    ]);
    expect([table.count, table.totals[2]]).toEqual([6, 33]);
  });

  test('sums exact values, not printed ones', () => {
    // 1.4 m³ in a thousand parts: each is printed as 0.001 m³.
    const walls = Array.from({ length: 1000 }, (_, index) =>
      created('wall', `w${index}`, {
        start: { x: 0, y: index * 1000 },
        end: { x: 100, y: index * 1000 },
        height: 140,
        thickness: 100,
      }),
    );
    const view = viewOf([created('level', 'L1'), ...walls]);
    const table = scheduleOf({ category: 'Walls', parameters: ['volume_m3'] }, view);
    expect(new Set(table.rows.map(({ cells }) => cells[0]))).toEqual(new Set([0.001]));
    expect(table.totals[0]).toBe(1.4);
  });
});

describe('unknown names', () => {
  test('refuse a parameter with the closest matches', () => {
    const { message, data } = refused(() =>
      scheduleOf({ category: 'Doors', parameters: ['fire_rating'] }),
    );
    expect(message).toMatch(
      /^UNKNOWN_PARAMETER: no parameter `fire_rating`; expected for example fire_rating_min,/,
    );
    expect(data['parameters']).toContain('to_room');
    expect(
      refused(() => scheduleOf({ category: 'Walls', parameters: ['to_room'] })).message,
    ).toMatch(/^UNKNOWN_PARAMETER/);
    for (const request of [
      { group_by: ['levle'] },
      { sort_by: ['levle'] },
      { filters: { where: [{ field: 'levle', op: 'eq', value: 1 } as const] } },
    ]) {
      expect(refused(() => scheduleOf({ category: 'Doors', ...request })).message).toMatch(
        /^UNKNOWN_PARAMETER: no parameter `levle`; expected for example level,/,
      );
    }
  });

  test('refuse a category with the closest matches', () => {
    expect(refused(() => scheduleOf({ category: 'Dors' })).message).toBe(
      'INVALID_ARGUMENT: no category `Dors`; expected for example Doors, Floors, Roofs',
    );
  });
});

test('every parameter and measure of every kind can be requested', () => {
  for (const kind of KINDS.all) {
    const parameters = Object.keys(kind.params.shape);
    const requested = parameters.filter(
      (name) => !name.startsWith('source_') && name !== 'stair_id',
    );
    const { columns } = scheduleOf({
      category: kind.category,
      parameters: [...requested, ...kind.quantities],
    });
    // The volume of an imported body is a parameter and a measure.
    const names = new Set([...requested, ...kind.quantities]);
    expect(columns.length).toBe(names.size + 2);
  }
});

test('the same view yields the same table', () => {
  const request = { category: 'Walls', group_by: ['usage'] };
  expect(scheduleOf(request, building)).toEqual(scheduleOf(request, building));
});
