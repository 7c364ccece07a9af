/** @module proof: signs and verifies the log. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { check, type Step } from '../context.ts';

export const proofStep: Step = {
  title: 'everything is in a log that anyone can verify',
  async run({ dir, person, listFile, print }) {
    await person('audit', 'show', '--limit', '12');
    const note = join(dir, 'checkpoint.txt');
    const signed = await person('audit', 'checkpoint');
    writeFileSync(note, `${signed.lines.join('\n')}\n`);
    listFile(note, 'a signed checkpoint, to be stored off this machine');
    const file = join(dir, 'audit.jsonl');
    await person('audit', 'export', file);
    listFile(file, 'the whole log, which can be verified without the store');
    const verified = await person('audit', 'verify', '--checkpoint', note);
    check(verified.exit !== 3, 'a log without faults', verified.json);
    print('verified');
  },
};
