/** @module tests of what lists tell a restricted person: neither the order of work on hidden branches, nor faults of hidden elements. */
import { expect, it } from 'vitest';

import { loadSolidKernel } from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PermissionScope } from '../../../../schemas/permissions.ts';
import { created } from '../../../kernel/building/model/build.ts';
import { World } from '../../building/world.ts';
import { looker, Page } from '../looking-of.ts';
import { readPart } from '../read-part.ts';

const AT = { branch: 'main' };

async function pageOf(events: readonly PlannedEvent[], READ: PermissionScope): Promise<Page> {
  const world = new World(await loadSolidKernel());
  world.log.append('main', 'build', [created('level', 'L1', { name: 'A' }), ...events]);
  await world.domain.catchUp();
  return new Page(world, looker(READ));
}

function column(id: string, x: number): PlannedEvent {
  return created('column', id, { level_id: 'L1', location: { x, y: 0 } });
}

it('lists elements by id for a person who may not read every branch', async () => {
  const [first, second] = [column('column_b', 0), column('column_a', 5000)];
  const READ = { branch_patterns: ['main'] };
  for (const events of [
    [first, second],
    [second, first],
  ]) {
    const page = await pageOf(events, READ);
    const part = readPart(await page.bytes('part', { at: AT, level_id: 'L1', part: 0 }));
    expect(part.columns.id).toEqual(['column_a', 'column_b']);
    const { rows } = await page.json('table', { at: AT, kind: 'column' });
    expect(rows.map(({ id }) => id)).toEqual(['column_a', 'column_b']);
  }
  const all = await pageOf([first, second], {});
  const { rows } = await all.json('table', { at: AT, kind: 'column' });
  expect(rows.map(({ id }) => id)).toEqual(['column_b', 'column_a']);
});

it('shows a person with a region the rest, if a hidden element has an impossible body', async () => {
  const region = { min: { x: -1000, y: -1000, z: -1000 }, max: { x: 9000, y: 9000, z: 9000 } };
  const impossible = created('column', 'column_z', {
    level_id: 'L1',
    location: { x: 8990, y: 0 },
    profile: 'nonsense',
  });
  const page = await pageOf([column('column_a', 0), impossible], { regions: [region] });
  expect(await page.json('scene', { at: AT })).toMatchObject({ elements: 1 });
});
