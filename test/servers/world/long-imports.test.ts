/** @module long-imports.test: an import in an engine thread: progress, other calls meanwhile, a second import, and its end when it is cancelled. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { connectionOf, principalOf } from '../../../governance/access/principal.ts';
import type { Gate } from '../../../governance/gate/gate.ts';
import { createWorkspaceFiles } from '../../../governance/keeper/workspace/workspace-files.ts';
import { untimed } from '../../../governance/tool/step-timer.ts';
import { importOf } from '../../../kernel/documents/ifc/recognise/import-of.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { openBuildingDomain } from '../../../servers/building/domain.ts';
import { Gates } from '../../../servers/world/gates.ts';
import { World } from '../../../servers/world/world.ts';
import { houseFile } from '../geometry/import-world.ts';

const HOUSE = new URL('../../fixtures/imports/Duplex_A_20110907.ifczip', import.meta.url);

let dir: string;
let world: World;
let gate: Gate;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'plumbline-imports-'));
  world = await World.open({
    ending: new AbortController().signal,
    paths: createWorkspaceFiles(dir),
    owner: 'owner',
    now: () => new Date(),
    randomId: randomUUID,
    log: () => {},
    process: { id: 'test', pid: process.pid, host: 'here' },
    timed: untimed,
    userCache: undefined,
    openBuilding: openBuildingDomain,
    experiment: { uuid: randomUUID, nonce: () => '0'.repeat(64), seed: () => 1, workers: 1 },
  });
  const { keeper, directory } = world.gates;
  const record = { ...agent(), permissions: { ...agent().permissions, max_import_elements: 5000 } };
  await keeper.registry({ change: 'agent', record, signed: null });
  await directory.refresh();
  gate = await new Gates(world, { toolsets: ['all'], readOnly: false }).open('all');
  mkdirSync(join(dir, 'artifacts'), { recursive: true });
  writeFileSync(join(dir, 'artifacts', 'large.ifc'), readFileSync(HOUSE));
  writeFileSync(join(dir, 'artifacts', 'small.ifc'), houseFile(7));
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

function agent(): Parameters<typeof principalOf>[0] {
  const { directory } = world.gates;
  const found = directory.agent(directory.workspace().default_agent);
  if (found === undefined) throw new Error('no default agent');
  return found;
}

type Watch = { readonly progress?: (message: string) => void; readonly signal?: AbortSignal };

async function call(tool: string, args: object, watch: Watch = {}): Promise<EnvelopeBody> {
  const { envelope } = await gate.call(connectionOf(principalOf(agent(), 'ses_test')), {
    tool,
    arguments: { ...args, reasoning: 'test' },
    signal: watch.signal ?? new AbortController().signal,
    progress: (_done, _total, message) => watch.progress?.(message),
  });
  return envelope;
}

const large = { path: 'large.ifc', dry_run: true };

test('other calls are answered while a file is recognised, and its progress is reported', async () => {
  const begun = Promise.withResolvers<void>();
  const seen = new Set<string>();
  const order: string[] = [];
  const importing = call('import_ifc', large, {
    progress: (message) => {
      seen.add(message);
      if (message === 'recognising') begun.resolve();
    },
  }).then((envelope) => {
    order.push('import');
    return envelope;
  });
  await begun.promise;
  const { success } = await call('get_model_summary', {});
  order.push('summary');
  const { data, error } = await importing;
  expect([success, error]).toEqual([true, undefined]);
  expect(order).toEqual(['summary', 'import']);
  const only = { categories: null, levels: null };
  const choices = { name: 'large.ifc', import_id: 'import_1', only, taken: [] };
  const { rows } = await importOf(readFileSync(HOUSE), choices);
  expect(data['elements']).toBe(rows.filter(({ element }) => element !== null).length);
  expect(seen.size).toBeGreaterThan(3);
});

test('a cancelled import stops and leaves no blob, no event and no busy thread', async () => {
  const before = await world.gates.reader.headSeq();
  const stop = new AbortController();
  const envelope = await call(
    'import_ifc',
    { ...large, as: 'given/large', dry_run: false },
    {
      signal: stop.signal,
      progress: (message) => {
        if (message === 'comparing bodies') stop.abort();
      },
    },
  );
  expect(envelope.error?.name).toBe('EXTERNAL_FAILURE');
  expect(await world.gates.reader.headSeq()).toBe(before);
  expect([...(await world.gates.reader.blobs())]).toEqual([]);
  // The next import begins in the thread that the cancelled one has left.
  const next = await call('import_ifc', { path: 'small.ifc', dry_run: true });
  expect(next.success).toBe(true);
  expect(world.threads.running).toBeGreaterThan(0);
});

test('a second import waits for the first, says so, and is answered', async () => {
  const order: string[] = [];
  const messages: string[] = [];
  const begun = Promise.withResolvers<void>();
  const first = call('import_ifc', large, {
    progress: (message) => {
      if (message === 'recognising') begun.resolve();
    },
  }).then(({ success }) => order.push(`first ${success}`));
  await begun.promise;
  const asked = { ...large, as: 'given/second' };
  const second = call('import_ifc', asked, {
    progress: (message) => messages.push(message),
  }).then(({ success }) => order.push(`second ${success}`));
  await Promise.all([first, second]);
  expect(order).toEqual(['first true', 'second true']);
  expect(messages).toContain('waiting for another long call');
});
