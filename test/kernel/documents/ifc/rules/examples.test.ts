/** @module tests of rules for IFC files: each passes, fails and does not apply to its examples. */
import { describe, expect, test } from 'vitest';

import { IFC_RULES } from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import type { IfcRule } from '../../../../../kernel/documents/ifc/rules/ifc-rule.ts';
import { runIfcRules } from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { readText } from '../step-text.ts';
import { GEOREFERENCE } from './examples/georeference.ts';
import { PROPERTIES } from './examples/properties.ts';
import { SHAPE } from './examples/shape.ts';
import { STRUCTURE } from './examples/structure.ts';
import { TEXT } from './examples/text.ts';
import { TYPES } from './examples/types.ts';

const EXAMPLES = { ...TEXT, ...STRUCTURE, ...TYPES, ...PROPERTIES, ...SHAPE, ...GEOREFERENCE };
/** Rules that apply to every file. */
const OF_EVERY_FILE = ['STP001', 'PJS101', 'IFC101'];

function verdictOf(rule: IfcRule, text: string): string | undefined {
  return runIfcRules(readText(text), [rule])[0]?.verdict;
}

describe.each(IFC_RULES)('$id', (rule) => {
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

test('has the 42 active rules and the text rules, each with examples', () => {
  const ids = IFC_RULES.map(({ id }) => id);
  expect(ids).toHaveLength(49);
  expect(new Set(ids).size).toBe(49);
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(ids.toSorted());
});

test('industry practice is a warning', () => {
  const warnings = IFC_RULES.filter(({ severity }) => severity === 'warning').map(({ id }) => id);
  expect(warnings.toSorted()).toEqual([
    'BLT003',
    'GEM051',
    'GEM052',
    'GRF003',
    'GRF005',
    'IFC106',
    'PJS101',
    'PSE002',
    'SPS008',
  ]);
});
