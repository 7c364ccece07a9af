/** @module change-png.test: the storeys of a change that its picture shows, and what it says of the others. */
import { expect, test } from 'vitest';

import { finished } from '../../../kernel/findings/steps.ts';
import { changePng } from '../../../kernel/picture/plan/change-png.ts';
import { building } from '../kinds/bench.ts';
import { created } from '../model/build.ts';

const LEVELS = ['A', 'B', 'C', 'D'];

/** What the picture of a column on each of so many levels says beside its dots. */
function said(count: number): string {
  const levels = LEVELS.map((name, n) => {
    return created('level', `L_${name}`, { name, elevation: 3000 * n });
  });
  const before = building(...levels);
  const columns = LEVELS.slice(0, count).map((name) => `column_${name}`);
  const after = before.apply(
    columns.map((id, n) => created('column', id, { level_id: `L_${LEVELS[n] ?? ''}` })),
  );
  const png = finished(changePng({ before, after }, columns, []));
  return png?.toString('utf8') ?? '';
}

test('the picture shows two storeys and says how many more change', () => {
  expect(said(0)).toBe('');
  expect(said(1)).toContain('A: before; A: after');
  expect(said(2)).toContain('A: before; A: after; B: before; B: after');
  expect(said(2)).not.toContain('more');
  expect(said(3)).toContain('B: after (1 more storey changes)');
  expect(said(4)).toContain('B: after (2 more storeys change)');
});
