/** @module loss-text.test: losses that an approver reads as words, not as stored values. */
import { expect, test } from 'vitest';

import type { PlanDocument } from '../../../schemas/governance.ts';
import { created, make, modifies } from '../../kernel/building/model/build.ts';
import { show, siteWith, wall } from './shown-plan.ts';

test('the loss of a stored mesh is stated in words, and the signed value follows in full', async () => {
  const digest = 'd'.repeat(64);
  const appearance = {
    mesh: { blob: 'b'.repeat(64), offset: 0, length: 9 },
    digest,
    low: { x: 0, y: 0, z: 0 },
    closed: true,
    glass: 0,
    mirrored: false,
    of: { width: 900 },
  };
  const own = make('door', 'D1', { host_id: 'W1', name: 'Entry' });
  const door = { ...own, params: { ...own.params, appearance } };
  const site = siteWith([wall('W1')]);
  site.commit('main', [created('door', 'D1', door.params)]);
  const losses: PlanDocument['losses'] = [
    { loss: 'value', element_id: 'D1', parameter: 'appearance', was: appearance },
  ];
  const lines = await show([modifies(door, { appearance: null })], [], { losses }, { site });
  const at = lines.findIndex((line) => line.startsWith('loss '));
  expect(lines[at]).toBe('loss      door D1 "Entry" loses its appearance "mesh of the file"');
  expect(lines[at + 1]).toBe('');
  expect(
    lines
      .slice(at + 1)
      .join('')
      .replaceAll(/[^a-z]/gu, ''),
  ).toContain(digest);
});
