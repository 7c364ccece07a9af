/** @module tests of parts that other programs wrote into stairs, ramps, railings, roofs and walls: none is lost silently. */
import { describe, expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { ParamValues } from '../../../../../schemas/events.ts';
import { created, deletes, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { exported } from '../write/reread.ts';
import { importedAs } from './judged.ts';
import { returned } from './returned.ts';

const P = (x: number, y: number) => ({ x, y });
const STAIR = { level_id: 'L1', top_level_id: 'L2', width: 1000, riser_max: 180, tread: 280 };

const HOUSE = modelOf(
  created('stair', 'stair', { ...STAIR, start: P(0, 0), landing: 1200, handrails: 'both' }),
  created('ramp', 'ramp', {
    level_id: 'L1',
    start: P(0, 12_000),
    end: P(3000, 12_000),
    width: 1200,
    rise: 300,
    thickness: 200,
  }),
  created('railing', 'railing', { level_id: 'L2', path: [P(0, 15_000), P(3000, 15_000)] }),
  created('wall', 'curtain', {
    start: P(10_000, 0),
    end: P(16_000, 0),
    wall_type: 'curtain',
    curtain: { columns: 4, rows: 2 },
  }),
  created('wall', 'wall', { start: P(10_000, 9000), end: P(16_000, 9000) }),
  created('door', 'door', { host_id: 'wall', offset: 2000, width: 900 }),
  created('roof', 'roof', {
    level_id: 'L2',
    boundary_points: [P(20_000, 0), P(26_000, 0), P(26_000, 4000), P(20_000, 4000)],
    roof_type: 'flat',
    slope_deg: 0,
    thickness: 200,
  }),
);

/** The number of the only record of an entity. */
function numberOf(text: string, entity: string, name = ''): string {
  const found = new RegExp(`^#(\\d+)=${entity}\\('[^']*',[^,]*,${name}`, 'imu').exec(text);
  if (found?.[1] === undefined) throw new Error(`no ${entity}`);
  return found[1];
}

const GUIDS = '0000000000000000000000';

/** The file with a member that is a part of a product, by the entity and the name of that. */
function withPart(file: Buffer, entity: string, name = '', relation = 'IFCRELAGGREGATES'): Buffer {
  const text = file.toString('latin1');
  const [whole, tail] = [numberOf(text, entity, name), text.includes("'IFC2X3'") ? '' : ',$'];
  const history = /IFCSTAIR\('[^']*',(#\d+|\$)/u.exec(text)?.[1] ?? '$';
  const lines = [
    `#9000001=IFCMEMBER('${GUIDS.slice(1)}1',${history},'String',$,$,$,$,$${tail});`,
    `#9000002=${relation}('${GUIDS.slice(1)}2',${history},$,$,#${whole},(#9000001));`,
  ];
  return Buffer.from(
    text.replace(/ENDSEC;\s*END-ISO/u, (end) => `${lines.join('\n')}\n${end}`),
    'latin1',
  );
}

const MEMBER = 'IfcMember #9000001 (String)';

async function edited(file: Buffer, id: string, updates: ParamValues) {
  const before = await importedAs(HOUSE, file);
  const one = before.view.element(id);
  const made = returned(before, before.view.apply([modifies(one, updates)]));
  expect(damage(file, made.file)).toEqual([]);
  const facts = (kind: string) =>
    made.stale.filter((fact) => fact.kind === kind).map(({ name }) => name);
  const left = made.not_expressible.map(({ why }) => why);
  const text = made.file.toString('latin1');
  return {
    left,
    text,
    isSame: made.file.equals(file),
    parts: facts('part'),
    removed: facts('removed'),
  };
}

test('a wall whose part is another element that is kept is not removed', async () => {
  const text = exported(HOUSE, 'IFC4').file.toString('latin1');
  const [whole, part] = [numberOf(text, 'IFCWALL\\w*'), numberOf(text, 'IFCROOF')];
  const relation = `#9000002=IFCRELAGGREGATES('${GUIDS.slice(1)}2',$,$,$,#${whole},(#${part}));`;
  const end = text.lastIndexOf('ENDSEC;');
  const file = Buffer.from(`${text.slice(0, end)}${relation}\n${text.slice(end)}`, 'latin1');
  const before = await importedAs(HOUSE, file);
  expect(before.view.element('roof')).toBeDefined();
  const [wall, door, roof] = ['wall', 'door', 'roof'].map((id) => before.view.element(id));
  if (wall === undefined || door === undefined || roof === undefined) throw new Error('no wall');
  const made = returned(before, before.view.apply([deletes(door), deletes(wall)]));
  expect(made.not_expressible).toEqual([
    { element_id: 'wall', why: `#${part} (IfcRoof) is a part of it and is kept` },
  ]);
  expect(made.file.toString('latin1')).toContain(`#${part}=IFCROOF(`);
  const all = returned(before, before.view.apply([deletes(door), deletes(wall), deletes(roof)]));
  expect([all.not_expressible, damage(file, all.file)]).toEqual([[], []]);
  expect(all.file.toString('latin1')).not.toContain('=IFCROOF(');
});

describe.each(IFC_SCHEMAS)('in %s', (schema) => {
  const { file } = exported(HOUSE, schema);

  test.each([
    ['stair', ['IFCSTAIR', ''], { width: 1200 }],
    ['ramp', ['IFCRAMPFLIGHT', ''], { width: 1500 }],
    ['railing', ['IFCRAILING', "(?!'handrails')"], { path: [P(0, 15_000), P(2500, 15_000)] }],
    ['wall', ['IFCWALL\\w*', ''], { height: 2800, pins: null }],
    ['wall', ['IFCWALL\\w*', ''], { thickness: 300, pins: null }],
    ['roof', ['IFCSLAB', '(?!.*LANDING)'], { thickness: 250 }],
  ])('a foreign part of a %s is kept and listed', async (id, [entity = '', name = ''], updates) => {
    const made = await edited(withPart(file, entity, name), id, updates);
    expect([made.left, made.parts, made.removed]).toEqual([[], [MEMBER], []]);
    expect(made.text).toContain("'String'");
  });

  test('a foreign part of a wall is listed if its door becomes wider', async () => {
    const made = await edited(withPart(file, 'IFCWALL\\w*'), 'door', { width: 1000 });
    expect([made.left, made.parts, made.removed]).toEqual([[], [MEMBER], []]);
  });

  test('no part is listed without another shape', async () => {
    const made = await edited(withPart(file, 'IFCSTAIR'), 'stair', { name: 'Neu' });
    expect([made.left, made.parts, made.removed]).toEqual([[], [], []]);
  });

  test('a moved stair takes its foreign parts along', async () => {
    const made = await edited(withPart(file, 'IFCRAMPFLIGHT'), 'ramp', {
      start: P(0, 13_000),
      end: P(3000, 13_000),
    });
    expect([made.parts, made.removed]).toEqual([[], []]);
  });

  test('the parts that a stair has no more are removed and listed', async () => {
    const made = await edited(withPart(file, 'IFCSTAIR'), 'stair', { landing: null });
    expect(made.left).toEqual([]);
    expect(made.removed.map((name) => name.replace(/ #\d+/u, ''))).toEqual([
      'IfcStairFlight (flight 2)',
      'IfcSlab (landing 1)',
    ]);
    expect(made.parts).toEqual([MEMBER]);
    expect(made.text).toContain("'handrails'");
  });

  test('the handrails that a stair has no more are removed and listed', async () => {
    const made = await edited(file, 'stair', { handrails: 'none' });
    expect([made.left, made.parts]).toEqual([[], []]);
    expect(made.removed.map((name) => name.replace(/ #\d+/u, ''))).toEqual([
      'IfcRailing (handrails)',
    ]);
  });

  test('a kept part of a part that would be removed is refused', async () => {
    const given = withPart(file, 'IFCSTAIRFLIGHT', "'flight 2'", 'IFCRELNESTS');
    const made = await edited(given, 'stair', { landing: null });
    expect(made.left).toEqual([
      expect.stringMatching(
        /^#9000001 \(IfcMember\) is kept and is a part of #\d+ \(IfcStairFlight\), which the new body would replace$/u,
      ),
    ]);
    expect(made.isSame).toBe(true);
  });
});
