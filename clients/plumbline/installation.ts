/** @module installation: where this program is installed: its launcher, its version and the files that come with it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import * as z from 'zod';

const Package = z.looseObject({ version: z.string() });

/** The folder of the package or clone. */
const ROOT = rootAbove(import.meta.dirname);

/** The launcher of the program and its servers. */
export const LAUNCHER = join(ROOT, 'bin', 'plumbline.js');

/** The house that the demo builds. */
export const HOUSE = join(ROOT, 'examples', 'house.plumb');

/** The version of the program. */
export function installedVersion(): string {
  return Package.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version;
}

/** The nearest folder upwards with the launcher in it: sources and built files lie at different depths. */
function rootAbove(start: string): string {
  for (let dir = start; ; dir = dirname(dir)) {
    if (existsSync(join(dir, 'bin', 'plumbline.js'))) return dir;
    if (dir === dirname(dir)) throw new Error(`found no bin/plumbline.js above ${start}`);
  }
}
