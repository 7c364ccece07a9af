/** @module imports: who may import whom, deny by default; the table is that of ARCHITECTURE.md. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { describe, expect, test } from 'vitest';

/** Longest matching prefix wins; what is not listed may import nothing. `npm:` names a package. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  schemas: ['schemas', 'npm:zod'],
  'kernel/canonical': ['kernel/canonical', 'schemas', 'npm:zod'],
  'kernel/ledger': ['kernel/ledger', 'kernel/canonical', 'schemas', 'npm:zod'],
  'kernel/geometry': ['kernel/geometry', 'schemas', 'npm:manifold-3d'],
  'kernel/model': ['kernel/model', 'kernel/geometry', 'kernel/canonical', 'schemas', 'npm:zod'],
  'kernel/apex': [
    'kernel/apex',
    'kernel/canonical',
    'schemas',
    'npm:zod',
    'npm:ajv',
    'npm:gpt-tokenizer',
  ],
  'kernel/tool-requests': [
    'kernel/tool-requests',
    'kernel/canonical',
    'schemas',
    'npm:zod',
    'npm:ajv',
  ],
  'kernel/mpt': [
    'kernel/mpt',
    'kernel/apex',
    'kernel/canonical',
    'schemas',
    'npm:zod',
    'npm:ajv',
    'npm:@secretlint/core',
    'npm:@secretlint/secretlint-rule-preset-recommend',
    'npm:@mozilla/readability',
    'npm:htmlparser2',
    'npm:ipaddr.js',
    'npm:linkedom',
    'npm:minisearch',
    'npm:pyodide',
    'npm:quickjs-wasi',
    'npm:sharp',
    'npm:undici',
    'npm:yauzl',
  ],
  'kernel/script': ['kernel/script', 'schemas'],
  'kernel/axion': ['kernel/axion', 'kernel/canonical', 'schemas', 'npm:ajv', 'npm:zod'],
  governance: [
    'governance',
    'schemas',
    'kernel/canonical',
    'kernel/ledger',
    'npm:zod',
    'npm:nanoid',
    'npm:json-rpc-2.0',
  ],
  'servers/building': ['servers/building', 'schemas', 'kernel', 'governance/tool', 'npm:zod'],
  'servers/geometry': [
    'servers/geometry',
    'servers/building',
    'schemas',
    'kernel',
    'governance/tool',
    'npm:zod',
  ],
  'servers/mpt': ['servers/mpt', 'schemas', 'kernel', 'governance/tool', 'npm:zod'],
  'servers/spatial': [
    'servers/spatial',
    'servers/building',
    'schemas',
    'kernel',
    'governance/tool',
    'npm:zod',
  ],
  'servers/pseudo-axion': [
    'servers/pseudo-axion',
    'schemas',
    'kernel',
    'governance/tool',
    'npm:zod',
  ],
  'servers/host': ['servers/host', 'schemas', 'governance', 'npm:@modelcontextprotocol/sdk'],
  'servers/main.ts': ['servers', 'schemas', 'kernel', 'governance', 'npm:nanoid'],
  'clients/toy-pseudo-axion': ['clients/toy-pseudo-axion', 'kernel/axion', 'schemas'],
  clients: ['clients', 'schemas', 'governance/keeper', 'npm:@modelcontextprotocol/sdk', 'npm:zod'],
};

const IMPORT = /(?:(?<!\.)\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g;

/** Specifiers of a source text as paths from the root, or `npm:package`; Node's own modules are left out. */
function importsOf(file: string, source: string): readonly string[] {
  return [...source.matchAll(IMPORT)]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => !specifier.startsWith('node:'))
    .map((specifier) =>
      specifier.startsWith('.')
        ? normalize(join(dirname(file), specifier)).replaceAll('\\', '/')
        : `npm:${specifier
            .split('/')
            .slice(0, specifier.startsWith('@') ? 2 : 1)
            .join('/')}`,
    );
}

function allowedFor(file: string): readonly string[] {
  const rules = Object.keys(MAY_IMPORT).filter(
    (prefix) => file === prefix || file.startsWith(`${prefix}/`),
  );
  const longest = rules.toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? [] : (MAY_IMPORT[longest] ?? []);
}

function forbidden(file: string, source: string): readonly string[] {
  const allowed = allowedFor(file);
  return importsOf(file, source)
    .filter((to) => !allowed.some((rule) => to === rule || to.startsWith(`${rule}/`)))
    .map((to) => `${file} -> ${to}`);
}

const FILES = globSync('{schemas,kernel,governance,servers,clients}/**/*.ts').map((file) =>
  file.replaceAll('\\', '/'),
);

describe('imports', () => {
  test('the check reads the sources', () => {
    expect(FILES.length).toBeGreaterThan(20);
  });

  test('the check refuses what the table does not list', () => {
    expect(
      forbidden('kernel/geometry/x.ts', "import { a } from '../../governance/gate/gate.ts'"),
    ).toEqual(['kernel/geometry/x.ts -> governance/gate/gate.ts']);
    expect(forbidden('schemas/x.ts', "import y from 'ajv/dist/2020.js'")).toEqual([
      'schemas/x.ts -> npm:ajv',
    ]);
    expect(forbidden('elsewhere/x.ts', "import './y.ts'")).toEqual([
      'elsewhere/x.ts -> elsewhere/y.ts',
    ]);
  });

  test('every arrow points the allowed way', () => {
    expect(FILES.flatMap((file) => forbidden(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('no cycles between folders of the kernel', () => {
    const edges = new Map<string, Set<string>>();
    const folder = (path: string): string => path.split('/').slice(0, 2).join('/');
    for (const file of FILES.filter((path) => path.startsWith('kernel/')))
      for (const to of importsOf(file, readFileSync(file, 'utf8')))
        if (to.startsWith('kernel/') && folder(to) !== folder(file))
          edges.set(folder(file), (edges.get(folder(file)) ?? new Set()).add(folder(to)));
    const reaches = (from: string, target: string, seen = new Set<string>()): boolean =>
      [...(edges.get(from) ?? [])].some(
        (next) =>
          next === target || (!seen.has(next) && reaches(next, target, new Set([...seen, next]))),
      );
    expect([...edges.keys()].filter((name) => reaches(name, name))).toEqual([]);
  });
});
