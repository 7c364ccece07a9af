/** @module tests of a large number of texts in two byte sections. */
import { expect, test } from 'vitest';

import { TextPoolWriter } from '../../../../../kernel/building/model/snapshot/text-pool.ts';

test('a growing pool keeps every text, by length and by number', () => {
  const texts = Array.from({ length: 3000 }, (_, n) => `${n} é ${'x'.repeat(n % 90)}`);
  const writer = new TextPoolWriter();
  expect(texts.map((text) => writer.add(text))).toEqual([...texts.keys()]);
  expect(writer.size).toBe(3000);
  const [bytes, ends] = writer.sections('names').map(([, section]) => Buffer.from(section));
  expect(bytes?.length).toBeGreaterThan(65_536);
  expect(bytes?.toString()).toBe(texts.join(''));
  const end = (n: number): number => ends?.readUInt32LE(4 * n) ?? 0;
  for (const [n, text] of texts.entries()) {
    expect(bytes?.subarray(n === 0 ? 0 : end(n - 1), end(n)).toString()).toBe(text);
  }
});
