/** @module layers: no layer imports from a layer above it. The table of imports cannot permit it. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { importsOf, SOURCES } from './source-imports.ts';

/** The layers, each of which may import from itself and from those before it. */
const LAYERS = ['schemas', 'kernel', 'governance', 'servers', 'clients'];

function layerOf(path: string): number {
  return LAYERS.indexOf(path.split('/')[0] ?? '');
}

/** The imports of a file from layers above its own. */
function upward(file: string, source: string): readonly string[] {
  return importsOf(file, source)
    .filter((to) => layerOf(to) > layerOf(file))
    .map((to) => `${file} -> ${to}`);
}

test('the search finds imports from a layer above, of types and at run time too', () => {
  const source = `
    import type { Desk } from '../../clients/plumbline/approvals/desk.ts';
    import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
    import { started } from '../start.ts';
    import * as z from 'zod';
    const later = await import('../../clients/plumbline/session.ts');`;
  expect(upward('servers/view/x.ts', source)).toEqual([
    'servers/view/x.ts -> clients/plumbline/approvals/desk.ts',
    'servers/view/x.ts -> clients/plumbline/session.ts',
  ]);
});

test('no file imports from a layer above its own', () => {
  expect(LAYERS.filter((layer) => !SOURCES.some((file) => file.startsWith(`${layer}/`)))).toEqual(
    [],
  );
  expect(SOURCES.flatMap((file) => upward(file, readFileSync(file, 'utf8')))).toEqual([]);
});
