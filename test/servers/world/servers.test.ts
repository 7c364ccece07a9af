/** @module servers.test: instructions of each server, and of all servers as one. */
import { expect, test } from 'vitest';

import { SERVED, SERVERS, SHARED_INSTRUCTIONS } from '../../../servers/world/servers.ts';

/** Hosts truncate longer instructions silently, characters. */
const SHOWN_MAX = 2000;
/** Arguments that tools describe briefly, because the instructions explain them. */
const EXPLAINED = ['reasoning', 'branch', 'dry_run', 'idempotency_key', 'check', 'cursor'];

test('the combined instructions of all servers fit the limit of hosts, and contain those of each', () => {
  const all = SERVED.get('all')?.instructions ?? '';
  for (const { instructions } of SERVERS) expect(all).toContain(instructions);
  expect(all.length).toBeLessThanOrEqual(SHOWN_MAX);
});

test('every server explains the shared arguments once', () => {
  for (const argument of EXPLAINED) expect(SHARED_INSTRUCTIONS).toContain(argument);
  for (const { instructions } of SERVED.values()) {
    expect(instructions.split(SHARED_INSTRUCTIONS)).toHaveLength(2);
  }
});
