/** @module read-flags: the read permissions of a confined Node process: folders, and packages with dependencies. */
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

import * as z from 'zod';

import { TaskStop } from './task-stop.ts';

/**
 * Node's flags that permit reading these files and folders, including everything below a folder.
 *
 * @throws {TaskStop} TOOL_FAIL for a path with `*`, which Node treats as a wildcard and which cannot be escaped
 */
export function readFlags(paths: readonly string[]): readonly string[] {
  return paths.map((path) => `--allow-fs-read=${refuseWildcard(path)}`);
}

/** Node's flag that permits writing below a folder. Throws like `readFlags`. */
export function writeFlag(path: string): string {
  return `--allow-fs-write=${refuseWildcard(path)}`;
}

function refuseWildcard(path: string): string {
  if (!path.includes('*')) return path;
  throw new TaskStop(
    'TOOL_FAIL',
    `the folder \`${path}\` has a \`*\` in its path, so Node cannot confine a process to it; rename it`,
  );
}

/**
 * Paths that a process must read to import packages: the folders of the packages and of their dependencies, both as
 * Node looks them up and with links resolved. Packages that are not installed are omitted.
 *
 * @param from absolute path of the importing module, without links
 */
export function packageReads(from: string, names: readonly string[]): readonly string[] {
  const reads = new Set<string>();
  const seen = new Set<string>();
  const add = (folder: string, name: string): void => {
    const found = packageFolder(folder, name);
    if (found === null) return;
    for (const link of linksOf(found)) reads.add(link);
    const real = realpathSync(found);
    reads.add(join(found, sep)).add(join(real, sep));
    if (seen.has(real)) return;
    seen.add(real);
    for (const dependency of dependenciesOf(real)) add(real, dependency);
  };
  for (const name of names) add(dirname(from), name);
  return [...reads];
}

/** The closest `package.json` in or above the folder of a module, which determines the type of the module. */
export function scopeFile(from: string): readonly string[] {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return [file];
    if (folder === dirname(folder)) return [];
  }
}

/** The folder in which Node finds a package, links unresolved; null if it is not installed. */
function packageFolder(from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    if (basename(folder) !== 'node_modules') {
      const found = join(folder, 'node_modules', name);
      if (isInstalled(found)) return found;
    }
    if (folder === dirname(folder)) return null;
  }
}

function isInstalled(folder: string): boolean {
  return statSync(join(folder, 'package.json'), { throwIfNoEntry: false })?.isFile() === true;
}

/** The links in a path, which Node must read to follow them. */
function linksOf(path: string): readonly string[] {
  const links: string[] = [];
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    if (lstatSync(at).isSymbolicLink()) links.push(at);
  }
  return links;
}

const Manifest = z.looseObject({
  dependencies: z.record(z.string(), z.unknown()).default({}),
  optionalDependencies: z.record(z.string(), z.unknown()).default({}),
  peerDependencies: z.record(z.string(), z.unknown()).default({}),
});

function dependenciesOf(folder: string): readonly string[] {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const manifest = Manifest.parse(JSON.parse(text));
  return [manifest.dependencies, manifest.optionalDependencies, manifest.peerDependencies].flatMap(
    (some) => Object.keys(some),
  );
}
