/** @module tests of the line `next`: what a person types to see more. */
import { expect, test } from 'vitest';

import { answerLines } from '../../../../clients/plumbline/calls/answer-lines.ts';
import { personWords } from '../../../../clients/plumbline/calls/person-words.ts';
import type { Answer } from '../../../../clients/plumbline/calls/server-connection.ts';

function answerWith(data: Answer['data'], dry_run = false): Answer {
  return { success: true, event_id: null, dry_run, data, warnings: [] };
}

const RUN = { validation_run_id: 'r1', next_cursor: 'c2' };

test.each<[string, Answer, boolean, string | null]>([
  [
    'a paged list',
    answerWith({ next_cursor: 'c2' }),
    true,
    'add `--arg cursor=c2` for the next page',
  ],
  [
    'the findings of a check, which takes no cursor',
    answerWith(RUN),
    false,
    '`plumbline call get_validation_run --arg validation_run_id=r1 --arg cursor=c2 --as robot` for the next page',
  ],
  [
    'the findings of an earlier check',
    answerWith(RUN),
    true,
    'add `--arg cursor=c2` for the next page',
  ],
  ['the last page', answerWith({ ...RUN, next_cursor: null }), true, null],
  ['a preview', answerWith({ next_cursor: 'c2' }, true), true, 'COMMIT'],
])('%s', (_, answer, pages, next) => {
  const paint = (text: string): string => text;
  const style = { width: 500, paint, commit: 'COMMIT', pages, all: false, options: ' --as robot' };
  const lines = answerLines('tool', [answer], style).filter((line) => line.startsWith('next '));
  expect(lines).toEqual(next === null ? [] : [`next      ${next}`]);
});

test.each([
  ['repeat that call with dry_run false first', 'repeat that call with --commit first'],
  ['dry_run: false writes all rows', '--commit writes all rows'],
  ['commit it with `dry_run` false', 'commit it with --commit'],
  [
    '`create_wall` takes start, end, dry_run, branch, reasoning',
    '`create_wall` takes start, end, branch',
  ],
  ['the reasoning, dry_run and others', 'the reasoning, dry_run and others'],
])('%s is in the words of the command line', (text, words) => {
  expect(personWords(text)).toBe(words);
});
