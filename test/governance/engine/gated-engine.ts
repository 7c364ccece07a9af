/** @module gated-engine: an engine thread whose tools continue only when the test opens their gate in shared memory. */
import process from 'node:process';
import { parentPort, threadId, workerData } from 'node:worker_threads';

import * as z from 'zod';

import { createEngine } from '../../../governance/engine/engine.ts';
import { type ReplicaEngine, serveEngine } from '../../../governance/engine/serve-engine.ts';
import { defineJob, defineQuery, type ToolValue } from '../../../governance/tool/define.ts';
import { recordsDomain } from '../../../governance/tool/records-domain.ts';
import { canonicalJson } from '../../../kernel/base/canonical/json.ts';
import { checkpoint } from '../../../kernel/base/work/checkpoint.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { Refusal } from '../../../schemas/errors.ts';

const { store, gates, shared } = z
  .object({
    store: z.string(),
    gates: z.instanceof(SharedArrayBuffer),
    shared: z.instanceof(SharedArrayBuffer),
  })
  .parse(workerData);

/** By number of the gate: 0 closed, 1 open. Number 15 counts the times that `die` has run, 14 the calls that have begun. */
const gate = new Int32Array(gates);

const input = z.strictObject({ gate: z.int().default(0) });
const described = {
  title: '',
  description: '',
  input,
  output: z.looseObject({}),
  refusals: {},
};

function begun(): void {
  Atomics.add(gate, 14, 1);
  Atomics.notify(gate, 14);
}

function query(name: string, work: (at: number) => object): ToolValue<null> {
  return defineQuery({
    ...described,
    name,
    branched: false,
    answer: ({ gate: at }) => ({ data: { thread: threadId, ...work(at) } }),
  });
}

const TOOLS: readonly ToolValue<null>[] = [
  query('quick', () => ({})),
  query('counting', () => {
    for (let done = 0; done < 5; done += 1) checkpoint({ done, total: 5, doing: 'counting' });
    return {};
  }),
  query('reporting', (at) => {
    checkpoint({ done: 0, total: 5, doing: 'counting' });
    begun();
    while (Atomics.load(gate, at) === 0) checkpoint();
    return {};
  }),
  query('gated', (at) => {
    begun();
    while (Atomics.load(gate, at) === 0) checkpoint();
    return {};
  }),
  query('deaf', (at) => {
    begun();
    while (Atomics.load(gate, at) === 0);
    return {};
  }),
  query('refusing', () => {
    throw new Refusal('INVALID_ARGUMENT', 'no', 'ask otherwise', { why: 'test' });
  }),
  query('unwritable', () => ({ text: canonicalJson('\ud800') })),
  query('faulty', () => {
    throw new RangeError('a bug');
  }),
  // Ends its thread as often as its gate states.
  query('dying', (at) => {
    if (Atomics.add(gate, 15, 1) < at) process.exit(1);
    return {};
  }),
  // Reaches no checkpoint, so that it ends although its call was cancelled.
  defineJob({
    ...described,
    name: 'staging_job',
    action: 'READ',
    openWorld: false,
    run: async ({ gate: at }, _view, { event_id }) => {
      begun();
      while (Atomics.load(gate, at) === 0);
      const staged = { event_id, path: 'a', sha256: '', folders: ['b'] };
      return await Promise.resolve({ data: {}, events: [], staged });
    },
  }),
  query('hungry', () => {
    const eaten: object[] = [];
    for (;;) {
      eaten.push({ value: eaten.length });
      if (eaten.length % 1000 === 0) checkpoint();
    }
  }),
  defineJob({
    ...described,
    name: 'dying_job',
    action: 'READ',
    openWorld: false,
    run: () => process.exit(1),
  }),
];

if (parentPort === null) throw new Error('expected to run in a thread');
serveEngine(parentPort, shared, async () => {
  const domain = recordsDomain({ view: null, branches: null, hidden: null, category: 'Runs' });
  const engine = createEngine({
    domain,
    reader: openSqliteReader(store),
    now: () => new Date(0),
    randomId: () => '00000000-0000-4000-8000-000000000000',
    servers: new Map([
      ['test', { tools: new Map(TOOLS.map((tool) => [tool.name, tool])), checks: undefined }],
    ]),
  });
  const catchUp: ReplicaEngine['catchUp'] = async (call) => {
    await domain.catchUp();
    return call;
  };
  return await Promise.resolve({ ...engine, catchUp });
});
