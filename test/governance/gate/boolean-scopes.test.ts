/** @module boolean-scopes.test: a boolean needs the permission to delete every element that it replaces. */
import { expect, test } from 'vitest';

import { geometryServer } from '../../../servers/geometry/server.ts';
import { approving } from './approving.ts';
import { openHarness } from './harness.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
/** Everything up to x = 2,500 mm. */
const LEFT = {
  regions: [{ min: { x: -9e3, y: -9e3, z: -9e3 }, max: { x: 2500, y: 9e3, z: 9e3 } }],
};

test.each([
  ['union', 'near', 'held'],
  ['union', 'far', 'SCOPE_DENIED'],
  ['intersect', 'far', 'SCOPE_DENIED'],
  ['subtract', 'far', 'held'],
])('%s with the column %s of the permitted region is %s', async (operation, which, expected) => {
  const harness = await openHarness(geometryServer);
  try {
    const owner = await approving(harness, {
      left: { permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: LEFT } },
    });
    const { data } = await owner.done('create_level', { name: 'Ground', elevation: 0 });
    const column = async (x: number): Promise<string> => {
      const values = { level_id: data['level_id'], profile: '1000x1000', height: 1000 };
      const made = await owner.done('create_column', { ...values, location: P(x, 0) });
      return String(made.data['column_id']);
    };
    const [element_a, near, far] = [await column(1500), await column(1000), await column(2200)];
    const element_b = which === 'near' ? near : far;
    const call = { element_a, element_b, operation, dry_run: false };
    const { error, approval_id } = await owner.other('left').ask('boolean_operation', call);
    expect(approval_id === undefined ? error?.name : 'held').toBe(expected);
    expect(error?.message ?? '').toContain(expected === 'SCOPE_DENIED' ? far : '');
  } finally {
    await harness.close();
  }
});
