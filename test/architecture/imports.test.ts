/** @module imports: who may import whom, deny by default, by the table of ARCHITECTURE.md. */
import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { importRules } from './architecture-tables.ts';
import { importsOf, reExportsOf, SOURCES } from './source-imports.ts';

const RULES = importRules();

function covers(rule: string, path: string): boolean {
  return path === rule || path.startsWith(`${rule}/`);
}

/** The longest row that fits a file, with its own folder; null where the table has none. */
function ruleFor(file: string): { readonly row: string; readonly may: readonly string[] } | null {
  const row = [...RULES.keys()]
    .filter((candidate) => covers(candidate, file))
    .reduce((longest, candidate) => (candidate.length > longest.length ? candidate : longest), '');
  const may = RULES.get(row);
  return may === undefined ? null : { row, may: [row, ...may] };
}

function forbidden(file: string, source: string): readonly string[] {
  const may = ruleFor(file)?.may ?? [];
  return importsOf(file, source)
    .filter((to) => !may.some((rule) => covers(rule, to)))
    .map((to) => `${file} -> ${to}`);
}

describe('imports', () => {
  test('the import check reads the sources and the table', () => {
    expect(SOURCES.length).toBeGreaterThan(20);
    expect(RULES.size).toBeGreaterThan(20);
  });

  test('the import check reports an import that the table does not list', () => {
    expect(
      forbidden(
        'kernel/building/geometry/x.ts',
        "import { a } from '../../../governance/gate/gate.ts'",
      ),
    ).toEqual(['kernel/building/geometry/x.ts -> governance/gate/gate.ts']);
    expect(forbidden('schemas/x.ts', "import y from 'ajv/dist/2020.js'")).toEqual([
      'schemas/x.ts -> npm:ajv',
    ]);
    expect(forbidden('elsewhere/x.ts', "import './y.ts'")).toEqual([
      'elsewhere/x.ts -> elsewhere/y.ts',
    ]);
    expect(
      forbidden(
        'clients/plumbline/x.ts',
        "export { openSqliteWriter } from '../../kernel/ledger/sqlite-writer.ts'",
      ),
    ).toEqual(['clients/plumbline/x.ts -> kernel/ledger/sqlite-writer.ts']);
  });

  test('every import is in the table', () => {
    expect(SOURCES.flatMap((file) => forbidden(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('no file re-exports from another file', () => {
    expect(reExportsOf("export { a } from './a.ts';\nexport type * from './b.ts';")).toHaveLength(
      2,
    );
    expect(reExportsOf("export const from = 'x';\nimport { a } from './a.ts';")).toEqual([]);
    // A binding that is imported and then exported by name is the same.
    expect(reExportsOf("import { a } from './a.ts';\nexport { a };")).toEqual(['export { a }']);
    const found = SOURCES.flatMap((file) =>
      reExportsOf(readFileSync(file, 'utf8')).map((statement) => `${file}: ${statement}`),
    );
    expect(found).toEqual([]);
  });

  test('every permission of the import table is used, and its folders and files exist', () => {
    const used = new Set(
      SOURCES.flatMap((file) => {
        const rule = ruleFor(file);
        const imported = importsOf(file, readFileSync(file, 'utf8'));
        return (rule?.may ?? [])
          .filter((may) => imported.some((to) => covers(may, to)))
          .map((may) => `${rule?.row} -> ${may}`);
      }),
    );
    const all = [...RULES].flatMap(([row, may]) => may.map((to) => `${row} -> ${to}`));
    expect(all.filter((permission) => !used.has(permission))).toEqual([]);
    const paths = [...RULES].flat(2).filter((name) => !name.startsWith('npm:'));
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});
