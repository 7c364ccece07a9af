/** @module tests of warnings about quantities that a patch computed again, and about facts that it left. */
import { expect, test } from 'vitest';

import { factWarnings, groupedFacts } from '../../../servers/documentation/stale-facts.ts';
import { created, modifies } from '../../kernel/building/model/build.ts';
import { modelOf } from '../../kernel/checks/clash/clash-model.ts';
import { imported, returned } from '../../kernel/documents/ifc/return/returned.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';

const HOUSE = modelOf(
  ...Array.from({ length: 24 }, (_, i) =>
    created('column', `c${i}`, {
      level_id: 'L1',
      location: { x: 3000 * i, y: 0 },
      profile: '300x300',
      height: 2600,
    }),
  ),
);

/** The file with a volume of another definition, and one of its author. */
function foreign(): Buffer {
  const text = exported(HOUSE, 'IFC4').file.toString('latin1');
  return Buffer.from(
    text
      .replaceAll(/(?<=IFCQUANTITYVOLUME\('NetVolume',\$,\$,)[^,]+/gu, '987.654')
      .replaceAll("IFCQUANTITYAREA('CrossSectionArea'", "IFCQUANTITYAREA('Schalung'"),
    'latin1',
  );
}

test('warnings name the quantities that were computed again, and those that were left', async () => {
  const before = await imported(foreign());
  const [column] = before.view.elementsOf('column');
  const id = column?.id ?? '';
  const made = returned(before, before.view.apply([modifies(column, { height: 2400 })]));
  const record = before.source.rows.find(({ element }) => element?.id === id)?.record;
  expect(factWarnings(made, before.source)).toEqual([
    `the quantities \`Length\`, \`GrossVolume\` of \`${id}\` (#${record}) were computed again from the model`,
    `the quantities \`Schalung\`, \`NetVolume\` of \`${id}\` (#${record}) keep the values of the file, because the model has no quantity of their name and definition`,
    `the texts \`column 300x300\` of \`${id}\` (#${record}) are as in the file and may state sizes before the edits`,
  ]);
});

test('an edit without quantities has no warning', async () => {
  const before = await imported(foreign());
  const [column] = before.view.elementsOf('column');
  const made = returned(before, before.view.apply([modifies(column, { name: 'Neu' })]));
  expect(factWarnings(made, before.source)).toEqual([]);
});

test('at most twenty sentences of each sort are warnings', async () => {
  const before = await imported(foreign());
  const all = [...before.view.elementsOf('column')];
  const made = returned(
    before,
    before.view.apply(all.map((one) => modifies(one, { height: 2400 }))),
  );
  const warnings = factWarnings(made, before.source);
  expect(warnings).toHaveLength(42);
  expect(warnings[20]).toBe(
    '4 more of these sentences are left out: quantities that were computed again',
  );
  expect(warnings[41]).toBe('28 more of these sentences are left out: facts that `stale` lists');
});

test('a sentence names at most five facts, and facts without a name as one', () => {
  const names = ['Länge', 'Breite', 'Höhe', 'Fläche', 'Umfang', 'Schalung', 'Putz'];
  const stale = [
    ...names.map((name) => ({ record: '#7', kind: 'quantity', name })),
    ...['', ''].map((name) => ({ record: '#7', kind: 'path_connection', name })),
  ];
  expect(factWarnings({ stale, recomputed: [] }, { rows: [] })).toEqual([
    'the quantities `Länge`, `Breite`, `Höhe`, `Fläche`, `Umfang` and 2 more of record #7 keep the values of the file, because the model has no quantity of their name and definition',
    'the connections to other walls of record #7 are as in the file and were not checked',
  ]);
  expect(groupedFacts(stale, { rows: [] }).map((group) => group.names)).toEqual([names, []]);
});
