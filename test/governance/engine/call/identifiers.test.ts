/** @module tests of identifiers: equal calls give equal ids, and nobody can find the head of a branch in one. */
import { expect, it } from 'vitest';

import { idSource, secretOfIds, seedOf } from '../../../../governance/engine/call/identifiers.ts';

const ORIGIN = { workspace_id: 'w', branch: 'main', from: 7, tool: 'create_wall', input: '{}' };

function firstId(salt: string): string {
  const seed = seedOf({ ...ORIGIN, id_secret: secretOfIds(salt) });
  return idSource(seed, () => false).next('wall');
}

it('gives the same id for the same call of one workspace', () => {
  expect(firstId('salt')).toBe(firstId('salt'));
  expect(firstId('salt')).toMatch(/^wall_[0-9a-z]{12}$/u);
});

it('depends on a secret, so that no head of the branch can be tried', () => {
  expect(firstId('salt')).not.toBe(firstId('other'));
});
