/** @module packed: the package as npm packs it, made of the sources as they are now. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

import * as z from 'zod';

const Packed = z.tuple([
  z.looseObject({
    filename: z.string(),
    size: z.number(),
    files: z.array(z.looseObject({ path: z.string() })),
  }),
]);

/** A tarball and the paths in it. */
export type PackedFile = {
  readonly path: string;
  readonly bytes: number;
  readonly files: readonly string[];
};

/** Builds and packs this project into a folder. */
export function packInto(folder: string): PackedFile {
  const root = resolve(import.meta.dirname, '../..');
  const words = ['pack', '--json', '--pack-destination', folder];
  const npm = (...given: readonly string[]): string =>
    execFileSync('npm', given, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  npm('run', 'build');
  const [{ filename, size, files }] = Packed.parse(JSON.parse(npm(...words, '--ignore-scripts')));
  return { path: join(folder, filename), bytes: size, files: files.map(({ path }) => path) };
}
