import { join } from 'node:path';
import process from 'node:process';

import { defineConfig } from 'vitest/config';

// Test processes and the threads that they start keep compiled code where the programs do (bin/launch.js).
process.env['NODE_COMPILE_CACHE'] ??= join(
  import.meta.dirname,
  'node_modules',
  '.cache',
  'plumbline',
);

/** Tests that load whole interpreters, or that must find a process as it was made. */
const APART = ['test/kernel/runners/**/*.test.ts', 'test/mutants/*.test.ts'];

/**
 * Tests with time limits that are not ours, which run alone: the official conformance suite (`npm run test:conformance`),
 * and those that start a database (`npm run test:postgres`).
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

export default defineConfig({
  test: {
    setupFiles: ['test/seed.ts'],
    ...(process.env['POSTGRES'] === undefined
      ? {}
      : { globalSetup: ['test/kernel/ledger/follow/one-server.ts'], fileParallelism: false }),
    // Unless told, vitest leaves one processor idle: half of two.
    maxWorkers: '100%',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What another process or thread does takes longer where others compute.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // A process for each file would spend more time on loading the same modules than most files do on their tests.
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...APART, ...ALONE],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: APART } },
    ],
  },
});
