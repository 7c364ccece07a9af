/** @module tests of classification systems: forms of codes at their limits, names that are the same, parts of URIs. */
import { describe, expect, test } from 'vitest';

import {
  bsddClass,
  knownSystem,
  systemKey,
} from '../../../../../kernel/building/kinds/shared/classification-systems.ts';

const WALL = 'https://identifier.buildingsmart.org/uri/buildingsmart/ifc/4.3/class/IfcWall';

describe('codes of known systems', () => {
  test.each([
    ['Uniclass 2015', ['Ss_25', 'Ss_25_10_30', 'Pr_20_93_52_97', 'EF_25_10', 'SL_20_15_59']],
    ['OmniClass', ['21-02', '21-02 20', '22-03 30 00.13', '13-11 11 11 11']],
    ['DIN 276', ['100', '334', '899']],
    ['eBKP-H', ['C', 'C 2', 'C 2.1', 'C02', 'C02.01', 'I 3.12']],
    ['bSDD', [WALL, WALL.replace('/ifc/4.3', '/ifc-4.3')]],
  ])('of %s fit', (system, codes) => {
    expect(codes.filter((code) => knownSystem(system)?.form.test(code) !== true)).toEqual([]);
  });

  test.each([
    ['Uniclass 2015', ['', 'Ss', 'ss_25', 'Ss_2', 'Ss_25_', 'Ss 25 10', 'Ss_25_10_30_11_12_13']],
    ['OmniClass', ['21', '21-2', '21-02-20', '21-02  20', '21-02 2', '21-02 20 ']],
    ['DIN 276', ['33', '034', '900', '3340', '334.1', 'KG 334']],
    ['eBKP-H', ['c 2.1', 'C2', 'C 2.', 'C 2.1.2.3', 'CC 2']],
    ['bSDD', ['IfcWall', `${WALL}/x`, WALL.replace('class', 'prop'), `${WALL} `]],
  ])('of %s do not fit otherwise', (system, codes) => {
    expect(codes.filter((code) => knownSystem(system)?.form.test(code) !== false)).toEqual([]);
  });
});

test('names of one system have one key, in any spelling; others have their own', () => {
  const same = [
    ['Uniclass 2015', 'uniclass', 'Uniclass2015', 'UNICLASS_2015'],
    ['DIN 276', 'DIN276', 'din 276:2018', 'DIN 276:2018-12'],
    ['eBKP-H', 'eBKP', 'EBKP H'],
    ['House list', 'house-list'],
  ];
  for (const names of same) expect(new Set(names.map(systemKey)).size).toBe(1);
  expect(new Set(same.map(([name = '']) => systemKey(name))).size).toBe(same.length);
  expect(systemKey('DIN 276-1:2008')).not.toBe(systemKey('DIN 276'));
  expect(systemKey('-')).not.toBe(systemKey('_ _'));
});

test('the URI of a class of bSDD has the parts that a file states', () => {
  expect(bsddClass(WALL)).toEqual({
    organisation: 'buildingsmart',
    dictionary: 'ifc',
    version: '4.3',
    code: 'IfcWall',
    dictionary_uri: 'https://identifier.buildingsmart.org/uri/buildingsmart/ifc/4.3',
  });
  expect(bsddClass(WALL.replace('/4.3', ''))?.version).toBeNull();
  expect(bsddClass('https://example.org/uri/a/b/1/class/C')).toBeNull();
});
