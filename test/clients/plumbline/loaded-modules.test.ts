/** @module loaded-modules.test: the modules that the program loads before it runs a command. */
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { LAUNCHER } from '../../../clients/plumbline/installation.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A module that writes the address of each loaded module to standard error. */
const TRACER = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) writeSync(2, url + '\\n');
      return next(url, context);
    },
  });
`)}`;

/** The files that a call of the program loads as modules, as paths from the root of the project. */
function modulesLoadedBy(...words: readonly string[]): readonly string[] {
  const { stderr } = spawnSync(process.execPath, ['--import', TRACER, LAUNCHER, ...words], {
    encoding: 'utf8',
  });
  const urls = stderr.split('\n').filter((line) => line.startsWith('file:'));
  return urls.map((url) => relative(ROOT, fileURLToPath(url)));
}

/** Modules of the program that every call loads, with room for a few more. */
const MOST = 30;

describe.each([['--version'], ['--help'], ['agent', '--help'], ['agnet']])(
  'plumbline %s',
  (...words) => {
    const loaded = modulesLoadedBy(...words);

    test('loads no command, no package and no part of the store', () => {
      expect(loaded).toContain('clients/plumbline/program.ts');
      const heavy = loaded.filter(
        (path) =>
          !/^(?:bin|clients\/plumbline|kernel\/base\/text)\//.test(path) ||
          /\/commands\//.test(path),
      );
      expect(heavy).toEqual([]);
    });

    test('loads few modules', () => {
      expect(loaded.length).toBeGreaterThan(5);
      expect(loaded.length).toBeLessThan(MOST);
    });
  },
);

test('a command loads only its own implementation', () => {
  const loaded = modulesLoadedBy('completion', 'bash');
  const commands = loaded.filter((path) => path.includes('/commands/'));
  expect(commands).toEqual(['clients/plumbline/commands/completion.ts']);
});
