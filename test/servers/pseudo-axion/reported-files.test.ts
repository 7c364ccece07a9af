/** @module reported-files.test: an answer about a run has addresses only of files that its caller may read. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connectionOf } from '../../../governance/access/principal.ts';
import { openFileWorld, type FileWorld, type Reader } from '../files/file-world.ts';

type Report = {
  readonly path?: string;
  readonly uri?: string;
  readonly media_type: string;
  readonly sha256: string;
};
type Answer = {
  readonly run_id: string;
  readonly folder: string;
  readonly files: Readonly<Record<string, Report>>;
};

let made: FileWorld;
beforeAll(async () => {
  made = await openFileWorld();
});
afterAll(async () => {
  await made.close();
});

async function liveRun(reader: Reader | 'owner'): Promise<Answer> {
  const { episode_id } = await made.done(reader, 'start_episode', { scenario: 'basic' });
  return (await made.done(reader, 'end_episode', { episode_id })) as unknown as Answer;
}

/** Answers that report files: of each tool of runs, as the maker gets them. */
const ANSWERS: readonly (readonly [string, (reader: Reader | 'owner') => Promise<Answer>])[] = [
  [
    'run_scenario',
    async (reader) =>
      (await made.done(reader, 'run_scenario', {
        agent: 'honest',
        scenario: 'basic',
      })) as unknown as Answer,
  ],
  ['end_episode', liveRun],
  [
    'export_run',
    async (reader) => {
      const { run_id } = await liveRun(reader);
      return (await made.done(reader, 'export_run', {
        run_id,
        format: 'jsonl',
      })) as unknown as Answer;
    },
  ],
];

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.each(ANSWERS)('%s', (_, answer) => {
  test.each(['level', 'walls', 'branch'] as const)(
    'reports the files of a run without addresses to a maker that may not read them: %s',
    async (reader) => {
      const { files, folder } = await answer(reader);
      expect(Object.keys(files).length).toBeGreaterThan(0);
      for (const [name, report] of Object.entries(files)) {
        const bytes = readFileSync(join(made.workspace.dir, folder, name));
        expect(Object.keys(report).toSorted()).toEqual(['media_type', 'sha256']);
        expect(report.sha256).toBe(digest(bytes));
      }
    },
  );

  test.each(['owner', 'whole'] as const)(
    'reports addresses that can be read to a maker with a full READ: %s',
    async (reader) => {
      const { files } = await answer(reader);
      expect(Object.keys(files).length).toBeGreaterThan(0);
      const from = connectionOf(made.principal(reader));
      for (const { path = '', uri = '', sha256 } of Object.values(files)) {
        expect(digest(readFileSync(path))).toBe(sha256);
        const read = await made.resources.read(from, uri);
        const bytes = 'text' in read ? Buffer.from(read.text) : Buffer.from(read.blob, 'base64');
        expect(digest(bytes)).toBe(sha256);
      }
    },
  );
});
