/** @module checked.test: commands with requested checks of clashes and standards, as agent, approver and log receive the results. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connectionOf } from '../../../governance/access/principal.ts';
import { PlanDocument } from '../../../schemas/governance.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { approving, type Approving, type Voice } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

const CHANGES = { CREATE: {}, MODIFY: {}, DELETE: {} };

let harness: Harness;
let owner: Approving;
/** Sees columns but no beams. */
let columns: Voice;
let level_id: string;
let first: string;
let second: string;
let beam: string;

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

async function made(tool: string, args: object): Promise<string> {
  const { data } = await owner.done(tool, { ...args });
  return String(Object.values(data)[0]);
}

function columnAt(x: number): object {
  return { level_id, profile: '400x400', height: 3000, location: P(x, 0) };
}

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  owner = await approving(harness, {
    columns: {
      permissions: {
        ...CHANGES,
        READ: { categories: ['Levels', 'Columns'] },
      },
    },
  });
  columns = owner.other('columns');
  level_id = await made('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  first = await made('create_column', columnAt(0));
  second = await made('create_column', columnAt(5000));
  const at = { start: P(8000, -1000), end: P(8000, 1000), elevation_offset: -500 };
  beam = await made('create_beam', { level_id, profile: '300x300', ...at });
});
afterAll(() => harness.close());

const NONE = { counts: { new: 0, resolved: 0 }, new: [], resolved: [] };
const into = (x: number): { element_id: string; delta: object } => ({
  element_id: second,
  delta: { x, y: 0, z: 0 },
});

function clash(one: string, other: string): object {
  const element_ids = [one, other].toSorted();
  return expect.objectContaining({ check: 'clash.hard', severity: 'error', element_ids });
}

describe('a dry run', () => {
  test('a dry run reports the clashes that the change would cause', async () => {
    const { success, data } = await owner.ask('move_element', { ...into(-4800), check: ['clash'] });
    expect(success).toBe(true);
    expect(data['checks']).toEqual({
      clash: { ...NONE, counts: { new: 1, resolved: 0 }, new: [clash(first, second)] },
    });
  });

  test('a dry run reports each requested standard separately, and no other', async () => {
    const checks = ['compliance', 'DIN-18040-1'];
    const { data } = await owner.ask('move_element', { ...into(-4800), check: checks });
    expect(data['checks']).toEqual({ compliance: NONE, 'DIN-18040-1': NONE });
    const plain = await owner.ask('move_element', { ...into(-4800), check: [] });
    expect(plain.success).toBe(true);
    expect(plain.data).not.toHaveProperty('checks');
  });

  test('preview_operation reports the same check results as a dry run', async () => {
    const args = { tool: 'move_element', arguments: { ...into(-4800), check: ['clash'] } };
    const { data } = await owner.ask('preview_operation', args);
    expect(data).toMatchObject({ checks: { clash: { counts: { new: 1, resolved: 0 } } } });
  });

  test('refuses an unknown check with a list of all checks', async () => {
    const { error } = await owner.ask('move_element', { ...into(-4800), check: ['clashes'] });
    expect(error).toMatchObject({
      name: 'INVALID_ARGUMENT',
      message: expect.stringContaining('`clashes`, expected `clash`, `compliance`, `IBC-2021`'),
    });
  });

  test('check results of a restricted agent reveal nothing hidden', async () => {
    const call = { ...into(3000), check: ['clash'] };
    const { data } = await owner.ask('move_element', call);
    expect(data['checks']).toMatchObject({ clash: { new: [clash(beam, second)] } });
    const seen = await columns.ask('move_element', call);
    expect(seen).toMatchObject({ success: true, data: { checks: { clash: NONE } } });
    expect(JSON.stringify(seen)).not.toContain(beam);
  });

  test('a dry run with checks ends when its call is cancelled', async () => {
    const { envelope } = await harness.gate.call(connectionOf(harness.principal), {
      tool: 'move_element',
      arguments: { ...into(-4800), check: ['clash'], reasoning: 'a test' },
      signal: AbortSignal.abort(),
      progress: () => {},
    });
    expect(envelope.error?.name).toBe('EXTERNAL_FAILURE');
  });
});

describe('a commit', () => {
  test('an idempotency key is refused with other checks and accepted with the same ones in another order', async () => {
    const idempotency_key = 'asked-once';
    const check = ['clash', 'compliance'];
    const call = { ...into(100), dry_run: false, idempotency_key };
    const answered = await owner.ask('move_element', { ...call, check });
    expect(answered).toMatchObject({ success: true, data: { checks: { clash: NONE } } });
    for (const other of [{}, { check: [] }, { check: ['clash'] }]) {
      const refused = await owner.ask('move_element', { ...call, ...other });
      expect(refused.error?.name).toBe('IDEMPOTENCY_MISMATCH');
    }
    const again = await owner.ask('move_element', { ...call, check: check.toReversed() });
    expect([again.event_id, again.data]).toEqual([answered.event_id, answered.data]);
    await owner.done('move_element', into(-100));
  });

  test('a commit reports new and resolved findings', async () => {
    const clashing = await owner.done('move_element', { ...into(-4800), check: ['clash'] });
    expect(clashing.data['checks']).toMatchObject({ clash: { new: [clash(first, second)] } });
    const apart = await owner.done('move_element', { ...into(4800), check: ['clash'] });
    expect(apart.data['checks']).toEqual({
      clash: { ...NONE, counts: { new: 0, resolved: 1 }, resolved: [clash(first, second)] },
    });
  });

  test('findings of a pending change are in the signed digest and in the answer', async () => {
    await owner.done('move_element', into(-4800));
    const call = { element_ids: [second], dry_run: false };
    const plain = await owner.ask('delete_elements', call);
    expect(plain.error?.data).not.toHaveProperty('checks');
    const late = await owner.ask('delete_elements', { ...call, check: ['clash'] });
    expect(late.approval_id).toBe(plain.approval_id);
    expect(late.warnings).toContainEqual(expect.stringContaining('without these checks'));
    expect(await owner.decide(plain.approval_id ?? '', 'reject')).toBe('rejected');

    const asked = { element_ids: [first], dry_run: false, check: ['clash'] };
    const waiting = await owner.ask('delete_elements', asked);
    const clashes = {
      clash: { counts: { new: 0, resolved: 1 }, resolved: [clash(first, second)] },
    };
    expect(waiting.error?.data).toMatchObject({ checks: clashes });
    const record = harness.reader.approval(waiting.approval_id ?? '');
    expect(PlanDocument.parse(JSON.parse(record?.plan ?? '')).checks).toMatchObject(clashes);
    expect(await owner.decide(waiting.approval_id ?? '')).toBe('executed');
    const { data } = await owner.ask('get_operation', { approval_id: waiting.approval_id });
    expect(data['result']).toMatchObject({ checks: clashes });
  });
});
