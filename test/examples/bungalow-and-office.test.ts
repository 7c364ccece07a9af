/** @module bungalow-and-office: two scripts of examples/ are built, and what they come to was worked out by hand. Lengths in the comments are metres. */
import { beforeAll, describe, expect, test } from 'vitest';

import { parseScript } from '../../kernel/building/script/parse-script.ts';
import { measuresOf } from '../../servers/building/rows.ts';
import { area, areasIn, built, close, doorways, example, requestTokens } from './example.ts';

describe('the bungalow', () => {
  const script = example('bungalow');
  let made: Awaited<ReturnType<typeof built>>;
  beforeAll(async () => {
    made = await built(script);
  });

  test('has 40 elements, for at most 620 tokens', () => {
    expect(made.count).toEqual({
      level: 2,
      floor: 2,
      wall: 10,
      door: 8,
      window: 9,
      room: 7,
      roof: 1,
      site: 1,
    });
    expect(requestTokens(script)).toBeLessThanOrEqual(620);
  });

  test('has rooms of these areas, within walls of 0.3 outside and 0.12 inside', () => {
    // Axes at x = 0, 4, 6, 8, 9, 12 and y = 0, 4, 5.2, 8; half an outer wall is 0.15, half an inner one 0.06
    expect(areasIn(made.view)).toEqual({
      'Bedroom 1': area(4 - 0.15 - 0.06, 8 - 0.15 - 5.2 - 0.06),
      'Bedroom 2': area(4 - 0.06 - 0.06, 8 - 0.15 - 5.2 - 0.06),
      'Bedroom 3': area(4 - 0.06 - 0.15, 8 - 0.15 - 5.2 - 0.06),
      Living: area(6 - 0.15 - 0.06, 4 - 0.15 - 0.06),
      Kitchen: area(3 - 0.06 - 0.06, 4 - 0.15 - 0.06),
      Bathroom: area(3 - 0.06 - 0.15, 4 - 0.15 - 0.06),
      Hall: area(12 - 0.15 - 0.15, 1.2 - 0.06 - 0.06),
    });
  });

  test('has a roof that covers 12.3 by 8.3 and half a metre around it', () => {
    const [roof] = made.view.elementsOf('roof');
    expect(made.view.measures(roof?.id ?? '').area_mm2).toBeCloseTo(13.3 * 9.3 * 1e6, 3);
  });

  test('has doors that open from the hall into the rooms', () => {
    expect(doorways(made.view)).toEqual([
      '! - > Hall',
      '- > Living',
      ...['Bathroom', 'Bedroom 1', 'Bedroom 2', 'Bedroom 3', 'Kitchen', 'Living'].map(
        (room) => `Hall > ${room}`,
      ),
    ]);
  });

  test('has outer walls that close its gables, of which nothing is warned', () => {
    expect(made.warnings).toEqual([]);
    // The underside rises from 2.8 at y = -0.15 to the ridge at y = 4, that is over the axis from 0.15 to 4.15 inwards
    const rise = Math.tan(Math.PI / 6);
    const gable = 8 * 2.8 + 2 * rise * ((4.15 ** 2 - 0.15 ** 2) / 2);
    const eave = 12 * (2.8 + 0.15 * rise);
    const faces = [...made.view.elementsOf('wall')].flatMap(({ id, params: { name } }) =>
      name?.startsWith('Outer') === true
        ? [[name, (made.view.measures(id).area_mm2 ?? Number.NaN) / 1e6] as const]
        : [],
    );
    // East a door; west two windows; north three; south a door and four windows
    const net: Readonly<Record<string, number>> = {
      'Outer south': eave - area(1.8, 2.1) - 4 * area(1.2, 1.2),
      'Outer east': gable - area(0.9, 2.1),
      'Outer north': eave - 3 * area(1.5, 1.2),
      'Outer west': gable - area(1.2, 1.2) - area(0.6, 1.2),
    };
    expect(faces.map(([name]) => name)).toEqual(Object.keys(net));
    for (const [name, face] of faces) expect([name, face]).toEqual([name, close(net[name])]);
  });
});

describe('the office', () => {
  const script = example('office');
  const parsed = parseScript(script);
  const calls = parsed.ok ? parsed.calls : [];
  const [head, rest] = script.split('# Half-turn stairs');
  const [all, ...others] = (head ?? '').split('for i in 0..5 { storey');
  const exits = (rest ?? '').split('\n').filter((line) => line.startsWith('door in $all.0.s.'));
  /** Its script with one of its storeys, and without stairs. */
  const withStorey = (i: number): string =>
    `${all ?? ''}for i in ${i}..${i + 1} { storey${others.join('')}`;

  test('has 605 elements in one call of less than 1,650 tokens', () => {
    const count: Record<string, number> = {};
    for (const { tool } of calls) count[tool] = (count[tool] ?? 0) + 1;
    expect(count).toEqual({
      create_level: 6,
      create_floor: 5,
      create_roof: 2,
      // 5 × (6 outside, 4 along corridors, 1 beside the toilets, 2 × 4 and 2 + 2), and those of the plant room
      create_wall: 5 * (6 + 4 + 1 + 8 + 4) + 4,
      // 5 × (10 + 11 + 2 + 8 + 8)
      place_window: 5 * 39,
      // 5 × (12 rooms, toilets, store and two stairs), two ways out, one on the roof
      place_door: 5 * 16 + 3,
      create_room: 5 * 17 + 1,
      // 5 × (8 and 4 between the windows, 4 behind the glass)
      create_column: 5 * 16,
      create_stair: 8,
      // Ducts; each stair brings one more
      create_opening: 4,
      create_beam: 8,
      // Heights of both roofs
      modify_parameter: 2,
      set_site: 1,
    });
    expect(calls.length - 2 + 8).toBe(605);
    expect(requestTokens(script)).toBeLessThan(1650);
  });

  test('has its roof on the walls of the highest storey, and the plant room on the roof', async () => {
    const roof = (rest ?? '').slice((rest ?? '').indexOf('# The roof'));
    const { view } = await built(`${withStorey(4)}\n${roof}`);
    const heights = (kind: 'wall' | 'roof', side: 'min' | 'max', level: string) =>
      [...view.elementsOf(kind)].flatMap(({ id }) =>
        view.elementOf(view.levelOf(id) ?? '', 'level')?.params.name === level
          ? [view.bounds(id)?.[side].z]
          : [],
      );
    // 4 × 3.6 and 3.3 m of wall; the roof is 0.3 m thick and ends at 5 × 3.6 m.
    expect(new Set(heights('wall', 'max', 'Level 4'))).toEqual(new Set([17_700]));
    expect(Math.min(...heights('roof', 'min', 'Level 5').map(Number))).toBe(17_700);
    expect(new Set(heights('wall', 'min', 'Level 5'))).toEqual(new Set([18_000]));
    expect(heights('roof', 'max', 'Level 5')).toContain(18_000);
  });

  test('a storey is what was drawn, and nothing is warned of', async () => {
    expect(exits).toHaveLength(2);
    const { view, count, warnings } = await built(`${withStorey(0)}\n${exits.join('\n')}`);
    expect(warnings).toEqual([]);
    expect(count).toEqual({
      level: 6,
      floor: 1,
      wall: 23,
      window: 39,
      door: 18,
      room: 17,
      column: 16,
    });
    const glass = [...view.elementsOf('wall')].filter(
      ({ params }) => params.wall_type === 'curtain',
    );
    // 14 by 1.4 and 3.3 by 1.65; mullions are 0.05 wide and 0.15 deep. At both corners the strip stops at the face
    // of a wall of 0.3. The door from 7 to 7.9 has posts from foot to top; the left one takes the line at 7
    const widths =
      2 * (1.4 - 0.15 - 0.05 - 0.025) + 6 * (1.4 - 0.05) + (6.95 - 5.625) + (8.375 - 7.95);
    const over_door = area(0.9, 3.3 - 0.05 - (2.1 + 0.05));
    expect(glass.map((wall) => measuresOf(view, wall))).toMatchObject([
      {
        panel_columns: 10,
        panel_rows: 2,
        panel_count: 20 + 1,
        glass_area_mm2: Math.round(1e6 * (area(widths, 3.3 - 3 * 0.05) + over_door)),
      },
    ]);
    // Outer walls 0.3, inner ones 0.15: halves of 0.15 and 0.075; the wings are 6 deep beside their corridors
    const [out, half, depth] = [0.15, 0.075, 6 - 0.15 - 0.075];
    const southWest = area(10.75 - out - half, depth);
    const bay = area(6.5 - 2 * half, depth);
    const last = area(6.5 - half - out, depth);
    const west = area(depth, 11 - 2 * half);
    const areas = areasIn(view);
    const offices = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'];
    expect(offices.map((number) => areas[`0.${number}`])).toEqual([
      southWest,
      bay,
      bay,
      bay,
      bay,
      bay,
      bay,
      last,
      west,
      west,
      area(depth, 10 - 2 * half),
      area(depth, 10 - half - out),
    ]);
    expect(areas).toMatchObject({
      '0 stair A': last,
      '0 stair B': area(depth, 6 - half - out),
      '0 toilets': area(14 - 10.75 - 2 * half, depth),
      '0 store': area(6 - 2 * half, 6 - 2 * half),
      // From x = 6 to 40 and from y = 6 to 34, both 2 wide between axes, the corner once
      '0 corridor': area(34 - 0.075 - 0.15, 2 - 0.15) + area(2 - 0.15, 26 - 0.15 + 0.075),
    });
    // Doors open from the corridor into the rooms, and out of the building
    expect(doorways(view)).toEqual(
      [
        ...[...offices.map((number) => `0.${number}`), '0 store', '0 toilets'].map(
          (room) => `0 corridor > ${room}`,
        ),
        '! 0 corridor > 0 stair A',
        '! 0 corridor > 0 stair B',
        '! 0 corridor > -',
        '! 0 corridor > -',
      ].toSorted(),
    );
  });
});
