/** @module tests of linings, panels and partitionings of doors and windows in IFC files of the three schemas. */
import { describe, expect, test } from 'vitest';

import { compareText } from '../../../../../kernel/base/canonical/deep-equal.ts';
import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const WALL = created('wall', 'w', {
  level_id: 'L1',
  start: { x: 1000, y: 2000 },
  end: { x: 9000, y: 5000 },
  thickness: 300,
});

type Values = Partial<ParamsOf<'type'>>;

const typeOf = (kind: 'door' | 'window', values: Values): PlannedEvent =>
  created('type', 'T', { name: 'Oak', for: kind, layers: [], ...values });
const window = (more: Partial<ParamsOf<'window'>> = {}): PlannedEvent =>
  created('window', 'X', {
    host_id: 'w',
    offset: 1000,
    width: 1500,
    height: 1200,
    type_id: 'T',
    ...more,
  });

/** Arguments of all lines of an entity, without those of a root. */
function lines(text: string, entity: string): readonly string[] {
  return [...text.matchAll(new RegExp(`=${entity.toUpperCase()}\\((.*)\\);`, 'gu'))].map(
    ([, inside = '']) => inside.split(',').slice(4).join(','),
  );
}

/** The values of the properties of a file, as `name value`, sorted. */
function properties(text: string): readonly string[] {
  const single = /=IFCPROPERTYSINGLEVALUE\('(\w+)',\$,IFC\w+\(([^)]*)\)/gu;
  const enumerated = /=IFCPROPERTYENUMERATEDVALUE\('(\w+)',\$,\(IFCLABEL\('(\w+)'\)\)/gu;
  return [...text.matchAll(single), ...text.matchAll(enumerated)]
    .map(([, name = '', value = '']) => `${name} ${value}`)
    .toSorted(compareText);
}

const GRID: Values = {
  frame_width: 70,
  frame_depth: 80,
  mullion_width: 60,
  grid: { columns: [1, 1, 2], rows: [1], cells: ['casement_left', 'fixed', 'tilt_and_turn_right'] },
};

describe.each(IFC_SCHEMAS)('%s', (schema) => {
  const isNew = schema === 'IFC4X3';

  test('a window of three columns has a lining, and a panel for each cell', async () => {
    const view = modelOf(WALL, typeOf('window', GRID), window());
    const made = exported(view, schema);
    expect(made.warnings).toEqual([]);
    expect(ruleFaults(made.file)).toEqual([]);
    expect(differences(view, made)).toEqual([]);
    expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
    const { text } = made;
    expect(text).toContain('.TRIPLE_PANEL_VERTICAL.');
    // 1,360 mm less two mullions are columns of 310, 310 and 620 mm: the mullions are at 410 and 780 mm of 1,500 mm.
    const [first, second] = [(70 + 310 + 30) / 1500, (70 + 620 + 60 + 30) / 1500];
    const lining = lines(text, 'IfcWindowLiningProperties').map((one) =>
      one.split(',').slice(0, 4),
    );
    expect(lining).toEqual(isNew ? [] : [['80.', '70.', '$', '60.']]);
    const panels = [
      '.SIDEHUNGLEFTHAND.,.LEFT.,40.,50.',
      '.FIXEDCASEMENT.,.MIDDLE.,$,$',
      '.TILTANDTURNRIGHTHAND.,.RIGHT.,40.,50.',
    ];
    const found = lines(text, 'IfcWindowPanelProperties').map((one) => one.replace(/,\$$/u, ''));
    expect(found).toEqual(isNew ? [] : panels);
    const stated = [
      'LiningDepth 80.',
      'LiningThickness 70.',
      'MullionThickness 60.',
      `SecondMullionOffset ${second}`,
    ];
    expect(properties(text)).toEqual(expect.arrayContaining(isNew ? stated : []));
    expect(text).toContain(`${first}`.slice(0, 6));
  });

  test('a mirrored window has a type of its own, with the hinges at the other side', () => {
    const view = modelOf(
      WALL,
      typeOf('window', GRID),
      window(),
      created('window', 'Y', {
        host_id: 'w',
        offset: 4000,
        width: 1500,
        height: 1200,
        type_id: 'T',
        flipped: true,
      }),
    );
    const made = exported(view, schema);
    expect(ruleFaults(made.file)).toEqual([]);
    expect(differences(view, made)).toEqual([]);
    expect(made.text).toContain("'Oak, fixed window 1500 x 1200 mm, mirrored'");
    const panels = lines(made.text, 'IfcWindowPanelProperties').join(' ');
    expect(panels.includes('.TILTANDTURNLEFTHAND.,.LEFT.')).toBe(!isNew);
  });

  test('two by two cells are partitioned by the user', () => {
    const grid: Values['grid'] = {
      columns: [1, 1],
      rows: [1, 1],
      cells: ['fixed', 'fixed', 'top', 'bottom'],
    };
    const view = modelOf(WALL, typeOf('window', { grid }), window());
    const made = exported(view, schema);
    expect(ruleFaults(made.file)).toEqual([]);
    expect(differences(view, made)).toEqual([]);
    expect(made.text).toContain('.USERDEFINED.');
    expect(made.text.includes("'2 x 2'")).toBe(schema !== 'IFC2X3');
  });

  test.each(['single', 'double', 'sliding', 'folding', 'revolving', 'pocket'] as const)(
    'a glazed %s door with a threshold is read back with its parts',
    async (door_type) => {
      const values: Values = {
        frame_width: 50,
        frame_depth: 120,
        threshold: 20,
        glazing: 'double',
      };
      const door = created('door', 'X', {
        host_id: 'w',
        offset: 1000,
        width: 1800,
        height: 2100,
        door_type,
        type_id: 'T',
      });
      const view = modelOf(WALL, typeOf('door', values), door);
      const made = exported(view, schema);
      expect(made.warnings).toEqual([]);
      expect(ruleFaults(made.file)).toEqual([]);
      expect(differences(view, made)).toEqual([]);
      expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
      const lining = lines(made.text, 'IfcDoorLiningProperties').map((one) =>
        one.split(',').slice(0, 4),
      );
      expect(lining).toEqual(isNew ? [] : [['120.', '50.', '$', '20.']]);
      const stated = ['LiningDepth 120.', 'LiningThickness 50.', 'ThresholdThickness 20.'];
      expect(properties(made.text)).toEqual(expect.arrayContaining(isNew ? stated : []));
    },
  );
});
