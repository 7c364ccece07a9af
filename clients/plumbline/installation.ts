/** @module installation: the installation of this program: its launcher, its version and the files that come with it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the package or clone. */
const ROOT = rootAbove(import.meta.dirname);

/** The launcher of the program and its servers. */
export const LAUNCHER = join(ROOT, 'bin', 'plumbline.js');

/** The script of the house that the demo builds. */
export const HOUSE = join(ROOT, 'examples', 'house.plumb');

/** The version of the program. */
export function installedVersion(): string {
  const { version }: Readonly<Record<string, unknown>> = Object(
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')),
  );
  if (typeof version === 'string') return version;
  throw new Error(`found no version in ${join(ROOT, 'package.json')}`);
}

/** Servers in the order of their listing. */
const SERVERS = ['geometry', 'spatial', 'validation', 'documentation', 'mpt', 'pseudo-axion'];

/** Servers of this installation: those whose folder exists. */
export function installedServers(): readonly string[] {
  return SERVERS.filter((name) => existsSync(new URL(`../../servers/${name}/`, import.meta.url)));
}

/** The nearest folder upwards that contains the launcher: sources and built files are at different depths. */
function rootAbove(start: string): string {
  for (let dir = start; ; dir = dirname(dir)) {
    if (existsSync(join(dir, 'bin', 'plumbline.js'))) return dir;
    if (dir === dirname(dir)) throw new Error(`found no bin/plumbline.js above ${start}`);
  }
}
