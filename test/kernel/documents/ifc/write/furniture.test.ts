/** @module tests of furniture in IFC files. */
import { expect, test } from 'vitest';

import {
  FURNITURE_TYPES,
  isSanitary,
  usualSize,
} from '../../../../../kernel/building/kinds/furniture/types.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const MODEL = modelOf(
  ...FURNITURE_TYPES.map((furniture_type, i) => {
    const { width, depth, height } = usualSize(furniture_type);
    const place = { location: { x: 3000 * i, y: 1000 }, direction_deg: 22.5 * i };
    return created('furniture', furniture_type, { furniture_type, ...place, width, depth, height });
  }),
);
const SANITARY = FURNITURE_TYPES.filter(isSanitary).length;
const OTHERS = FURNITURE_TYPES.length - SANITARY;

test.each([
  ['IFC2X3', 'IfcFlowTerminal', 'IfcFurnishingElement'],
  ['IFC4', 'IfcSanitaryTerminal', 'IfcFurniture'],
  ['IFC4X3', 'IfcSanitaryTerminal', 'IfcFurniture'],
] as const)('%s: sanitary units are %s, other furniture is %s', (schema, sanitary, other) => {
  const { warnings, counts, file } = exported(MODEL, schema);
  expect([warnings, ruleFaults(file)]).toEqual([[], []]);
  expect([counts.get(sanitary), counts.get(other)]).toEqual([SANITARY, OTHERS]);
  expect(counts.get('IfcSanitaryTerminalType')).toBe(SANITARY);
  expect(counts.get('IfcFurnitureType')).toBe(OTHERS);
});
