/** @module tests of exports of many archives: one decoded archive is in memory at a time, and the sum of files has a limit. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { expect, test } from 'vitest';

import { zipOf } from '../../../../../kernel/base/archive/zip.ts';
import { readBcf } from '../../../../../kernel/documents/bcf/read/read-bcf.ts';
import { NO_EDITS } from '../../../../../kernel/documents/bcf/rewrite/edits.ts';
import { EXPORT_LIMITS } from '../../../../../kernel/documents/bcf/rewrite/export-budget.ts';
import { KeptArchives } from '../../../../../kernel/documents/bcf/rewrite/kept-topics.ts';
import { markup, TOPIC } from '../hostile.ts';

test('topics of many archives are written in less memory than the trees of all of them take', async () => {
  const worker = new Worker(new URL('./many-archives-worker.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 140 },
  });
  const [count] = await once(worker, 'message');
  expect(count).toBe(9);
  await worker.terminate();
}, 60_000);

test('the files of all archives together have a limit, and the refusal states it', async () => {
  const read = await readBcf(
    zipOf([
      { name: 'bcf.version', content: '<Version VersionId="2.1"/>' },
      { name: `${TOPIC}/markup.bcf`, content: markup('<Title>T</Title>') },
    ]),
  );
  const content = Buffer.alloc(EXPORT_LIMITS.bytes / 4);
  const archives = new KeptArchives('2.1');
  const add = (name: string): void => {
    const archive = { ...read, files: [...read.files, { name: `${TOPIC}/${name}`, content }] };
    const topics = read.topics.map((topic) => ({ archive, topic, edits: NO_EDITS }));
    archives.add(archive, topics);
  };
  for (const name of ['a', 'b', 'c']) add(name);
  expect(() => add('d')).toThrow(`more than ${EXPORT_LIMITS.bytes} bytes of files`);
  expect(archives.heads.flatMap(({ files }) => files.map(({ name }) => name))).toEqual(
    Array.from({ length: 3 }, () => 'bcf.version'),
  );
});
