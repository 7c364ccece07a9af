/** @module requirements.test: every promise has a test, every citation a promise. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { expect, test } from 'vitest';

import { REQUIREMENTS } from './requirements.ts';

const TITLE = /\b(?:test|it|describe)(?:\.each)?[^'"`\n]*\(\s*(['"`])((?:(?!\1).)*)\1/gs;

/** Ids in brackets in the titles of tests, with the files that cite them. */
function citations(): ReadonlyMap<string, readonly string[]> {
  const cited = new Map<string, string[]>();
  for (const file of globSync('test/**/*.test.ts').filter(
    (path) => !path.endsWith(basename(import.meta.url)),
  ))
    for (const [, , title = ''] of readFileSync(file, 'utf8').matchAll(TITLE))
      for (const [, id = ''] of title.matchAll(/\[([A-Z]+-\d+)\]/g))
        cited.set(id, [...(cited.get(id) ?? []), file]);
  return cited;
}

test('every promise is held by at least one test', () => {
  const cited = citations();
  expect(Object.keys(REQUIREMENTS).filter((id) => !cited.has(id))).toEqual([]);
});

test('every id that a test cites is a promise', () => {
  expect([...citations().keys()].filter((id) => !Object.hasOwn(REQUIREMENTS, id))).toEqual([]);
});
