/** @module shared-cache: where all tests keep the interpreters; the first test on a machine makes them. */
import { linkSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `XDG_CACHE_HOME` of every server and command that tests start. */
export const TEST_CACHE_HOME = join(tmpdir(), `plumbline-test-cache-${process.getuid?.() ?? 0}`);

/** The folder below it that servers keep interpreters in. */
export const SHARED_CACHE = join(TEST_CACHE_HOME, 'plumbline', 'engines');

/** A new `XDG_CACHE_HOME` that has, of what all tests keep, the files of one engine. */
export function homeWith(engine: string): string {
  const home = mkdtempSync(join(tmpdir(), 'plumbline-home-'));
  const engines = join(home, 'plumbline', 'engines');
  mkdirSync(engines, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(SHARED_CACHE).filter((one) => one.startsWith(engine))) {
    linkSync(join(SHARED_CACHE, name), join(engines, name));
  }
  return home;
}
