/** @module laws of the STEP reader: it reads what the grammar writes, and a malformed directive harms nothing else. */
import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';

import type { StepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import { readText, stepText } from '../step-text.ts';
import { randomFile } from './grammar.ts';

const SEEDS = 2 ** 31 - 1;

function contentsOf(file: StepFile): unknown {
  return Array.from({ length: file.count }, (_, row) => ({
    id: file.idOf(row),
    type: file.typeName(row),
    values: file.values(row),
  }));
}

test('a file by the grammar of edition 3 is read without faults and with its values', () => {
  assert(
    property(integer({ min: 1, max: SEEDS }), (seed) => {
      const { text, instances } = randomFile(seed);
      const file = readText(text);
      expect(contentsOf(file)).toEqual(instances);
      file.readHeader();
      expect([file.faults.kept, file.limits.kept]).toEqual([[], []]);
      expect(file.header.slice(0, 3).map(({ name }) => name)).toEqual([
        'FILE_DESCRIPTION',
        'FILE_NAME',
        'FILE_SCHEMA',
      ]);
      for (const [row, { id }] of instances.entries()) expect(file.rowOf(id)).toBe(row);
    }),
    { numRuns: 1500 },
  );
});

/** Malformed directives; each is one fault. */
const MALFORMED = [
  '\\X2\\00C\\X0\\',
  '\\X2\\\\X0\\',
  '\\X2\\00C4',
  '\\X2\\00C4 and more',
  '\\X2\\D83D\\X0\\',
  '\\X2\\DE00\\X0\\',
  '\\X2\\00D8\\X\\0A\\X0\\',
  '\\X4\\00110000\\X0\\',
  '\\X4\\0000D83D\\X0\\',
  '\\X4\\0001F60\\X0\\',
  '\\X0\\',
  '\\X\\4',
  '\\X96',
  '\\PJ\\',
  '\\PC\\\\S\\%',
  '\\temp',
  '\\30B3\\X0\\',
  '\\x2\\00C4\\x0\\',
] as const;
const GOOD = ["''", '\\\\', '\\S\\D', '\\X\\C4', '\\X2\\00C4\\X0\\', ' ', 'é', '\n', 'x'] as const;

test('a malformed directive is one fault at its line and column, and harms nothing else', () => {
  const good = array(constantFrom(...GOOD), { maxLength: 6 });
  assert(
    property(tuple(good, constantFrom(...MALFORMED), good), ([before, wrong, after]) => {
      const start = `#1=IFCLABEL('${before.join('')}`;
      const text = stepText('IFC4', `${start}${wrong} ${after.join('')}');\n#2=IFCLABEL('b');`);
      const file = readText(text);
      expect(file.count).toBe(2);
      const [first] = file.values(0);
      expect(
        first?.kind === 'text' && first.value.includes(wrong.slice(wrong.lastIndexOf('\\S'))),
      ).toBe(true);
      expect(file.values(1)).toEqual([{ kind: 'text', value: 'b' }]);
      // `\PC\` itself is well-formed; what follows it is not in its alphabet.
      const at = start + (wrong.startsWith('\\PC\\') ? '\\PC\\' : '');
      const lines = at.split('\n');
      expect(file.faults.kept).toMatchObject([
        { id: 1, line: 7 + lines.length, column: 1 + Buffer.byteLength(lines.at(-1) ?? '') },
      ]);
    }),
    { numRuns: 600 },
  );
});
