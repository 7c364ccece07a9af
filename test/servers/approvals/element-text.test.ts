/** @module element-text.test: values of parameters as a person reads them. */
import { expect, test } from 'vitest';

import { valueText } from '../../../servers/approvals/element-text.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

test.each([
  [P(1, 2), '(1,2)'],
  [{ ...P(1, 2), z: 3 }, '(1,2,3)'],
  [[P(0, 0), P(5, 0)], '(0,0) (5,0)'],
  [{ start: P(0, 0), end: P(5000, 0) }, 'start (0,0) end (5000,0)'],
  [
    { start: P(0, 0), end: P(5000, 0), name: 'A "1"', via: null },
    String.raw`start (0,0) end (5000,0) name "A \"1\""`,
  ],
  [{ width: 5 }, '{"width":5}'],
  [[], '[]'],
  [undefined, 'unset'],
  [null, 'null'],
])('the value %j is shown as %s', (value, text) => {
  expect(valueText(value)).toBe(text);
});
