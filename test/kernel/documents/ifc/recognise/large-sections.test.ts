/** @module tests of members that are larger than the model allows: they do not stop an import. */
import { expect, test } from 'vitest';

import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { imported } from '../return/returned.ts';
import { exported } from '../write/reread.ts';

test('a beam whose section is 200 m high is not parametric, and the column next to it is', async () => {
  const view = modelOf(
    created('beam', 'beam', {
      level_id: 'L1',
      start: { x: 0, y: 0 },
      end: { x: 3, y: 0 },
      profile: '100x200',
    }),
    created('column', 'column', {
      level_id: 'L1',
      location: { x: 1, y: 1 },
      profile: '2x1.5',
      height: 100,
    }),
  );
  const text = exported(view, 'IFC4').file.toString('latin1');
  const inMetres = text.replace('.LENGTHUNIT.,.MILLI.,.METRE.', '.LENGTHUNIT.,$,.METRE.');
  const { source } = await imported(Buffer.from(inMetres, 'latin1'));
  const outcome = (entity: string): unknown => {
    const row = source.rows.find((one) => one.entity === entity);
    return [row?.outcome, row?.element?.kind];
  };
  expect(outcome('IfcBeam')).toEqual(['body', undefined]);
  expect(outcome('IfcColumn')).toEqual(['parametric', 'column']);
});
