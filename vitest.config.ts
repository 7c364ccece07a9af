import { join, matchesGlob } from 'node:path';
import process from 'node:process';

import { defineConfig } from 'vitest/config';

import durations from './test/durations.json' with { type: 'json' };
import { fastTests } from './test/fast-tests.ts';

/** First major version of Node that runs the sources. */
const NODE_MAJOR = 24;
if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR) {
  process.stderr.write(
    `the tests require Node ${NODE_MAJOR} or newer, this is Node ${process.versions.node}: use \`npm test\` or \`npx vitest\`, which run the Node of \`npm ci\`\n`,
  );
  process.exit(1);
}

// Test processes and their threads cache compiled code where the programs do (bin/launch.js).
process.env['NODE_COMPILE_CACHE'] ??= join(
  import.meta.dirname,
  'node_modules',
  '.cache',
  'plumbline',
);

/** Tests that load whole interpreters, or that need a fresh process. */
const APART = ['test/kernel/tools/runners/**/*.test.ts', 'test/mutants/*.test.ts'];
const isApart = (file: string): boolean => APART.some((glob) => matchesGlob(file, glob));

/**
 * Tests that run alone: the official conformance suite, which has time limits of its own (`npm run test:conformance`), and
 * those that start a database (`npm run test:postgres`).
 */
const ALONE = [
  ...(process.env['CONFORMANCE'] === undefined ? ['test/conformance/*.test.ts'] : []),
  ...(process.env['POSTGRES'] === undefined
    ? [
        'test/crash/hubs.test.ts',
        'test/crash/shared.test.ts',
        'test/governance/keeper/shared/*.test.ts',
        'test/kernel/ledger/follow/following-writer.test.ts',
        'test/kernel/ledger/follow/postgres-connection.test.ts',
        'test/servers/control/two-hubs.test.ts',
        'test/servers/together/start-together-shared.test.ts',
      ]
    : []),
];

/** Files that take this long, s, are not in `npm test`, but in `npm run test:slow`. */
const SLOW_S = 6;
const SLOW = Object.entries(durations)
  .filter(([, seconds]) => seconds >= SLOW_S)
  .map(([file]) => file);

/** `fast`, `slow`, `all`, or undefined for `npm test`. Files that are named on the command line always run. */
const isNamed = process.argv.slice(2).some((word) => /^(?:\.\/|\/.*\/)?test\//.test(word));
const selection = isNamed ? 'all' : process.env['TESTS'];
const isFast = selection === 'fast';
/** The fast tests start no process, check no law, and take less than two seconds a file. */
const INCLUDED = isFast
  ? fastTests(import.meta.dirname).filter((file) => !Object.hasOwn(durations, file))
  : selection === 'slow'
    ? SLOW
    : ['test/**/*.test.ts'];
const EXCLUDED = selection === undefined ? [...ALONE, ...SLOW] : ALONE;

export default defineConfig({
  test: {
    setupFiles: ['test/seed.ts'],
    ...(process.env['POSTGRES'] === undefined
      ? {}
      : { globalSetup: ['test/kernel/ledger/follow/one-server.ts'], fileParallelism: false }),
    // By default vitest leaves one processor idle: half of two.
    maxWorkers: '100%',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Other processes and threads take longer on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // With a process for each file, loading the same modules would take longer than most tests.
      {
        extends: true,
        test: {
          name: 'together',
          include: INCLUDED,
          exclude: [...APART, ...EXCLUDED],
          isolate: false,
        },
      },
      ...(isFast
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: 'apart',
                include: selection === 'slow' ? SLOW.filter((file) => isApart(file)) : APART,
                exclude: selection === undefined ? SLOW : [],
              },
            },
          ]),
    ],
  },
});
