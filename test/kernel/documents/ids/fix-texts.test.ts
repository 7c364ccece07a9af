/** @module tests of the fixes of unmet requirements: sentences that read as English with texts and restrictions. */
import { expect, test } from 'vitest';

import { fixText } from '../../../../kernel/documents/ids/check/fixes.ts';
import type { ClassificationFacet, Constraint } from '../../../../kernel/documents/ids/ids.ts';

const place = { line: 0, column: 0, path: '' };
const simple = (text: string): Constraint => ({ kind: 'simple', text, place });
const pattern: Constraint = {
  kind: 'restriction',
  base: 'string',
  enumeration: [],
  patterns: ['SL_[0-9]+'],
  bounds: {},
  lengths: {},
  digits: {},
  annotation: null,
  place,
};

function classified(system: Constraint, value: Constraint | null): ClassificationFacet {
  const common = { cardinality: 'required', instructions: null, place } as const;
  return { facet: 'classification', system, value, uri: null, ...common };
}

test.each([
  [
    classified(simple('Uniclass 2015'), pattern),
    'classify the object in the system `Uniclass 2015` with a code that is a text of the pattern `SL_[0-9]+`',
  ],
  [
    classified(pattern, simple('SL_45')),
    'classify the object in a system that is a text of the pattern `SL_[0-9]+` with the code `SL_45`',
  ],
  [classified(simple('DIN 276'), null), 'classify the object in the system `DIN 276`'],
])('a classification is added, %#', (facet, fix) => {
  expect(fixText(facet, 'classification-missing')).toBe(fix);
});

test('a code is changed in its system', () => {
  expect(fixText(classified(simple('DIN 276'), pattern), 'classification-code')).toBe(
    'change the code in the system `DIN 276` to a text of the pattern `SL_[0-9]+`',
  );
});
