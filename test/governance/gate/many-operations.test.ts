/** @module many-operations.test: apply_changes follows the operator's limit of elements, not a number of its own. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { geometryServer } from '../../../servers/geometry/server.ts';
import { approving, type Approving } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

const COUNT = 150;
const CHANGES = { CREATE: {}, MODIFY: {}, DELETE: {}, READ: {} };

let harness: Harness;
let owner: Approving;
let level_id: unknown;

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  owner = await approving(harness, {
    wide: { permissions: CHANGES, max_elements_per_operation: 1000 },
    exact: { permissions: CHANGES, max_elements_per_operation: COUNT },
    close: { permissions: CHANGES, max_elements_per_operation: COUNT - 1 },
  });
  level_id = (await owner.done('create_level', { name: 'Ground', elevation: 0 })).data['level_id'];
});
afterAll(() => harness.close());

/** One call that creates 150 columns, in a row of its own. */
function columns(y: number): Readonly<Record<string, unknown>> {
  return {
    operations: Array.from({ length: COUNT }, (_, i) => ({
      tool: 'create_column',
      arguments: { level_id, location: { x: 1000 * i, y }, profile: '300x300', height: 3000 },
    })),
    dry_run: false,
  };
}

test.each(['default', 'close'])(
  'agent %s with a lower limit is refused with the command that raises it',
  async (name) => {
    const voice = name === 'default' ? owner : owner.other(name);
    const { error } = await voice.ask('apply_changes', columns(0));
    expect(error?.message).toContain(`${COUNT} elements`);
    expect(error?.hint).toContain('plumbline agent grant');
  },
);

test.each([
  ['wide', 2000],
  ['exact', 4000],
])('agent %s asks for approval of all 150 operations, and they are executed', async (name, y) => {
  const answer = await owner.other(name).ask('apply_changes', columns(y));
  const { approval_id, error } = answer;
  expect(error?.data['diff']).toMatchObject({ counts: { created: COUNT } });
  expect(await owner.decide(approval_id ?? '')).toBe('executed');
});
