/** @module docs-report.test: docs/pictures/report.png shows two pages of a report; UPDATE_SNAPSHOTS=1 draws it again. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import { expect, test } from 'vitest';

import { reportDocument } from '../../clients/plumbline/report/document/document.ts';
import { reportPages } from '../../clients/plumbline/report/print/pdf.ts';
import { png } from '../../kernel/documents/drawings/print/png.ts';
import { area } from '../../kernel/documents/drawings/shapes.ts';
import { boxRing, pictureDrawing, shifted } from '../../kernel/documents/drawings/sketch.ts';
import { exampleReport } from './report/example-report.ts';

/** Pixels per millimetre of paper. */
const PIXELS = 3.4;
/** Margin around the pages, mm, and its colour. */
const GAP_MM = 6;
const GREY = [214, 214, 219] as const;

test('report.png shows two pages of a report', async () => {
  const pages = reportPages(reportDocument(await exampleReport()));
  const upright = pages.filter(({ height_mm, width_mm }) => height_mm > width_mm);
  const [first, second] = upright;
  if (first === undefined || second === undefined) throw new Error('a report has two pages');
  const size = {
    width_mm: 2 * first.width_mm + 3 * GAP_MM,
    height_mm: first.height_mm + 2 * GAP_MM,
  };
  const items = [first, second].flatMap(({ items: own, width_mm, height_mm }, index) => {
    const min = { x: GAP_MM + index * (width_mm + GAP_MM), y: GAP_MM };
    const max = { x: min.x + width_mm, y: min.y + height_mm };
    return [area([boxRing({ min, max })], [255, 255, 255])].concat(shifted(own, min));
  });
  const drawing = pictureDrawing('report', size, [
    area([boxRing({ min: { x: 0, y: 0 }, max: { x: size.width_mm, y: size.height_mm } })], GREY),
    ...items,
  ]);
  const bytes = png(drawing, Math.round(size.width_mm * PIXELS));
  const path = new URL('../../docs/pictures/report.png', import.meta.url);
  if (process.env['UPDATE_SNAPSHOTS'] === '1') writeFileSync(path, bytes);
  expect(readFileSync(path).equals(bytes)).toBe(true);
});
