/** @module tests of the list of edits that a patch refuses: its reasons are those of the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../../..');

/** The sources in a folder. */
function textsIn(folder: string): readonly string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'));
}

test('each reason in the docs is one that the code gives', () => {
  const docs = readFileSync(join(ROOT, 'docs/ifc.md'), 'utf8');
  const section = docs.split('### Edits that a patch refuses')[1]?.split('\n## ')[0] ?? '';
  const reasons = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Edit'))
    .map((line) => line.split('|')[2]?.trim() ?? '')
    .filter((reason) => !/^-+$/u.test(reason));
  expect(reasons.length).toBeGreaterThan(15);
  const code = ['kernel/documents/ifc/return', 'kernel/documents/ifc/patch']
    .flatMap(textsIn)
    .join('\n');
  const unknown = reasons.filter((reason) => {
    // Names, classes and schemas differ.
    const parts = reason.split(/`[^`]*`|…|#?\s?\(Ifc\w+\)|(?:Ifc|IFC)\w+/u);
    return parts.some((part) => !code.includes(part));
  });
  expect(unknown).toEqual([]);
});
