/** @module documentation.test: every script in the documentation is valid, and every statement is documented. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { parseScript } from '../../../kernel/script/parse-script.ts';
import { STATEMENTS } from '../../../kernel/script/statements.ts';

const page = readFileSync(new URL('../../../docs/script.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```plumb\n(?<text>[\s\S]*?)```/g)].map(
  ({ groups }) => groups?.['text'] ?? '',
);

test.each(examples.map((text, index) => [index + 1, text] as const))('example %i', (_, text) => {
  expect(parseScript(text)).toMatchObject({ ok: true });
});

test('the examples use every statement', () => {
  const used = new Set(examples.join('\n').match(/^[a-z]+/gm));
  expect([...Object.keys(STATEMENTS), 'let'].filter((word) => !used.has(word))).toEqual([]);
});

test('the fault that is shown is the fault that is found', () => {
  const result = parseScript('level A at 0\nwall (0, 0) to (1km, 0)');
  if (result.ok) throw new Error('expected an error');
  const { line, column, message } = result.error;
  expect(page).toContain(`> line ${line}, column ${column}: ${message}\n`);
});
