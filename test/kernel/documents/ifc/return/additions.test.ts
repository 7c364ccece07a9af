/** @module tests of new elements in the file of an import: read again by the recogniser and by web-ifc. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import { IFC_RULES } from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { publicFile } from '../../../../public-files.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage, difference, recordsOf } from '../patch/patching.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { annexe, wallWithRoom } from './annexe.ts';
import { misplaced } from './misplaced.ts';
import { differences, imported, returned } from './returned.ts';

const FILES: readonly (readonly [string, Buffer | null])[] = [
  ...IFC_SCHEMAS.map(
    (schema) => [`house in ${schema}`, exported(randomHouse(7), schema).file] as const,
  ),
  ...['AC20-FZK-Haus', 'Duplex_A', 'AC90R1-niedriha-V2-2x3', 'SampleHouse4', 'testhouse'].map(
    (name) => [name, publicFile(`ifc-real/cases/${name}.ifc`)] as const,
  ),
];

/** Kinds that the recogniser reads as the same elements. */
const RECOGNISED = new Set([
  'level',
  'wall',
  'door',
  'window',
  'opening',
  'floor',
  'room',
  'column',
  'beam',
]);

function isNew({ id }: Element): boolean {
  return id.startsWith('annexe-');
}

/**
 * Records of the file that are gone or changed, without quantities, which follow new openings, and relations of types,
 * which new elements share.
 */
function changedRecords(before: Buffer, after: Buffer): readonly string[] {
  const records = recordsOf(before);
  return difference(before, after)
    .filter((one) => !one.startsWith('+'))
    .map((one) => `${one} ${records.get(one.slice(1)) ?? ''}`)
    .filter((one) => !/^~\d+ #\d+\s*=\s*(?:IFCQUANTITY|IFCRELDEFINESBYTYPE)/u.test(one));
}

/** Largest file that all rules check, so that the test stays fast. */
const CHECKED_BYTES = 1_500_000;

/** Rules that more records violate after a patch than before, with their first findings. */
function newFaults(before: Buffer, after: Buffer): readonly string[] {
  const faults = (file: Buffer) => runIfcRules(readStepFile(file), IFC_RULES);
  const old = new Map(faults(before).map(({ rule, found }) => [rule.id, found]));
  return faults(after)
    .filter(({ rule, found }) => found > (old.get(rule.id) ?? 0))
    .map(({ rule, findings }) => `${rule.id} ${findings.map(({ message }) => message).join('; ')}`);
}

describe.each(FILES)('%s', (_, bytes) => {
  test.skipIf(bytes === null)('new elements are read again', { timeout: 60_000 }, async () => {
    const before = await imported(bytes ?? Buffer.alloc(0));
    const view = before.view.apply(annexe(before.view));
    const made = returned(before, view);
    expect(made.not_expressible).toEqual([]);
    expect(damage(before.source.bytes, made.file)).toEqual([]);
    expect(changedRecords(before.source.bytes, made.file)).toEqual([]);
    const names = [...view.elements()].filter(isNew).map(({ id }) => [ifcGuid(id), id] as const);
    const { view: again } = await imported(made.file, new Map(names));
    const lost = [...view.elements()].filter((one) => isNew(one) && !RECOGNISED.has(one.kind));
    expect(
      differences(
        view,
        again,
        [...lost, ...again.elementsOf('grid')].map(({ id }) => id).concat('annexe-shaft'),
      ),
    ).toEqual([]);
    // The recogniser may read a rectangle as an outline, which cuts the same volume.
    const floor = view.elementOf('annexe-shaft', 'opening')?.params.host_id;
    const volumes = [view, again].map((one) => one.measures(floor ?? '').volume_mm3);
    expect(volumes[1]).toBeCloseTo(volumes[0] ?? 0, -4);
    const lines = [...before.view.elementsOf('grid')].length + 4;
    expect([...again.elementsOf('grid')]).toHaveLength(lines);
    expect(misplaced(before, view, made.file)).toEqual([]);
    const doorKinds = wallWithRoom(before.view) === undefined ? undefined : 'door';
    expect(again.element('annexe-door-in-file')?.kind).toBe(doorKinds);
    const isChecked = before.source.bytes.length <= CHECKED_BYTES;
    expect(isChecked ? newFaults(before.source.bytes, made.file) : []).toEqual([]);
  });
});

test('new elements of a building without placements are in the coordinates of the file', async () => {
  const file = exported(randomHouse(7), 'IFC4').file.toString('latin1');
  const bare = file.replaceAll(
    /(=IFC(?:SITE|BUILDING|BUILDINGSTOREY)\('[^']*',\$,'[^']*',\$,\$,)#\d+/gu,
    '$1$',
  );
  const before = await imported(Buffer.from(bare, 'latin1'));
  const view = before.view.apply(annexe(before.view));
  const made = returned(before, view);
  expect(made.not_expressible).toEqual([]);
  expect(misplaced(before, view, made.file).filter((id) => id.startsWith('annexe-'))).toEqual([]);
});

test('a new door in a wall that consists of parts is listed', async () => {
  const site = modelOf(
    created('wall', 'wall', {
      level_id: 'L1',
      start: { x: 0, y: 0 },
      end: { x: 5000, y: 0 },
      thickness: 200,
      height: 2800,
      join_type: 'none',
    }),
  );
  const file = inParts(exported(site, 'IFC4').file);
  const before = await imported(file);
  const [wall] = before.view.elementsOf('wall');
  const door = { host_id: wall?.id ?? '', offset: 700, width: 900, height: 2000 };
  const made = returned(before, before.view.apply([created('door', 'door', door)]));
  expect(made.not_expressible).toEqual([
    { element_id: 'door', why: 'its host consists of parts in the file' },
  ]);
  expect(made.file.equals(file)).toBe(true);
});

/** The same file whose wall has no body and one part with that body. */
function inParts(file: Buffer): Buffer {
  const text = file.toString('latin1');
  const [, wall = '', placement = '', shape = ''] =
    /#(\d+)=IFCWALL\('[^']*',\$,'[^']*',\$,\$,#(\d+),#(\d+),/u.exec(text) ?? [];
  const bare = text.replace(
    new RegExp(`(#${wall}=IFCWALL\\([^;]*#${placement}),#${shape},`, 'u'),
    '$1,$,',
  );
  const lines = [
    `#900001=IFCBUILDINGELEMENTPART('3Part00000000000000001',$,'part',$,$,#${placement},#${shape},$,$);`,
    `#900002=IFCRELAGGREGATES('3Parts0000000000000001',$,$,$,#${wall},(#900001));`,
  ];
  const end = bare.lastIndexOf('ENDSEC;');
  return Buffer.from(`${bare.slice(0, end)}${lines.join('\n')}\n${bare.slice(end)}`, 'latin1');
}
