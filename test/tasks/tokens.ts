/** @module tokens: plays the eight recorded tasks and prints what each costs a model (`npm run tokens`). */
import process from 'node:process';

import { BRIEFS } from './briefs.ts';
import { play } from './play.ts';
import { readRecording } from './recording.ts';

const COLUMNS = ['calls', 'refusals', 'listed', 'sent', 'answered'] as const;

const head = ['task'.padEnd(22), ...COLUMNS.map((name) => name.padStart(9)), ' received'];
process.stdout.write(`${head.join('')}\n`);
for (const brief of BRIEFS) {
  const recording = readRecording(brief.name);
  if (recording === null) {
    process.stdout.write(`${brief.name.padEnd(22)}not recorded yet\n`);
    process.exitCode = 1;
    continue;
  }
  const played = await play(brief, recording);
  const figures = COLUMNS.map((name) => String(played[name]).padStart(9));
  const received = String(played.listed + played.answered).padStart(9);
  process.stdout.write(`${[brief.name.padEnd(22), ...figures, received].join('')}\n`);
  for (const line of played.differing) process.stdout.write(`  differs: ${line}\n`);
}
