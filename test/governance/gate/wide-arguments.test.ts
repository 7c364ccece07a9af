/** @module wide-arguments.test: arguments with very many members are refused like others and are not faults. */
import { expect, test } from 'vitest';

import { geometryServer } from '../../../servers/geometry/server.ts';
import { openHarness } from './harness.ts';

test('a value with 200,000 members is refused by its tool', async () => {
  const harness = await openHarness(geometryServer);
  const value = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, i]));
  const given = { element_id: 'wall_x', parameter_name: 'start', value, reasoning: 'a test' };
  const { envelope } = await harness.call('modify_parameter', given);
  expect(envelope.error?.name).toBe('ELEMENT_NOT_FOUND');
  await harness.close();
});
