/** @module tests of the refusals that errors mean. */
import { expect, test } from 'vitest';

import { refusalIn } from '../../../governance/engine/refusal-in.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';

test('a body whose stored mesh cannot be read refuses the call with the name of its element', () => {
  const cause = new LedgerError('CORRUPT', 'the store has no chunk 0 of blob `b`');
  const error = new RangeError(`the mesh of body \`X\` cannot be read: ${cause.message}`, {
    cause,
  });
  expect(refusalIn(error)?.body).toMatchObject({
    name: 'STORE_UNAVAILABLE',
    message: 'the mesh of body `X` cannot be read: the store has no chunk 0 of blob `b`',
    hint: expect.stringContaining('plumbline doctor'),
  });
});

test('any other impossible body is a fault', () => {
  expect(refusalIn(new RangeError('wall `W`: no length'))).toBeNull();
  expect(refusalIn(new RangeError('x', { cause: new TypeError('y') }))).toBeNull();
  expect(refusalIn(new RangeError('x', { cause: new LedgerError('LOCKED', 'y') }))).toBeNull();
});
