/** @module tests of IDS requirements on classifications: codes of elements and types of the model meet them, as in its file. */
import { Buffer } from 'node:buffer';

import { beforeAll, expect, test } from 'vitest';

import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { checkIds } from '../../../../../kernel/documents/ids/check/check-ids.ts';
import { FileIdsModel } from '../../../../../kernel/documents/ids/file/file-model.ts';
import type { IdsModel } from '../../../../../kernel/documents/ids/ids-model.ts';
import { branchIdsModel } from '../../../../../kernel/documents/ids/of-view/branch-model.ts';
import { readIds } from '../../../../../kernel/documents/ids/read/read-ids.ts';
import { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { exportIfc } from '../../../../../kernel/documents/ifc/write/export-ifc.ts';
import { classifiedHouse } from '../../ifc/write/stated/classified-house.ts';

const simple = (name: string, value: string): string =>
  `<${name}><simpleValue>${value}</simpleValue></${name}>`;
const specification = (entity: string, system: string, code: string): string =>
  `<specification name="${entity} ${system}" ifcVersion="IFC2X3 IFC4 IFC4X3_ADD2">
<applicability minOccurs="0" maxOccurs="unbounded"><entity>${simple('name', entity)}</entity></applicability>
<requirements><classification cardinality="required">${simple('value', code)}${simple('system', system)}</classification></requirements>
</specification>`;
const IDS = `<?xml version="1.0" encoding="UTF-8"?>
<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://standards.buildingsmart.org/IDS http://standards.buildingsmart.org/IDS/1.0/ids.xsd">
<info><title>Codes</title></info>
<specifications>${[
  specification('IFCWALL', 'Uniclass 2015', 'EF_25_10'),
  specification('IFCWALLSTANDARDCASE', 'Uniclass 2015', 'EF_25_10'),
  specification('IFCWALLTYPE', 'DIN 276', '331'),
  specification('IFCSPACE', 'Own list', '7'),
  specification('IFCSPACE', 'Own list', '8'),
].join('')}</specifications></ids>`;

let view: ModelView;
beforeAll(async () => {
  ({ view } = await classifiedHouse());
});

const counts = (model: IdsModel): readonly unknown[] => {
  const { ids } = readIds(IDS);
  return ids === null
    ? []
    : checkIds(ids, model).map(({ applicable, failed, status }) => [applicable, failed, status]);
};

test.each(IFC_SCHEMAS)(
  'codes meet requirements in %s, without an export as in its file',
  (schema) => {
    const head = { at: '2026-01-02T03:04:05.678Z' };
    const bytes = Buffer.concat(exportIfc(view, { schema, head }).chunks);
    const file = new FileIdsModel(new IfcModel(readStepFile(bytes), schema));
    const of_branch = counts(branchIdsModel(view, schema));
    expect(of_branch).toEqual(counts(file));
    // One of the four walls has another code than its type.
    const walls = [
      [4, 1, 'fail'],
      [0, 0, 'not_applicable'],
    ];
    expect(of_branch).toEqual([
      ...(schema === 'IFC2X3' ? walls.toReversed() : walls),
      [1, 0, 'pass'],
      [1, 0, 'pass'],
      [1, 1, 'fail'],
    ]);
  },
);
