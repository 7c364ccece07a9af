/** @module tests of rules for IFC files: each passes, fails and does not apply to its examples. */
import { describe, expect, test } from 'vitest';

import {
  DISABLED_IFC_RULES,
  IFC_RULES,
} from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import type { IfcRule } from '../../../../../kernel/documents/ifc/rules/ifc-rule.ts';
import { runIfcRules } from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { readText, stepText } from '../step-text.ts';
import { GEOREFERENCE } from './examples/georeference.ts';
import { PROPERTIES } from './examples/properties.ts';
import { SHAPE } from './examples/shape.ts';
import { STRUCTURE } from './examples/structure.ts';
import { TEXT } from './examples/text.ts';
import { TYPES } from './examples/types.ts';

const EXAMPLES = { ...TEXT, ...STRUCTURE, ...TYPES, ...PROPERTIES, ...SHAPE, ...GEOREFERENCE };
const ALL = [...IFC_RULES, ...DISABLED_IFC_RULES];
/** Rules that apply to every file. */
const OF_EVERY_FILE = ['STP001', 'PJS101', 'IFC101'];

function verdictOf(rule: IfcRule, text: string): string | undefined {
  return runIfcRules(readText(text), [rule])[0]?.verdict;
}

describe.each(ALL)('$id', (rule) => {
  const examples = EXAMPLES[rule.id];

  test('passes and fails', () => {
    expect(verdictOf(rule, examples?.pass ?? '')).toBe('pass');
    expect(verdictOf(rule, examples?.fail ?? '')).toBe('fail');
  });

  test('does not apply to other files', () => {
    const verdict = examples?.na === undefined ? 'none' : verdictOf(rule, examples.na);
    expect(verdict).toBe(OF_EVERY_FILE.includes(rule.id) ? 'none' : 'not_applicable');
  });
});

test('has the active rules, the text rules and the disabled rules, each with examples', () => {
  const ids = ALL.map(({ id }) => id);
  expect(IFC_RULES).toHaveLength(54);
  expect(new Set(ids).size).toBe(61);
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(ids.toSorted());
  expect(ALL.filter(({ disabled }) => disabled === true)).toEqual(DISABLED_IFC_RULES);
});

test('BRP001 projects a face that is not planar, and decides nothing if only the projection intersects itself', () => {
  const rules = DISABLED_IFC_RULES.filter(({ id }) => id === 'BRP001');
  const lifted = (SHAPE['BRP001']?.fail ?? '').replace('(1,1,0)', '(1,1,0.5)');
  const [result] = runIfcRules(readText(lifted), rules);
  expect(result).toMatchObject({ verdict: 'not_evaluated', found: 0 });
  expect(result?.not_checked[0]?.reason).toContain(
    'is not planar, and its projection intersects itself',
  );
});

test('GRF005 takes the size of a map unit from its name', () => {
  const rules = IFC_RULES.filter(({ id }) => id === 'GRF005');
  const feet = (factor: string): string => `#1=IFCPROJECT('p',$,$,$,$,$,$,$,#2);
    #2=IFCUNITASSIGNMENT((#3));
    #3=IFCCONVERSIONBASEDUNIT(#9,.LENGTHUNIT.,'US survey foot',#4);
    #4=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(${factor}),#8);
    #5=IFCPROJECTEDCRS('EPSG:2240',$,$,$,$,$,#3);
    #6=IFCMAPCONVERSION(#7,#5,0.,0.,0.,1.,0.,1.);
    #8=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#9=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);`;
  const found = (factor: string) => runIfcRules(readText(stepText('IFC4', feet(factor))), rules)[0];
  expect(found('0.3048006')?.verdict).toBe('pass');
  // Two digits are exchanged.
  expect(found('0.3048006906')).toMatchObject({ verdict: 'fail', findings: [{ measured: 1 }] });
});

test.each([
  ['EPSG:25832', '$', 'pass'],
  ['EPSG:25832', '2.', 'fail'],
  // US survey feet
  ['EPSG:2277', '3.280833333', 'pass'],
  ['EPSG:2277', '0.3048', 'fail'],
  ['EPSG:999999', '1.', 'not_evaluated'],
  ['DB_REF', '1.', 'not_evaluated'],
])(
  'GRF005 takes a unit that the file does not state from %s: the scale %s',
  (crs, scale, verdict) => {
    const data = `#1=IFCPROJECT('p',$,$,$,$,$,$,$,#2);\n#2=IFCUNITASSIGNMENT((#3));
    #3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#5=IFCPROJECTEDCRS('${crs}',$,$,$,$,$,$);
    #6=IFCMAPCONVERSION(#7,#5,0.,0.,0.,1.,0.,${scale});`;
    const rules = IFC_RULES.filter(({ id }) => id === 'GRF005');
    expect(runIfcRules(readText(stepText('IFC4', data)), rules)[0]?.verdict).toBe(verdict);
  },
);

test('industry practice is a warning', () => {
  const warnings = ALL.filter(({ severity }) => severity === 'warning').map(({ id }) => id);
  expect(warnings.toSorted()).toEqual([
    'BLT003',
    'GEM051',
    'GEM052',
    'GRF003',
    'GRF005',
    'IFC106',
    'PJS101',
    'PLC001',
    'PLC003',
    'PLC004',
    'PSE002',
    'SPS008',
  ]);
});
