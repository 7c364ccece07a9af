/** @module ledger-pages.test: pages of `get_ledger` for agents with limited access: cursors reveal nothing else. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { openFileWorld, type FileWorld, type Reader } from '../files/file-world.ts';

let fixture: FileWorld;
/** Ids of the runs of the agent `branch`, oldest first. */
const own: string[] = [];

beforeAll(async () => {
  fixture = await openFileWorld();
  for (const code of ['1', '2', '3', '4', '5']) own.push(await run('branch', code));
});
afterAll(async () => {
  await fixture.close();
});

const Run = z.object({ audit: z.object({ exec_id: z.string() }) });
const Page = z.object({
  entries: z.array(z.looseObject({ run_id: z.string(), exec_id: z.string() })),
  next_cursor: z.string().nullable(),
});

async function run(reader: Reader, code: string): Promise<string> {
  return Run.parse(await fixture.done(reader, 'code_js', { code })).audit.exec_id;
}

async function page(reader: Reader, args: object): Promise<z.infer<typeof Page>> {
  return Page.parse(await fixture.done(reader, 'get_ledger', { ...args }));
}

/** Adds events of others that the agent `branch` does not see: runs and changes of the building. */
async function addHiddenEvents(): Promise<void> {
  for (const code of ['6', '7']) await run('whole', code);
  for (const name of ['Loft', 'Roof']) {
    await fixture.done('owner', 'create_level', {
      name: `${name} ${randomUUID()}`,
      elevation: 9000,
    });
  }
}

async function refusalOf(cursor: string): Promise<EnvelopeBody['error']> {
  return (await fixture.call('branch', 'get_ledger', { limit: 2, cursor })).error;
}

test('the cursor of an agent that sees only its own runs is the id of one of its events, whatever others do', async () => {
  const before = await page('branch', { limit: 2 });
  const event = await fixture.world.gates.reader.eventById(before.next_cursor ?? '');
  expect(event?.agent_id).toBe(fixture.principal('branch').agent_id);
  await addHiddenEvents();
  expect(await page('branch', { limit: 2 })).toEqual(before);
});

test('the pages of an agent that sees only its own runs contain each of them once', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { entries, next_cursor } = await page('branch', {
      limit: 2,
      ...(cursor === null ? {} : { cursor }),
    });
    seen.unshift(...entries.map(({ run_id }) => run_id));
    await addHiddenEvents();
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

test('a position, the id of a hidden run and an unknown id are refused as cursors with equal messages', async () => {
  await run('whole', '8');
  const hidden = fixture.world.gates.reader.eventsAfter(0, 10_000);
  const of_others = (await hidden).findLast(({ type }) => type === 'tool.run')?.event_id ?? '';
  const unknown = randomUUID();
  for (const cursor of ['12', of_others, unknown]) {
    const refusal = await refusalOf(cursor);
    expect(refusal?.name).toBe('INVALID_ARGUMENT');
    const plain = JSON.stringify(refusal).replaceAll(cursor, unknown);
    expect(plain).toBe(JSON.stringify(await refusalOf(unknown)));
  }
});

test('an agent that may read everything pages through the runs of all agents', async () => {
  const { entries, next_cursor } = await page('whole', { limit: 2 });
  expect(entries).toHaveLength(2);
  expect((await page('whole', { limit: 100, cursor: next_cursor })).entries.length).toBeGreaterThan(
    own.length,
  );
  const { error } = await fixture.call('whole', 'get_ledger', { cursor: randomUUID() });
  expect(error?.name).toBe('INVALID_ARGUMENT');
});
