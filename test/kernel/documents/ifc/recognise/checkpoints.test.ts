/** @module checkpoints.test: recognition reaches checkpoints often enough to be cancelled, and says what it is doing. */
import { readFileSync } from 'node:fs';
import process from 'node:process';

import { expect, test } from 'vitest';

import { Interrupted, type Progress, watched } from '../../../../../kernel/base/work/checkpoint.ts';
import { importOf } from '../../../../../kernel/documents/ifc/recognise/import-of.ts';

const HOUSE = readFileSync(
  new URL('../../../../fixtures/imports/Duplex_A_20110907.ifczip', import.meta.url),
);
const CHOICES = {
  name: 'house.ifc',
  import_id: 'import_1',
  only: { categories: null, levels: null },
  taken: [],
};

/** Processor time of this thread, ms. */
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

test('checkpoints are less than a second of processor time apart, and progress does not exceed its total', async () => {
  const seen: Progress[] = [];
  let [last, longest] = [cpu(), 0];
  await watched(
    (progress) => {
      longest = Math.max(longest, cpu() - last);
      seen.push(progress);
      last = cpu();
    },
    async () => await importOf(HOUSE, CHOICES),
  );
  longest = Math.max(longest, cpu() - last);
  expect(longest).toBeLessThan(1000);
  expect(seen.every(({ done, total }) => total === 0 || done <= total)).toBe(true);
  const doing = [...new Set(seen.map((one) => one.doing))];
  expect(doing).toEqual(
    expect.arrayContaining([
      'opening the file',
      'reading the file',
      'reading places',
      'reading products',
      'recognising',
      'comparing bodies',
      'evaluating bodies',
      'writing the manifest',
    ]),
  );
});

test.each(['reading places', 'reading products', 'comparing bodies', 'writing the manifest'])(
  'ends at a checkpoint while it is %s',
  async (doing) => {
    const stopped = watched(
      (progress) => {
        if (progress.doing === doing) throw new Interrupted('cancelled');
      },
      async () => await importOf(HOUSE, CHOICES),
    );
    await expect(stopped).rejects.toThrow(Interrupted);
  },
);
