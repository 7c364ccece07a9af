/** @module servers.test: how the servers introduce themselves, alone and as one. */
import { expect, test } from 'vitest';

import { SERVED, SERVERS } from '../../../servers/world/servers.ts';

/** Hosts cut longer instructions silently. */
const SHOWN_MAX = 2000;
/** Six servers are planned; those that are not there yet need their part of the room. */
const SERVERS_PLANNED = 6;
const BETWEEN = '\n\n'.length;
const EACH_MAX = Math.floor((SHOWN_MAX - (SERVERS_PLANNED - 1) * BETWEEN) / SERVERS_PLANNED);

test('every server says what it is in its part of the room', () => {
  expect(EACH_MAX).toBe(331);
  const lengths = SERVERS.map(({ name, instructions }) => [name, instructions.length] as const);
  expect(lengths.filter(([, length]) => length > EACH_MAX)).toEqual([]);
});

test('all servers as one say what each of them says, whole', () => {
  const all = SERVED.get('all')?.instructions ?? '';
  for (const { instructions } of SERVERS) expect(all).toContain(instructions);
  const missing = SERVERS_PLANNED - SERVERS.length;
  expect(all.length + missing * (EACH_MAX + BETWEEN)).toBeLessThanOrEqual(SHOWN_MAX);
});
