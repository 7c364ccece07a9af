/** @module tests of fixes: what to change so that an object meets a requirement. */
import { expect, test } from 'vitest';

import {
  attribute,
  classification,
  entity,
  idsText,
  ifcText,
  material,
  partOf,
  property,
  resultOf,
  WALL,
} from './ids-case.ts';

test.each([
  [entity('IFCSLAB'), 'export the object as `IFCSLAB`'],
  [entity('IFCWALL', 'SHEAR'), 'set the predefined type to `SHEAR`'],
  [attribute('Description', 'A'), 'set the attribute `Description` to `A`'],
  [property('S.P', { value: 'A' }), 'add the property `P` in the set `S` with `A`'],
  [material(), 'give the object a material'],
  [material('A'), 'give the object a material with the name or category `A`'],
  [classification('A'), 'classify the object in the system `A`'],
  [classification('A', 'B'), 'classify the object in the system `A` with the code `B`'],
  [
    partOf('IFCBUILDING', 'IFCRELNESTS'),
    'relate the object so that it is nested in an object with the entity `IFCBUILDING`',
  ],
  [material(null, 'prohibited'), null],
  [
    attribute('Tag', null, 'prohibited'),
    'change the object so that it does not have the attribute `Tag`',
  ],
])('a failure of %s names its fix: %s', (requirement, fix) => {
  const { groups } = resultOf(idsText(entity('IFCWALL'), requirement), ifcText([WALL]));
  expect(groups.map((group) => group.fix)).toEqual(fix === null ? [] : [fix]);
});
