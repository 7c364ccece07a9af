/** @module optional-package.test: optional packages that are installed, missing, and listed in package.json. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from 'vitest';
import * as z from 'zod';

import {
  missingPackages,
  OPTIONAL_PACKAGES,
} from '../../../../kernel/base/files/optional-package.ts';

const Package = z.looseObject({
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
  peerDependenciesMeta: z.record(z.string(), z.strictObject({ optional: z.literal(true) })),
});
const file = new URL('../../../../package.json', import.meta.url);
const { dependencies, peerDependencies, peerDependenciesMeta } = Package.parse(
  JSON.parse(readFileSync(file, 'utf8')),
);

test('package.json lists the same optional packages and versions', () => {
  expect(peerDependencies).toEqual(OPTIONAL_PACKAGES);
  expect(Object.keys(peerDependenciesMeta)).toEqual(Object.keys(OPTIONAL_PACKAGES));
  const both = Object.keys(OPTIONAL_PACKAGES).filter((name) => name in dependencies);
  expect(both).toEqual([]);
});

test('missingPackages returns null for installed packages', () => {
  expect(missingPackages(['pyodide', 'sharp'], import.meta.url)).toBeNull();
});

test('missingPackages names missing packages and the command that installs them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-optional-'));
  const from = pathToFileURL(join(folder, 'module.js')).href;
  expect(missingPackages(['sharp'], from)).toBe(
    'the optional package `sharp` is not installed; run `npm install sharp@0.35.5` in the folder in which plumbline-mcp is installed (for a global installation `npm install -g`), then restart the server',
  );
  expect(missingPackages(['pyodide', 'sharp'], from)).toMatch(
    /^the optional packages `pyodide`, `sharp` are not installed; run `npm install pyodide@314\.0\.7 sharp@0\.35\.5`/,
  );
  rmSync(folder, { recursive: true });
});
