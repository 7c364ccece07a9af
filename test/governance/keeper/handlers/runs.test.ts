/** @module runs.test: the keeper's limits on runs: calls, web requests, concurrent runs, and runs without an end. */
import { describe, expect, it } from 'vitest';

import { execAggregate } from '../../../../governance/keeper/handlers/runs/exec-use.ts';
import type { BegunRun, PlannedEvent, ProcessMark } from '../../../../schemas/events.ts';
import type { AgentRecord } from '../../../../schemas/governance.ts';
import { outcome, ROBOT, Workspace } from './workspace.ts';

const HERE: ProcessMark = { id: 'here', pid: 1, host: 'this machine' };
const GONE: ProcessMark = { id: 'gone', pid: 7, host: 'this machine' };

type Of = Partial<BegunRun> & { readonly exec?: string };

function begins(record_id: string, { exec = record_id, ...over }: Of = {}): PlannedEvent {
  return {
    type: 'run.begun',
    aggregate_id: execAggregate('robot', exec),
    payload: {
      server: 'mpt',
      tool: 'web.open_url',
      run_id: record_id,
      exec_id: 'a'.repeat(64),
      record_id,
      input_sha256: 'b'.repeat(64),
      call: 1,
      web_requests: 0,
      most: { calls: 2, concurrent: 3, web_requests: 3 },
      by: { kind: 'agent', name: 'robot', session_id: 'session-1' },
      process: HERE,
      ...over,
    },
  };
}

function ends(aggregate_id: string, web_requests_max = 0): PlannedEvent {
  const budgets = { consumed: { web_requests_max } };
  return { type: 'tool.run', aggregate_id, payload: { budgets, provenance: {} } };
}

const sweep = (ws: Workspace, process = HERE) =>
  ws.transact((tx) => ws.handlers.unfinished(tx, { process }));

describe('runs of one exec_id', () => {
  it('are limited in number, across keepers', async () => {
    await using ws = await Workspace.found();
    expect(outcome(await ws.submit([begins('r1', { exec: 'x' })]))).toBe('committed');
    await ws.submit([ends('r1')]);
    ws.restart();
    expect(outcome(await ws.submit([begins('r2', { exec: 'x', call: 2 })]))).toBe('committed');
    expect(await ws.submit([begins('r3', { exec: 'x', call: 3 })])).toMatchObject({
      status: 'refused',
      refusal: { name: 'TOOL_REFUSED', data: { dimension: 'tool_calls_max', limit: 2 } },
    });
    // A plan whose count differs from the log is refused.
    expect(outcome(await ws.submit([begins('r3', { exec: 'x', call: 1 })]))).toBe(
      'INVALID_ARGUMENT',
    );
    // A run counts as an operation of its session only when it ends.
    expect(await ws.transact((tx) => tx.counter('session:session-1'))).toBe(1);
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('share their web requests: an ended run counts what it used, a running one all that it may use', async () => {
    await using ws = await Workspace.found();
    const most = { calls: 6, concurrent: 6, web_requests: 3 };
    const x = { exec: 'x', most };
    await ws.submit([begins('r1', { ...x, web_requests: 3 })]);
    expect(outcome(await ws.submit([begins('r2', { ...x, call: 2, web_requests: 1 })]))).toBe(
      'INVALID_ARGUMENT',
    );
    await ws.submit([ends('r1', 1)]);
    expect(outcome(await ws.submit([begins('r2', { ...x, call: 2, web_requests: 2 })]))).toBe(
      'committed',
    );
    expect(outcome(await ws.submit([begins('r3', { ...x, call: 3, web_requests: 1 })]))).toBe(
      'INVALID_ARGUMENT',
    );
    expect(outcome(await ws.submit([begins('r3', { ...x, call: 3 })]))).toBe('committed');
  });

  it('are started by a plan without other events', async () => {
    await using ws = await Workspace.found();
    expect(outcome(await ws.submit([begins('r1'), ends('r2')]))).toBe('INVALID_ARGUMENT');
    const by = { kind: 'agent', name: 'robot', session_id: 'another' } as const;
    expect(outcome(await ws.submit([begins('r1', { by })]))).toBe('INVALID_ARGUMENT');
  });
});

describe('runs that have no end', () => {
  it('are limited in number; a run whose process has ended does not count', async () => {
    await using ws = await Workspace.found();
    for (const id of ['r1', 'r2']) await ws.submit([begins(id)]);
    await ws.submit([begins('r3', { process: GONE })]);
    expect(outcome(await ws.submit([begins('r4')]))).toBe('committed');
    const fourth = await ws.submit([begins('r5')]);
    expect(fourth).toMatchObject({
      status: 'refused',
      refusal: { name: 'TOOL_REFUSED', data: { dimension: 'concurrent_calls', limit: 3 } },
    });
    ws.restart();
    expect(outcome(await ws.submit([begins('r5')]))).toBe('TOOL_REFUSED');
    await ws.submit([ends('r1')]);
    expect(outcome(await ws.submit([begins('r5')]))).toBe('committed');
  });

  it('are recorded as unfinished once when their process has ended, in the name of their requester', async () => {
    await using ws = await Workspace.found();
    ws.living.add(2);
    await ws.submit([begins('mine')]);
    await ws.submit([begins('lost', { process: GONE })]);
    await ws.submit([begins('ended', { process: GONE })]);
    await ws.submit([ends('ended')]);
    await ws.submit([begins('running', { process: { ...GONE, pid: 2 } })]);
    expect(await sweep(ws)).toEqual({ unfinished: 1 });
    ws.restart();
    expect(await sweep(ws)).toEqual({ unfinished: 0 });
    const [event] = await ws.transact((tx) => tx.eventsOfAggregate('lost', 'main', 1));
    expect(event).toMatchObject({
      type: 'run.unfinished',
      agent_id: ROBOT.agent_id,
      payload: { begun_seq: 2, run_id: 'lost' },
    });
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('are over when the keeper has the pid of their process under another id', async () => {
    await using ws = await Workspace.found();
    ws.living.add(100);
    await ws.submit([begins('before', { process: { ...GONE, pid: 100 } })]);
    await ws.submit([begins('own', { process: ws.own })]);
    expect(await sweep(ws)).toEqual({ unfinished: 1 });
    const [event] = await ws.transact((tx) => tx.eventsOfAggregate('before', 'main', 1));
    expect(event?.type).toBe('run.unfinished');
  });

  it('continue while their process runs on this machine, regardless of what a caller claims', async () => {
    await using ws = await Workspace.found();
    await ws.submit([begins('r1')]);
    await ws.submit([begins('far', { process: { ...GONE, host: 'another' } })]);
    expect(await sweep(ws, { ...HERE, id: 'liar' })).toEqual({ unfinished: 0 });
    expect(await sweep(ws, { ...GONE, id: 'liar', host: 'another' })).toEqual({ unfinished: 0 });
    ws.now_ms += 3_600_001;
    expect(await sweep(ws, { ...HERE, id: 'later' })).toEqual({ unfinished: 2 });
  });

  it('are recorded when their end arrives after all, once, from their requester', async () => {
    await using ws = await Workspace.found();
    const other: AgentRecord = { ...ROBOT, name: 'other', agent_id: 'agent-other' };
    await ws.registry({ change: 'agent', record: other, signed: null });
    const most = { calls: 6, concurrent: 6, web_requests: 3 };
    const x = { exec: 'x', most };
    await ws.submit([begins('r1', { ...x, process: GONE, web_requests: 3 })]);
    const end = await ws.plan([ends('r1', 1)]);
    expect(await sweep(ws)).toEqual({ unfinished: 1 });
    const touched = [{ branch: 'main', id: 'r1', version: 0 }];
    expect(outcome(await ws.submit([ends('r1')], { from: other, touched }))).toBe(
      'INVALID_ARGUMENT',
    );
    expect(outcome(await ws.send(end))).toBe('committed');
    expect(outcome(await ws.submit([ends('r1', 2)], { touched }))).toBe('conflict');
    // The web requests of the ended run count, no longer its upper bound.
    expect(outcome(await ws.submit([begins('r2', { ...x, call: 2, web_requests: 2 })]))).toBe(
      'committed',
    );
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('are ended by their requester only', async () => {
    await using ws = await Workspace.found();
    const other: AgentRecord = { ...ROBOT, name: 'other', agent_id: 'agent-other' };
    await ws.registry({ change: 'agent', record: other, signed: null });
    await ws.submit([begins('r1')]);
    expect(outcome(await ws.submit([ends('r1')], { from: other }))).toBe('INVALID_ARGUMENT');
    expect(outcome(await ws.submit([ends('r1')]))).toBe('committed');
  });

  it('of another machine are waited for during one hour', async () => {
    await using ws = await Workspace.found();
    await ws.submit([begins('far', { process: { ...GONE, host: 'another' } })]);
    ws.now_ms += 3_600_000;
    expect(await sweep(ws)).toEqual({ unfinished: 0 });
    ws.now_ms += 1;
    expect(await sweep(ws)).toEqual({ unfinished: 1 });
  });

  it('are recorded as unfinished by their requester only', async () => {
    await using ws = await Workspace.found();
    const other: AgentRecord = { ...ROBOT, name: 'other', agent_id: 'agent-other' };
    await ws.registry({ change: 'agent', record: other, signed: null });
    await ws.submit([begins('r1')]);
    const given: PlannedEvent = {
      type: 'run.unfinished',
      aggregate_id: 'r1',
      payload: { because: 'it broke', begun_seq: 1, run_id: 'r1', tool: 'web.open_url' },
    };
    expect(outcome(await ws.submit([given], { from: other }))).toBe('INVALID_ARGUMENT');
    expect(outcome(await ws.submit([given]))).toBe('committed');
    // A run that has ended cannot end again.
    expect(outcome(await ws.submit([given]))).toBe('INVALID_ARGUMENT');
  });
});
