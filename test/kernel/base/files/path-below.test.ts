/** @module tests of paths below a folder, and of the URIs of the files below artifacts/. */
import { expect, test } from 'vitest';

import { pathOfUri, uriOf } from '../../../../kernel/base/files/artefact-address.ts';
import { pathBelow } from '../../../../kernel/base/files/path-below.ts';

/** 400 characters in parts of at most 100. */
const LONGEST = `${`${'x'.repeat(100)}/`.repeat(3)}${'x'.repeat(97)}`;

test.each([
  ['house.ifc', 'house.ifc'],
  ['a/b c/Bücherei (2).ifc', 'a/b c/Bücherei (2).ifc'],
  ['Bu\u0308cherei.ifc', 'B\u00fccherei.ifc'],
  ['x'.repeat(120), 'x'.repeat(120)],
  [LONGEST, LONGEST],
])('%s is a valid path, and its URI is parsed to the same path', (given, path) => {
  expect(pathBelow(given)).toEqual({ ok: true, path });
  expect(pathOfUri(uriOf(path))).toBe(path);
});

test.each([
  '',
  '..',
  '../x.ifc',
  'a/../../x.ifc',
  '/etc/passwd',
  'a//b.ifc',
  './x.ifc',
  '.staged/x',
  'a/.hidden',
  'a\\b.ifc',
  'C:x.ifc',
  'x\u0000.ifc',
  'x\n.ifc',
  'x.ifc ',
  'x.',
  'nul.ifc',
  'COM1',
  'x'.repeat(121),
  'a/'.repeat(8) + 'x',
  `${LONGEST}x`,
])('%j is not a valid path', (given) => {
  expect(pathBelow(given).ok).toBe(false);
});

test.each([
  'plumbline://artifacts/../x',
  'plumbline://artifacts/%2e%2e/x',
  'plumbline://artifacts/a%2Fb',
  'plumbline://artifacts/%',
  'plumbline://artifacts/.staged/e1',
  'file:///etc/passwd',
])('%s is not the URI of a file below artifacts/', (uri) => {
  expect(pathOfUri(uri)).toBeNull();
});
