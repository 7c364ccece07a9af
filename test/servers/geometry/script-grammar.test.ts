/** @module script grammar: the example of the short page builds a house without warnings. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { World } from '../building/world.ts';

test('the example of the short page causes no warning', async () => {
  const page = readFileSync('docs/script-grammar.md', 'utf8');
  const script = page.split('```\n').findLast((one) => one.startsWith('let ')) ?? '';
  expect(script).toContain('\nroof ');
  const world = await World.create();
  const { events, warnings = [] } = await world.plan('run_script', { script });
  const effect = world.effect(events);
  expect([...warnings, ...effect.withNames(effect.warnings)]).toEqual([]);
});
