/** @module source-imports: the source files of the tree and what each of them imports, type imports included. */
import { globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const IMPORT = /(?:(?<!\.)\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g;

/** Specifiers of a source text as paths from the root, or `npm:package`; Node's own modules are left out. */
export function importsOf(file: string, source: string): readonly string[] {
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

/** Statements of a source text that export what another file has made. */
export function reExportsOf(source: string): readonly string[] {
  return [
    ...source.matchAll(
      /^export\s+(?:type\s+)?(?:\*[^;'"]*|\{[^}]*\})(?:\s*from\s*['"][^'"]+['"])?/gm,
    ),
  ].map(([statement]) => statement.replaceAll(/\s+/g, ' '));
}

/** Every source file, as a path from the root. */
export const SOURCES: readonly string[] = globSync(
  '{schemas,kernel,governance,servers,clients}/**/*.{ts,tsx}',
).map((file) => file.replaceAll('\\', '/'));

/** The folders of kernel/ that only group other folders. */
const GROUPS: readonly string[] = ['base', 'building', 'checks', 'documents', 'tools'];

/** The group of a file of kernel/; for a folder without a group, the folder. */
export function groupOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

/**
 * The folder by which a file is judged: `schemas`, a folder of the second level (in a group of kernel/, of the third), or
 * the file itself if it lies above.
 */
export function roomOf(file: string): string {
  const [top = '', second = '', ...rest] = file.split('/');
  if (top === 'schemas') return top;
  if (top === 'kernel' && GROUPS.includes(second) && rest.length > 1) {
    return `${top}/${second}/${rest[0]}`;
  }
  return rest.length === 0 ? file : `${top}/${second}`;
}
