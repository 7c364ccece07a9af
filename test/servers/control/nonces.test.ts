/** @module nonces.test: a nonce is valid once until its request expires, and their number is limited. */
import { expect, test } from 'vitest';

import { Nonces } from '../../../servers/control/nonces.ts';

test('a nonce is stored until its last second, separately for each approver', () => {
  const nonces = new Nonces();
  const at = (now: number): { until: number; now: number } => ({ until: 400, now });
  expect(nonces.spend('alice', 'n', at(100))).toBe('fresh');
  expect(nonces.spend('bob', 'n', at(100))).toBe('fresh');
  nonces.forget(400);
  expect(nonces.spend('alice', 'n', at(400))).toBe('used');
  expect(nonces.size).toBe(2);
  nonces.forget(401);
  expect(nonces.size).toBe(0);
});

test('at the limit new nonces are refused, and none is discarded early', () => {
  const nonces = new Nonces(2);
  const spend = (nonce: string, now: number): string =>
    nonces.spend('alice', nonce, { until: now + 300, now });
  expect([spend('a', 100), spend('b', 200), spend('c', 300)]).toEqual([
    'fresh',
    'fresh',
    'too_many',
  ]);
  expect(spend('a', 300)).toBe('used');
  expect(nonces.spend('bob', 'a', { until: 600, now: 300 })).toBe('fresh');
  expect(spend('c', 401)).toBe('fresh');
  expect(spend('b', 401)).toBe('used');
});
