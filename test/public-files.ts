/** @module public-files: public test data that lies beside the project where somebody has put it there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

const FOLDER = join(import.meta.dirname, '..', '..', 'shared', 'testdata');

const Case = z.looseObject({ id: z.string(), files: z.array(z.string()).min(1) });
const Index = z.looseObject({ cases: z.array(Case) });

/** One file with what its index says of it. */
export type PublicCase = z.output<typeof Case> & { readonly read: () => Buffer };

/** The folder of a suite; null where it is not there, which is then printed. */
export function publicFolder(suite: string): string | null {
  const folder = join(FOLDER, suite);
  if (existsSync(join(folder, 'index.json'))) return folder;
  console.log(`skipped: there is no ../shared/testdata/${suite} beside the project`);
  return null;
}

/** The files of a suite; null where it is not there, which is then printed. */
export function publicCases(suite: string): readonly PublicCase[] | null {
  const folder = publicFolder(suite);
  if (folder === null) return null;
  const index = Index.parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')));
  return index.cases.map((one) =>
    Object.assign(one, { read: () => readFileSync(join(folder, one.files[0] ?? '')) }),
  );
}

/** One file below the public test data; null where it is not there, which is then printed. */
export function publicFile(path: string): Buffer | null {
  const file = join(FOLDER, path);
  if (existsSync(file)) return readFileSync(file);
  console.log(`skipped: there is no ../shared/testdata/${path} beside the project`);
  return null;
}
