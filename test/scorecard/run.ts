/**
 * @module the scorecard of the public files that are there, as docs/scorecard.md: `npm run scorecard`. Each file is read
 * in a process of its own, so that time and memory are its own.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import * as z from 'zod';

import { scoredFiles } from './files.ts';
import { pageOf } from './page.ts';
import { Score } from './score.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'scorecard.md');

const files = scoredFiles();
if (files.length === 0) throw new Error('no public files are there, expected some');
const scored = files.map((file) => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'score-file.ts'), file.path],
    { encoding: 'utf8', maxBuffer: 1e9 },
  );
  if (status !== 0) throw new Error(`${file.name}: ${stderr}`);
  const score = Score.parse(z.json().parse(JSON.parse(stdout)));
  console.log(`${file.name}: ${score.products} products, ${score.cpu_ms} ms`);
  return { file, score };
});
writeFileSync(PAGE, pageOf(scored));
