/** @module remarks.test: the requester reads comments and marks of approvers in get_operation, also while it waits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import type { Mark } from '../../../schemas/governance.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { approving, type Approving } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
let owner: Approving;
let level: string;

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
async function wallAt(y: number): Promise<string> {
  const args = { level_id: level, start: P(0, y), end: P(5000, y) };
  return String((await owner.done('create_wall', args)).data['wall_id']);
}
const operation = (approval_id: string, more: object = {}): Promise<EnvelopeBody> =>
  owner.ask('get_operation', { approval_id, ...more });

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  owner = await approving(harness);
  level = String((await owner.done('create_level', { name: 'L', elevation: 0 })).data['level_id']);
});
afterAll(() => harness.close());

describe('get_operation', () => {
  let wall: string;
  let id: string;
  let marks: Mark[];
  beforeAll(async () => {
    wall = await wallAt(0);
    id = await owner.held('delete_elements', { element_ids: [wall] });
    marks = [
      { text: 'keep it', element_id: wall },
      { text: 'a door here', at: { x: 1, y: 2, z: 3 }, level_id: level },
    ];
  });

  test('of an approval without remarks names none', async () => {
    const { error, data } = await operation(id);
    expect(Object.keys({ ...error?.data, ...data })).not.toContain('comments');
    expect(error?.hint).toMatch(/^call get_operation/);
  });

  test('has the comments with their marks while it is pending, and the next step', async () => {
    expect(await owner.comment(id, 'why this one?', marks)).toBe('commented');
    expect(await owner.comment(id, 'or another?')).toBe('commented');
    const { success, approval_id, data, error } = await operation(id);
    const comments = [
      {
        number: 1,
        approver: 'alice',
        text: 'why this one?',
        commented_at: expect.any(String),
        marks,
      },
      { number: 2, approver: 'alice', text: 'or another?', commented_at: expect.any(String) },
    ];
    expect({ success, approval_id }).toEqual({ success: false, approval_id: id });
    expect(data).toEqual({ comments });
    expect(error).toMatchObject({
      name: 'APPROVAL_PENDING',
      data: { comments, status: 'pending' },
    });
    expect(error?.hint).toMatch(/^read data\.comments: you may plan a change that follows them/);
  });

  test('ends its wait when a comment arrives', async () => {
    const started = performance.now();
    const waiting = operation(id, { wait_s: 25 });
    expect(await Promise.race([waiting, owner.comment(id, 'third')])).toBe('commented');
    expect((await waiting).data['comments']).toHaveLength(3);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('has the marks of the rejection, and counts them in its refusal', async () => {
    expect(
      await owner.decide(id, 'reject', [{ text: 'it carries the roof', element_id: wall }]),
    ).toBe('rejected');
    const { error } = await operation(id);
    expect(error).toMatchObject({
      name: 'APPROVAL_REJECTED',
      message: 'a person rejected it: a test; with 3 marks of approvers',
      data: {
        decisions: [
          { approver: 'alice', verdict: 'reject', reason: 'a test', marks: [{ element_id: wall }] },
        ],
        comments: [{ number: 1, marks }, { number: 2 }, { number: 3 }],
      },
    });
    expect(error?.hint).toContain('data.decisions and data.comments');
  });

  test('a repeated call is refused with the number of marks and the call that reads them', async () => {
    const { error } = await owner.ask('delete_elements', { element_ids: [wall], dry_run: false });
    expect(error).toMatchObject({ name: 'APPROVAL_REJECTED', data: { approval_id: id, marks: 3 } });
    expect(error?.message).toMatch(/; with 3 marks of approvers$/);
    expect(error?.hint).toMatch(
      new RegExp(`^call get_operation with approval_id \`${id}\` to read`),
    );
  });

  test('has who approved an executed plan', async () => {
    const other = await owner.held('delete_elements', { element_ids: [await wallAt(3000)] });
    await owner.comment(other, 'fine');
    await owner.decide(other);
    expect(await operation(other)).toMatchObject({
      success: true,
      data: {
        status: 'executed',
        decisions: [{ approver: 'alice', verdict: 'approve' }],
        comments: [{ number: 1, text: 'fine' }],
      },
    });
  });

  test('refuses an approval whose comments were edited in the store', async () => {
    const other = await owner.held('delete_elements', { element_ids: [await wallAt(6000)] });
    await owner.comment(other, 'first');
    const seq = harness.reader.counter(`comment:${other}`);
    expect(seq).toBeGreaterThan(0);
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(harness.store, { timeout: 60_000 });
    db.prepare('UPDATE counters SET value = ? WHERE name = ?').run(seq - 1, `comment:${other}`);
    db.close();
    expect((await operation(other)).error).toMatchObject({ name: 'SIGNATURE_INVALID' });
  });
});
