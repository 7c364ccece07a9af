/** @module tests of the facts of a returned file that may be wrong: what an edit makes stale is listed, nothing else. */
import { expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { ParamValues } from '../../../../../schemas/events.ts';
import { created, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { exported } from '../write/reread.ts';
import { importedAs } from './judged.ts';
import { returned } from './returned.ts';

const P = (x: number, y: number) => ({ x, y });

/** Two joined walls, one of them with a door. */
const HOUSE = modelOf(
  created('wall', 'wall', { start: P(0, 0), end: P(6000, 0) }),
  created('wall', 'other', { start: P(6000, 0), end: P(6000, 4000) }),
  created('door', 'door', { host_id: 'wall', offset: 2000, width: 900 }),
);

/** Quantities of the file that the model does not know. */
function foreign(file: Buffer): Buffer {
  const text = file.toString('latin1').replaceAll("'NetSideArea'", "'Schalung'");
  return Buffer.from(text, 'latin1');
}

/** The file with a set of another program for its wall: two measures, one of which states a demand, and a text. */
function withMeasures(file: Buffer): Buffer {
  const text = file.toString('latin1');
  const [, wall = '', history = ''] = /^(#\d+)=IFCWALL\w*\('[^']*',(#\d+|\$)/mu.exec(text) ?? [];
  const lines = [
    "#9000001=IFCPROPERTYSINGLEVALUE('Gross Area',$,IFCAREAMEASURE(12.),$);",
    "#9000002=IFCPROPERTYSINGLEVALUE('Planned Length',$,IFCLENGTHMEASURE(6000.),$);",
    "#9000003=IFCPROPERTYSINGLEVALUE('Mark',$,IFCLABEL('W1'),$);",
    `#9000004=IFCPROPERTYSET('0000000000000000000001',${history},'Dimensions',$,(#9000001,#9000002,#9000003));`,
    `#9000005=IFCRELDEFINESBYPROPERTIES('0000000000000000000002',${history},$,$,(${wall}),#9000004);`,
  ];
  const end = text.lastIndexOf('ENDSEC;');
  return Buffer.from(`${text.slice(0, end)}${lines.join('\n')}\n${text.slice(end)}`, 'latin1');
}

async function staleAfter(id: string, updates: ParamValues, schema: 'IFC2X3' | 'IFC4' | 'IFC4X3') {
  const file = withMeasures(foreign(exported(HOUSE, schema).file));
  const before = await importedAs(HOUSE, file);
  const made = returned(before, before.view.apply([modifies(before.view.element(id), updates)]));
  const ids = new Map(before.source.rows.map((row) => [`#${row.record}`, row.element?.id]));
  return {
    left: made.not_expressible.map(({ why }) => why),
    stale: made.stale.map(({ record, kind, name }) => `${ids.get(record)} ${kind} ${name}`),
  };
}

test.each(IFC_SCHEMAS)(
  'a wider door makes no axis or connection of its wall stale in %s',
  async (schema) => {
    const { left, stale } = await staleAfter('door', { width: 1000 }, schema);
    const name = 'door name single door 900 x 2100 mm, swing left';
    expect([left, stale.toSorted()]).toEqual([
      [],
      [name, 'wall property Gross Area', 'wall quantity Schalung'],
    ]);
  },
);

test.each(IFC_SCHEMAS)('a longer wall makes its connections stale in %s', async (schema) => {
  const { stale } = await staleAfter('wall', { start: P(-500, 0), pins: null }, schema);
  expect(stale).toContain('wall quantity Schalung');
  expect(stale.filter((one) => one.startsWith('wall path_connection'))).toHaveLength(1);
});

test('a measure that is set by the same edit is not stale', async () => {
  const { left, stale } = await staleAfter(
    'wall',
    { height: 2900, properties: { Dimensions: { 'Gross Area': 15 } } },
    'IFC4',
  );
  expect([left, stale.filter((one) => one.includes('property'))]).toEqual([[], []]);
});

/** Quantities that an edit does not change, although the file has other values than the model. */
test('a quantity of another definition is not stale if the edit does not change it', async () => {
  const text = exported(HOUSE, 'IFC4').file.toString('latin1');
  const given = text.replaceAll(/(?<=IFCQUANTITYLENGTH\('Length',\$,\$,)[^,]+/gu, '5555.');
  const before = await importedAs(HOUSE, Buffer.from(given, 'latin1'));
  const edit = (id: string, updates: ParamValues) =>
    returned(before, before.view.apply([modifies(before.view.element(id), updates)]))
      .stale.filter(({ kind }) => kind === 'quantity')
      .map(({ name }) => name);
  expect(edit('door', { width: 1000 })).toEqual([]);
  expect(edit('wall', { start: P(-500, 0), pins: null })).toContain('Length');
});
