/** @module start.test: log lines for operators. */
import { expect, test } from 'vitest';

import { jsonLine, textLines } from '../../servers/start.ts';

test('the log has one JSON object per line on request', () => {
  const line = jsonLine('two\nlines', new Date(0));
  expect(line).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    from: 'plumbline',
    message: 'two\nlines',
  });
});

test('a log message has no invisible characters, and only its first line has the prefix', () => {
  const message = 'fault in a\u202e\u001b[2Jb\u034f\nplumbline: stopping\r';
  expect(textLines(message)).toBe(
    String.raw`plumbline: fault in a\u{202e}\u{1b}[2Jb\u{34f}` +
      '\n' +
      String.raw`  plumbline: stopping\u{d}`,
  );
  const json = jsonLine(message, new Date(0));
  expect(json).toMatch(/^[\x20-\x7e]*$/u);
  expect(JSON.parse(json)).toMatchObject({ message });
});
