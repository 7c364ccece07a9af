/** @module tests of references to systems: the code in a system, and what elements inherit from their types. */
import { describe, expect, test } from 'vitest';

import {
  classificationWithType,
  codeIn,
} from '../../../../../kernel/building/kinds/shared/classification.ts';

const WALL = 'https://identifier.buildingsmart.org/uri/buildingsmart/ifc/4.3/class/IfcWall';
const NONE = { system: null, code: null, name: null, uri: null };

describe('the code in a system', () => {
  test.each([
    ['is that of the system in any spelling', [{ system: 'uniclass', code: 'Ss_25' }], 'Ss_25'],
    [
      'is the name of a reference without a code',
      [{ system: 'Uniclass 2015', name: 'Walls' }],
      'Walls',
    ],
    ['is none without code and name', [{ system: 'Uniclass 2015' }], null],
    ['is none in another system', [{ system: 'OmniClass', code: '21-02 20' }], null],
    [
      'is a list of several different ones',
      [
        { system: 'Uniclass', code: 'Ss_25' },
        { system: 'Uniclass', code: 'Ss_30' },
        { system: 'Uniclass 2015', code: 'Ss_25' },
      ],
      'Ss_25, Ss_30',
    ],
  ])('%s', (_, references, expected) => {
    const all = references.map((one) => ({ ...NONE, ...one }));
    expect(codeIn(all, 'Uniclass 2015')).toBe(expected);
  });

  test.each([
    ['by its address', { uri: WALL, code: 'IfcWall' }],
    ['by its address as code', { system: 'bSDD', code: WALL }],
  ])('of a class of bSDD is its URI, and its code in its dictionary: %s', (_, one) => {
    const references = [{ ...NONE, ...one }];
    expect(codeIn(references, 'bsdd')).toBe(WALL);
    expect(codeIn(references, 'IFC')).toBe('IfcWall');
    expect(codeIn(references, 'House list')).toBeNull();
  });
});

test('an element has its own codes, and those of its type in other systems', () => {
  const type = {
    id: 't',
    kind: 'type',
    params: { classification: { uniclass: 'Ss_25', List: 'A' } },
  };
  const wall = {
    id: 'w',
    kind: 'wall',
    params: { type_id: 't', classification: { 'Uniclass 2015': 'EF_25_10' } },
  };
  const found = classificationWithType(wall, { element: (id) => (id === 't' ? type : undefined) });
  expect(found.map(({ system, code, from }) => [system, code, from])).toEqual([
    ['Uniclass 2015', 'EF_25_10', 'element'],
    ['List', 'A', 'type'],
  ]);
  expect(classificationWithType(wall, { element: () => undefined })).toHaveLength(1);
});
