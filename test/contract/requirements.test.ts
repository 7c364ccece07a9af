/** @module requirements.test: every promise has a test, and every citation names a promise. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { expect, test } from 'vitest';

import { REQUIREMENTS } from './requirements.ts';

/** Ids in brackets in the tests, with the files that cite them. */
function citations(): ReadonlyMap<string, readonly string[]> {
  const cited = new Map<string, string[]>();
  const files = globSync('test/**/*.test.ts').filter(
    (path) => !path.endsWith(basename(import.meta.url)),
  );
  for (const file of files) {
    for (const [, id = ''] of readFileSync(file, 'utf8').matchAll(/\[([A-Z]+-\d+)\]/g)) {
      cited.set(id, [...(cited.get(id) ?? []), file]);
    }
  }
  return cited;
}

test('every promise is cited by at least one test', () => {
  const cited = citations();
  expect(Object.keys(REQUIREMENTS).filter((id) => !cited.has(id))).toEqual([]);
});

test('every id that a test cites is a promise', () => {
  expect([...citations().keys()].filter((id) => !Object.hasOwn(REQUIREMENTS, id))).toEqual([]);
});
