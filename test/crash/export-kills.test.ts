/** @module export-kills.test: a server that is killed while it writes files leaves none without its event, and no event without its file. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { expect, test } from 'vitest';

import { openSqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { connect, testWorkspace } from '../e2e/connect.ts';

const why = { reasoning: 'written until killed' };
const really = { dry_run: false, ...why };

/** Waits (ms) before each kill: spread over what one export takes. */
const WAITS = [5, 18, 38, 70];

test('kills at any moment leave no file without its event and no event without its file', async () => {
  const workspace = testWorkspace();
  const artifacts = join(workspace.dir, 'artifacts');
  let written = 0;
  const builder = await connect(workspace.dir, 'geometry');
  await builder.call('create_level', { name: 'L', elevation: 0, ...really });
  await builder.close();
  for (const [round, wait] of WAITS.entries()) {
    const server = await connect(workspace.dir, 'documentation');
    await server.call('export_gltf', { path: `${round}/ready.glb`, ...really });
    const calls = [0, 1, 2, 3, 4, 5].map((number) =>
      server.call('export_gltf', { path: `${round}/${number}.glb`, ...really }).catch(() => null),
    );
    await new Promise((resolve) => {
      setTimeout(resolve, wait);
    });
    if (server.pid !== null) process.kill(server.pid, 'SIGKILL');
    const answers = await Promise.all(calls);
    written += answers.filter((answer) => answer?.success === true).length;
    await server.close();
  }
  // Whoever opens next ends what was left.
  const server = await connect(workspace.dir, 'documentation');
  await server.call('export_gltf', { path: 'last.glb', ...really });
  await server.close();

  const reader = openSqliteReader(join(workspace.dir, '.plumbline', 'ledger.db'));
  const events = reader.eventsAfter(0, 1000).filter(({ type }) => type === 'export.created');
  reader.close();
  const promised = new Map(
    events.flatMap((event) =>
      event.type === 'export.created' ? [[event.payload.file.path, event.payload.file]] : [],
    ),
  );
  expect(promised.size).toBeGreaterThanOrEqual(WAITS.length + 1 + written);
  for (const [path, { sha256 }] of promised) {
    const bytes = readFileSync(join(artifacts, path));
    expect([path, createHash('sha256').update(bytes).digest('hex')]).toEqual([path, sha256]);
  }
  const files = readdirSync(artifacts, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.glb'));
  expect(files.toSorted()).toEqual([...promised.keys()].toSorted());
  // What was staged for no event waits to be removed; it is none of those above.
  const staged = join(artifacts, '.staged');
  const ids = new Set(events.map(({ event_id }) => event_id));
  const left = existsSync(staged) ? readdirSync(staged) : [];
  expect(left.filter((id) => ids.has(id))).toEqual([]);
  workspace.remove();
}, 180_000);
