/** @module tests that the pictures of docs/how are up to date; UPDATE_SNAPSHOTS=1 updates the files. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import { expect, test } from 'vitest';

import { lintDrawing } from '../../../../kernel/documents/drawings/lint/lint-drawing.ts';
import { png } from '../../../../kernel/documents/drawings/print/png.ts';
import { approvalFlow } from './how-pictures/approval-picture.ts';
import { mergeTable } from './how-pictures/merge-picture.ts';
import { roofSweep } from './how-pictures/roof-picture.ts';
import { roomSearch, wallJoints } from './how-pictures/wall-pictures.ts';

const WIDTH_PX = 1200;

const PICTURES = {
  'how-walls': wallJoints,
  'how-rooms': roomSearch,
  'how-roofs': roofSweep,
  'how-merge': mergeTable,
  'how-approval': approvalFlow,
} as const;

test.each(Object.entries(PICTURES))('%s.png shows what the code computes now', (name, draw) => {
  const drawing = draw();
  expect(lintDrawing(drawing)).toEqual([]);
  const path = new URL(`../../../../docs/pictures/${name}.png`, import.meta.url);
  const bytes = png(drawing, WIDTH_PX);
  if (process.env['UPDATE_SNAPSHOTS'] === '1') writeFileSync(path, bytes);
  expect(readFileSync(path).equals(bytes)).toBe(true);
});
