/** @module ledger-pages.test: pages of `get_ledger` for agents that do not read everything: cursors that tell nothing about the log. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { openFileWorld, type FileWorld, type Reader } from '../files/file-world.ts';

let made: FileWorld;
/** Ids of the runs of the agent `branch`, oldest first. */
const own: string[] = [];

beforeAll(async () => {
  made = await openFileWorld();
  for (const code of ['1', '2', '3', '4', '5']) own.push(await run('branch', code));
});
afterAll(async () => {
  await made.close();
});

const Run = z.object({ audit: z.object({ exec_id: z.string() }) });
const Page = z.object({
  entries: z.array(z.looseObject({ run_id: z.string(), exec_id: z.string() })),
  next_cursor: z.string().nullable(),
});

async function run(reader: Reader, code: string): Promise<string> {
  return Run.parse(await made.done(reader, 'code_js', { code })).audit.exec_id;
}

async function page(reader: Reader, args: object): Promise<z.infer<typeof Page>> {
  return Page.parse(await made.done(reader, 'get_ledger', { ...args }));
}

/** What others do that the agent `branch` does not see: runs and changes of the building. */
async function hiddenEvents(): Promise<void> {
  for (const code of ['6', '7']) await run('whole', code);
  for (const name of ['Loft', 'Roof']) {
    await made.done('owner', 'create_level', { name: `${name} ${randomUUID()}`, elevation: 9000 });
  }
}

async function refusalOf(cursor: string): Promise<EnvelopeBody['error']> {
  return (await made.call('branch', 'get_ledger', { limit: 2, cursor })).error;
}

test('the cursor of an agent that sees only its own runs is the id of an event of its own, whatever others do', async () => {
  const before = await page('branch', { limit: 2 });
  const event = await made.world.gates.reader.eventById(before.next_cursor ?? '');
  expect(event?.agent_id).toBe(made.principal('branch').agent_id);
  await hiddenEvents();
  expect(await page('branch', { limit: 2 })).toEqual(before);
});

test('the pages of an agent that sees only its own runs have each of them once', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { entries, next_cursor } = await page('branch', {
      limit: 2,
      ...(cursor === null ? {} : { cursor }),
    });
    seen.unshift(...entries.map(({ run_id }) => run_id));
    await hiddenEvents();
    cursor = next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(own);
});

test('an agent that sees only its own runs finds them by run_id and by digest', async () => {
  const [first = ''] = own;
  const { entries, next_cursor } = await page('branch', { exec_id: first });
  expect([entries.map(({ run_id }) => run_id), next_cursor]).toEqual([[first], null]);
  const digest = entries[0]?.exec_id;
  expect((await page('branch', { exec_id: digest })).entries).toEqual(entries);
});

test('a position, the id of a hidden run and an unknown id are refused as cursors in the same words', async () => {
  await run('whole', '8');
  const hidden = made.world.gates.reader.eventsAfter(0, 10_000);
  const of_others = (await hidden).findLast(({ type }) => type === 'tool.run')?.event_id ?? '';
  const unknown = randomUUID();
  for (const cursor of ['12', of_others, unknown]) {
    const refusal = await refusalOf(cursor);
    expect(refusal?.name).toBe('INVALID_ARGUMENT');
    const plain = JSON.stringify(refusal).replaceAll(cursor, unknown);
    expect(plain).toBe(JSON.stringify(await refusalOf(unknown)));
  }
});

test('an agent that reads everything pages through the runs of all', async () => {
  const { entries, next_cursor } = await page('whole', { limit: 2 });
  expect(entries).toHaveLength(2);
  expect((await page('whole', { limit: 100, cursor: next_cursor })).entries.length).toBeGreaterThan(
    own.length,
  );
  const { error } = await made.call('whole', 'get_ledger', { cursor: randomUUID() });
  expect(error?.name).toBe('INVALID_ARGUMENT');
});
