/** @module sound: the buildings of examples/ have no clash, break no rule for ways out and no constraint. */
import { describe, expect, test } from 'vitest';

import { World } from '../servers/building/world.ts';
import { example } from './example.ts';

describe.each(['bungalow', 'school', 'terrace', 'office'])('the %s', (name) => {
  test('is sound', async () => {
    const world = await World.create();
    await world.do('run_script', { script: example(name) });
    expect(await world.run('clash_detection', {})).toMatchObject({ status: 'none', total: 0 });
    expect(await world.run('validate_constraints', {})).toMatchObject({ total: 0 });
    expect(await world.run('egress_analysis', {})).toMatchObject({ total: 0, issues: [] });
  });
});
