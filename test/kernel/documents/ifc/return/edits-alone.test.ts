/** @module tests of edits of imported files of other programs, each made alone: `npm test` makes them in groups. */
import { describe, expect, test } from 'vitest';

import { publicFile } from '../../../../public-files.ts';
import { readWithIfcLite } from '../write/ifc-lite.ts';
import { EDITED_FILES, EDITS } from './edits.ts';
import { FAULTLESS, reread } from './reread.ts';
import { imported, type Read } from './returned.ts';
import { isApart, ROOF_EDITS, ROOF_FILES } from './roof-edits.ts';

/** Reads a file at the first call. */
function once(bytes: Buffer | null): () => Promise<Read> {
  let first: Promise<Read> | null = null;
  return async () => {
    first ??= imported(bytes ?? Buffer.alloc(0));
    return await first;
  };
}

describe.each(EDITED_FILES)('%s', (name) => {
  const bytes = publicFile(`ifc-real/cases/${name}.ifc`);
  const read = once(bytes);
  test.skipIf(bytes === null).each(EDITS)('%s', { timeout: 60_000 }, async (_, edit) => {
    const before = await read();
    const view = edit(before.view, before);
    if (view === null) return;
    expect((await reread(before, view)).faults).toEqual(FAULTLESS);
  });
});

describe.each(ROOF_FILES)('%s', (path) => {
  const bytes = publicFile(`${path}.ifc`);
  const read = once(bytes);
  test.skipIf(bytes === null).each(ROOF_EDITS)('%s', { timeout: 60_000 }, async (_, edit) => {
    const before = await read();
    const view = edit(before.view, before);
    if (view === null) return;
    const { file, faults } = await reread(before, view);
    expect({ ...faults, differences: faults.differences.filter(isApart) }).toEqual(FAULTLESS);
    expect((await readWithIfcLite(file)).bodies.size).toBeGreaterThan(0);
  });
});
