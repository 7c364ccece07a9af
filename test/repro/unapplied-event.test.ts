/** @module unapplied-event.test: an event that cannot be applied is reported, blocks changes, and can be removed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { COMMANDS } from '../../clients/plumbline/commands.ts';
import { CliFailure } from '../../clients/plumbline/failure.ts';
import { processTerminal } from '../../clients/plumbline/terminal.ts';
import { eventDigest } from '../../governance/audit/event-digest.ts';
import { verifyStore } from '../../governance/audit/verify-store.ts';
import type { ServerDefinition } from '../../governance/tool/server-definition.ts';
import { encryptPrivateKey } from '../../kernel/base/canonical/signature.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import type { EventRecord } from '../../schemas/events.ts';
import { geometryServer } from '../../servers/geometry/server.ts';
import { spatialServer } from '../../servers/spatial/server.ts';
import { approving, type Approving } from '../governance/gate/approving.ts';
import { openHarness, type Harness } from '../governance/gate/harness.ts';
import { committedAsBefore } from '../governance/keeper/committed-as-before.ts';

const server: ServerDefinition<BuildingView> = {
  ...geometryServer,
  tools: [...geometryServer.tools, ...spatialServer.tools],
};

let harness: Harness;
let agent: Approving;
let level: string;
let wall: string;

const P = (x: number, y: number): object => ({ x, y });

async function made(tool: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { data } = await agent.done(tool, args);
  return String(Object.values(data)[0]);
}

beforeAll(async () => {
  harness = await openHarness(server);
  agent = await approving(harness);
  level = await made('create_level', { name: 'Ground', elevation: 0 });
  wall = await made('create_wall', { level_id: level, start: P(0, 0), end: P(5000, 0) });
  await agent.done('create_branch', { name: 'early' });
  await agent.done('create_branch', { name: 'late', from: 'early' });
});
afterAll(() => harness.close());

type Bad = { readonly type: string; readonly aggregate_id: string; readonly payload: unknown };

/** Removes the event and expects the state from before it and no other faults. */
async function repaired(event: EventRecord, before: unknown): Promise<void> {
  expect(await agent.repair(event, '0'.repeat(64))).toMatchObject({
    refusal: { name: 'SIGNATURE_INVALID', data: { because: 'other_term' } },
  });
  const reply = await agent.repair(event);
  expect(reply).toMatchObject({ status: 'done' });
  expect(await agent.repair(event)).toMatchObject({ refusal: { name: 'INVALID_ARGUMENT' } });
  expect(await summary()).toEqual({ warnings: [], data: before });
  const { faults } = await verifyStore(harness.store);
  const entries = harness.reader.auditAfter(0, 10_000);
  const stored = entries.find(({ body }) => body.includes(event.operation_id));
  // A merge without an approval is a separate fault
  const others = event.type === 'branch.merged' ? [stored?.seq] : [];
  expect(faults.filter(({ seq }) => !others.includes(seq))).toEqual([]);
}

async function summary(): Promise<{ readonly warnings: unknown; readonly data: unknown }> {
  const { data, warnings, success } = await agent.ask('query_elements', { filter: {} });
  expect(success).toBe(true);
  const { elements } = data;
  return { warnings, data: elements };
}

/** Stores an event, expects that it is reported and blocks only changes, removes it, and makes a change. */
async function namedAndRepaired(bad: Bad, why: RegExp, branch = 'main'): Promise<void> {
  const before = (await summary()).data;
  const event = await committedAsBefore(harness.store, harness.agent, bad, branch);
  const named = expect.stringContaining(
    `event ${event.seq} (\`${event.event_id}\`, \`${event.type}\`)`,
  );
  const { warnings, data } = await summary();
  expect(warnings).toEqual([named]);
  expect(String(warnings)).toMatch(why);
  expect(data).toEqual(before);
  const args = { level_id: level, start: P(0, event.seq * 500), end: P(5000, event.seq * 500) };
  for (const dry_run of [true, false]) {
    const refused = await agent.ask('create_wall', { ...args, dry_run });
    expect(refused.error).toMatchObject({
      name: 'STORE_UNAVAILABLE',
      message: named,
      hint: expect.stringContaining('plumbline repair'),
      data: { seq: event.seq, event_id: event.event_id, type: event.type },
    });
  }
  await repaired(event, before);
  await agent.done('create_wall', args);
  expect(harness.lines).toEqual([]);
}

describe('an event that an older keeper stored', () => {
  test.each<[string, () => Bad, RegExp, string?]>([
    ['without parameters', () => created('x', {}), /`x` do not fit/],
    [
      'without an element',
      () => ({ ...created('x', {}), payload: {} }),
      /a payload that does not fit/,
    ],
    [
      'under an id that is taken',
      () => ({ ...created(wall, {}), payload: taken() }),
      /already exists/,
    ],
    [
      'with a wrong previous value',
      () => changed(wall, 5),
      /`height` does not have the previous value/,
    ],
    ['of an element that does not exist', () => changed('x', 5), /no element `x`/],
    ['of an unknown type', () => ({ ...created('x', {}), type: 'pipe.laid' }), /not know/],
    [
      'that creates a branch from a state that did not exist yet',
      () => forked('b', 'late', 1),
      /did not exist/,
      'b',
    ],
  ])('%s is reported and can be removed', async (_what, bad, why, branch) => {
    await namedAndRepaired(bad(), why, branch);
  });

  test('two unapplied events in a row are removed one after the other', async () => {
    const before = (await summary()).data;
    const first = await committedAsBefore(harness.store, harness.agent, changed(wall, 7));
    const second = await committedAsBefore(harness.store, harness.agent, {
      ...changed(wall, 8),
      payload: { updates: { height: 8 }, previous: { height: 7 } },
    });
    expect(await agent.repair(second)).toMatchObject({ refusal: { name: 'STORE_UNAVAILABLE' } });
    expect(await agent.repair(first)).toMatchObject({ status: 'done' });
    expect(String((await summary()).warnings)).toContain(`event ${second.seq} `);
    await repaired(second, before);
  });

  test('a repair with another digest is refused, and an event that can be applied cannot be removed', async () => {
    const event = await committedAsBefore(harness.store, harness.agent, changed(wall, 9));
    const wish = {
      seq: event.seq,
      event_digest: 'ab',
      approver: 'alice',
      reason: null,
      decided_at: new Date().toISOString(),
      signature: '',
    };
    const other = await harness.keeper.repair(wish);
    expect(other).toMatchObject({ refusal: { name: 'OPERATION_NOT_FOUND' } });
    const sound = harness.reader.eventsAfter(0, 1)[0];
    if (sound === undefined) throw new Error('the log is empty');
    const kept = await agent.repair(JSON.parse(JSON.stringify(sound)));
    expect(kept).toMatchObject({ refusal: { name: 'INVALID_ARGUMENT' } });
    const before = (await summary()).data;
    await repaired(event, before);
  });
});

describe('on the command line', () => {
  let folder: string;
  /** Runs a command in this process; returns its exit code and its output. */
  const runCommand = async (
    words: string,
    values: Readonly<Record<string, string>> = {},
  ): Promise<readonly [number, string]> => {
    const command = COMMANDS.find((one) => one.words === words);
    const terminal = {
      ...processTerminal(),
      interactive: false,
      cwd: folder,
      env: { PLUMBLINE_PASSPHRASE: 'correct horse' },
    };
    const call = { positionals: [], values, workspace: folder, json: false, terminal };
    try {
      const outcome = await command?.run(call);
      return [outcome?.exit ?? 0, outcome?.lines.join('\n') ?? ''];
    } catch (error) {
      if (!(error instanceof CliFailure)) throw error;
      return [error.exit, error.message];
    }
  };

  test('an approver lists, inspects and removes an unapplied event', async () => {
    folder = join(dirname(harness.store), '..');
    const keys = join(folder, 'keys');
    mkdirSync(keys);
    writeFileSync(join(keys, 'alice.pem'), encryptPrivateKey(agent.key, 'correct horse'));
    expect(await runCommand('repair')).toEqual([0, 'every event of the log can be applied']);
    const event = await committedAsBefore(harness.store, harness.agent, changed(wall, 11));
    const digest = eventDigest(event);
    for (const words of ['repair', 'doctor', 'audit verify']) {
      const [exit, text] = await runCommand(words);
      expect(exit).toBeGreaterThan(0);
      expect(text).toContain(event.event_id);
      expect(text).toMatch(/`height` does not have the previous value that the event states/);
    }
    const [, shown] = await runCommand('repair');
    for (const what of [
      digest,
      'element.modified',
      wall,
      'agent',
      'what an older keeper let pass',
    ]) {
      expect(shown).toContain(what);
    }
    const by = { as: 'alice', 'key-dir': keys };
    expect((await runCommand('repair', { ...by, as: 'bob' }))[1]).toMatch(/is not an approver/);
    expect(await runCommand('repair', by)).toEqual([
      2,
      expect.stringContaining('--digest is missing'),
    ]);
    expect((await runCommand('repair', { ...by, digest: digest.slice(0, 11) }))[0]).toBe(2);
    expect(await runCommand('repair', { ...by, digest: '0'.repeat(12) })).toEqual([
      1,
      expect.stringContaining('nothing was signed'),
    ]);
    const [exit, text] = await runCommand('repair', { ...by, digest: digest.slice(0, 12) });
    expect([exit, text]).toEqual([0, expect.stringContaining(`event ${event.seq} is excluded`)]);
    expect(await runCommand('repair')).toEqual([0, 'every event of the log can be applied']);
    expect((await runCommand('audit show', { limit: '3' }))[1]).toMatch(/voided by alice/);
  });
});

// The last test of this file: verification also reports the merge, which has no approval
test('a stored merge of a state that did not exist yet is reported and repaired', async () => {
  await namedAndRepaired(merged('late', 1), /`late` did not exist at seq 1/);
});

function created(id: string, params: object): Bad {
  return {
    type: 'element.created',
    aggregate_id: id,
    payload: { element: { id, kind: 'wall', params } },
  };
}

function taken(): unknown {
  const [event] = harness.reader.eventsOfAggregate(wall, 'main', 100).slice(-1);
  return event?.payload;
}

function changed(id: string, height: number): Bad {
  const payload = { updates: { height }, previous: { height: 1 } };
  return { type: 'element.modified', aggregate_id: id, payload };
}

function merged(source: string, source_seq: number): Bad {
  const payload = { source, source_seq, target: 'main', target_seq: 1 };
  return { type: 'branch.merged', aggregate_id: source, payload };
}

function forked(name: string, from: string, from_seq: number): Bad {
  return { type: 'branch.created', aggregate_id: name, payload: { name, from, from_seq } };
}
