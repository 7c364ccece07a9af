/** @module many-elements.test: changes of many elements through a real client: preview, commit, limits and approval. */
import { expect, test } from 'vitest';

import { connect, type Connected, testWorkspace } from '../e2e/connect.ts';

const why = { reasoning: 'contract test' };
const really = { ...why, dry_run: false };

test('copies are one operation: over 50 elements need an approval, over 100 are refused', async () => {
  const workspace = testWorkspace();
  const geometry = await connect(workspace.dir, 'geometry');
  try {
    const made = async (tool: string, args: object): Promise<string> => {
      const { data } = await geometry.call(tool, { ...args, ...really });
      return String(Object.values(data)[0]);
    };
    const level_id = await made('create_level', { name: 'L1', elevation: 0 });
    const ends = { start: { x: 0, y: 0 }, end: { x: 4000, y: 0 } };
    const wall_id = await made('create_wall', { level_id, ...ends });
    await made('place_door', { wall_id, offset: 500 });
    const line = { from: { x: 5000, y: 0 }, to: { x: 5000, y: 1 } };
    const mirror = { element_ids: [wall_id], operation: 'mirror', ...line, copy: true };
    const shown = await geometry.call('transform_elements', { ...mirror, ...why });
    expect(shown).toMatchObject({ success: true, event_id: null, dry_run: true });
    expect(shown.data['diff']).toMatchObject({ counts: { created: 2, modified: 0, deleted: 0 } });
    const copied = await geometry.call('transform_elements', { ...mirror, ...really });
    const { data } = await geometry.call('get_operation', {
      operation_id: copied.event_id,
      ...why,
    });
    const types = (data['events'] as { type: string }[]).map(({ type }) => type);
    expect(types).toEqual(['element.created', 'element.created', 'element.hosted']);
    const undone = await geometry.call('undo', { event_id: copied.event_id, ...really });
    // Undoing copies deletes them, which needs the approval of a person.
    expect(undone.error).toMatchObject({ name: 'APPROVAL_PENDING' });
    const location = { x: 0, y: -5000 };
    const column = await made('create_column', { level_id, location, profile: '300x300' });
    const inRow = (count: number): ReturnType<Connected['call']> =>
      geometry.call('transform_elements', {
        element_ids: [column],
        operation: 'array',
        delta: { x: 1000, y: 0 },
        count,
        ...really,
      });
    expect((await inRow(52)).error).toMatchObject({ name: 'APPROVAL_PENDING' });
    expect((await inRow(102)).error).toMatchObject({ name: 'ELEMENT_LIMIT_EXCEEDED' });
    expect((await inRow(51)).event_id).not.toBeNull();
  } finally {
    await geometry.close();
    workspace.remove();
  }
});
