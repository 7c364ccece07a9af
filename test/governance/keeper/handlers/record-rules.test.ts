/** @module record-rules.test: the keeper refuses events that replace the record of a drawing or file that their writer did not see. */
import { expect, it } from 'vitest';

import type { ParamValues, PlannedEvent } from '../../../../schemas/events.ts';
import { created, outcome, Workspace } from './workspace.ts';

it.each(['view.created', 'sheet.created'] as const)(
  'an event %s does not replace an existing drawing, on any branch',
  async (type) => {
    await using other = await Workspace.found();
    const drawn = (definition: ParamValues): PlannedEvent => ({
      type,
      aggregate_id: 'drawing_1',
      payload: { definition, level_ids: [] },
    });
    expect(outcome(await other.submit([drawn({ scale: 100 })]))).toBe('committed');
    const from_seq = await other.transact((tx) => tx.headSeq());
    const payload = { name: 'b', from: 'main', from_seq };
    await other.submit([{ type: 'branch.created', aggregate_id: 'b', payload }], { branch: 'b' });
    const refusal = { name: 'INVALID_ARGUMENT', message: 'a drawing `drawing_1` already exists' };
    for (const branch of ['main', 'b']) {
      expect(await other.submit([drawn({})], { branch })).toMatchObject({ refusal });
      expect(await other.submit([created('drawing_1')], { branch })).toMatchObject({ refusal });
    }
  },
);

it('a file replaces only the record that its writer saw, unless it is the same file', async () => {
  await using other = await Workspace.found();
  const file = (sha256: string, replaces?: string): PlannedEvent => ({
    type: 'export.created',
    aggregate_id: 'artefacts at a.ifc',
    payload: {
      tool: 'export_ifc',
      options: {},
      head: { branch: 'main', seq: null, at: null },
      whole: true,
      ...(replaces === undefined ? {} : { replaces }),
      file: { path: 'a.ifc', media_type: 'application/x-step', bytes: 1, sha256 },
      counts: {},
    },
  });
  const written = async (event: PlannedEvent): Promise<string> => {
    const reply = await other.submit([event]);
    if (reply.status !== 'committed') throw new Error(JSON.stringify(reply));
    return reply.event_id;
  };
  const oldest = await written(file('aa'));
  expect(await other.submit([file('bb')])).toMatchObject({
    refusal: {
      name: 'EXPORT_FAILED',
      message: 'another file was written to `a.ifc` in the meantime',
    },
  });
  const same = await written(file('aa'));
  expect(outcome(await other.submit([file('bb', oldest)]))).toBe('EXPORT_FAILED');
  await written(file('bb', same));
  const elsewhere = { ...file('cc'), aggregate_id: 'artefacts at b.ifc' };
  expect(outcome(await other.submit([elsewhere]))).toBe('INVALID_ARGUMENT');
});

it.each(['artefacts at a.ifc', `exec_${'0'.repeat(32)}`])(
  'an event of another type is refused in the aggregate `%s`, whose newest events are read',
  async (aggregate_id) => {
    await using other = await Workspace.found();
    const event: PlannedEvent = { type: 'tool.run', aggregate_id, payload: {} };
    expect(outcome(await other.submit([event]))).toBe('INVALID_ARGUMENT');
  },
);

it('a file does not replace another one behind an event of another type in an older log', async () => {
  await using other = await Workspace.found();
  const file = (sha256: string): PlannedEvent => ({
    type: 'export.created',
    aggregate_id: 'artefacts at a.ifc',
    payload: {
      tool: 'export_ifc',
      options: {},
      head: { branch: 'main', seq: null, at: null },
      whole: true,
      file: { path: 'a.ifc', media_type: 'application/x-step', bytes: 1, sha256 },
      counts: {},
    },
  });
  expect(outcome(await other.submit([file('aa')]))).toBe('committed');
  const run: PlannedEvent = { type: 'tool.run', aggregate_id: 'r1', payload: {} };
  expect(outcome(await other.submit([run]))).toBe('committed');
  other.attack((db) => {
    const id = 'artefacts at a.ifc';
    db.prepare("UPDATE touches SET id = ? WHERE id = 'r1'").run(id);
    db.prepare(
      "UPDATE events SET aggregate_id = ?, body = replace(body, '\"r1\"', ?) WHERE aggregate_id = 'r1'",
    ).run(id, JSON.stringify(id));
  });
  expect(outcome(await other.submit([file('bb')]))).toBe('EXPORT_FAILED');
});
