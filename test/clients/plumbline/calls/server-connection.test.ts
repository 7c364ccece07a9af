/** @module tests of answers with faults: the command shows the text that its server wrote. */
import { expect, test } from 'vitest';

import {
  type Answer,
  withFaultText,
} from '../../../../clients/plumbline/calls/server-connection.ts';

function answerWith(name: string): Answer {
  const error = { code: 1499, name, message: 'internal error of the server', hint: 'report it' };
  return {
    success: false,
    data: {},
    event_id: null,
    warnings: [],
    error: { ...error, data: { fault_id: 'f-2' } },
  };
}

test('the text of a fault is in the message, also if it is written after the answer', async () => {
  const outputs = ['plumbline: fault f-1 in undo: Error: other', ''].map((text) => `${text}\n`);
  outputs.push(`${outputs[0]}plumbline: fault f-2 in get_element: RangeError: no mesh`);
  const read = (): string => outputs.shift() ?? '';
  const { error } = await withFaultText(answerWith('INTERNAL'), read);
  expect(error?.message).toBe(
    'internal error of the server; the server wrote: fault f-2 in get_element: RangeError: no mesh',
  );
});

test('other refusals are unchanged', async () => {
  const answer = answerWith('NO_EFFECT');
  expect(await withFaultText(answer, () => 'fault f-2')).toBe(answer);
});
