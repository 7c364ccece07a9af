/** @module command-text.test: commands with marks, as a shell and the program read them. */
import { execFileSync } from 'node:child_process';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readCommandLine } from '../../../clients/plumbline/command-line.ts';
import { COMMANDS } from '../../../clients/plumbline/commands.ts';
import {
  approveCommand,
  commandText,
  commentCommand,
  rejectCommand,
} from '../../../schemas/command-line/command-text.ts';
import { markOption, readMarkOption } from '../../../schemas/command-line/mark-option.ts';
import { Mark } from '../../../schemas/governance.ts';
import { testTerminal } from '../../clients/test-terminal.ts';

const digest = '0123456789abcdef'.repeat(4);
const on = { approval_id: 'apr_1', digest };

describe('a command', () => {
  test('has the digest, the name, the text and the marks', () => {
    expect(approveCommand({ ...on, as: 'alice' })).toBe(
      'plumbline approvals approve apr_1 --as alice --digest 0123456789ab',
    );
    const marks: Mark[] = [
      { text: 'keep', element_id: 'wall_1' },
      { text: 'too narrow', at: { x: 1, y: -2.5, z: 0 }, level_id: 'L0' },
      { text: 'here', element_id: 'wall_2', at: { x: -1, y: 0, z: 1e9 } },
    ];
    expect(rejectCommand({ ...on, reason: "it's too low", marks })).toBe(
      `plumbline approvals reject apr_1 --as NAME --digest 0123456789ab --reason 'it'\\''s too low' --mark wall_1=keep --mark '1,-2.5,0@L0=too narrow' --mark wall_2:-1,0,1000000000=here`,
    );
    expect(commentCommand({ ...on, text: '-why', marks: [] })).toBe(
      'plumbline approvals comment apr_1 --as NAME --digest 0123456789ab --text=-why',
    );
  });

  test('contains no character that a terminal interprets or does not show', () => {
    const text = 'a\u001b[2J\u202eb\r\u0007\u2066c\u200d';
    expect(commentCommand({ ...on, text, marks: [] })).toMatch(/--text 'a\[2Jbc'$/);
  });

  test('is read by a shell and by the program as it was meant', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map(plain);
    const text = word.filter((one) => /\S/u.test(one));
    const coordinate = fc.integer({ min: -1e10, max: 1e10 }).map((mm) => mm / 1000);
    const at = fc.record({ x: coordinate, y: coordinate, z: coordinate });
    const id = fc.stringMatching(/^[\w-]{1,20}$/u);
    const mark = fc.oneof(
      fc.record({ text, element_id: id }),
      fc.record({ text, at, level_id: id }),
      fc.record({ text, at }),
      fc.record({ text, element_id: id, at, level_id: id }),
    );
    const shellWords = (command: string): readonly string[] =>
      execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
        .split('\0')
        .slice(0, -1);
    fc.assert(
      fc.property(text, fc.array(mark, { maxLength: 3 }), (reason, marks) => {
        const [program, ...words] = shellWords(rejectCommand({ ...on, as: 'ann', reason, marks }));
        expect(program).toBe('plumbline');
        const request = readCommandLine(words, COMMANDS, testTerminal('.'));
        if (request.kind !== 'run') throw new Error(request.kind);
        expect(request.command.words).toBe('approvals reject');
        const { values } = request.call;
        expect(values).toMatchObject({ as: 'ann', reason, digest: digest.slice(0, 12) });
        const given = Array.isArray(values['mark']) ? values['mark'] : [];
        expect(given.map((one: unknown) => readMarkOption(String(one)))).toEqual(
          marks.map((one) => asOption(Mark.parse(one))),
        );
      }),
      { numRuns: 60 },
    );
  });
});

/** Without characters that commands leave out. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
}

function asOption({ text, element_id, at, level_id }: Mark): unknown {
  const place =
    at === undefined ? null : { x: at.x + 0, y: at.y + 0, z: at.z + 0, level: level_id ?? null };
  return { text, element: element_id ?? null, place };
}

describe('a written mark', () => {
  test.each([
    ['south wall=keep', { text: 'keep', element: 'south wall', place: null }],
    ['wall_1=a=b', { text: 'a=b', element: 'wall_1', place: null }],
    ['1,2@L=x', { text: 'x', element: null, place: { x: 1, y: 2, z: null, level: 'L' } }],
    ['1,-2.5,3=x', { text: 'x', element: null, place: { x: 1, y: -2.5, z: 3, level: null } }],
    [
      'w:1,2,3@Upper floor=x',
      { text: 'x', element: 'w', place: { x: 1, y: 2, z: 3, level: 'Upper floor' } },
    ],
    ['1,2=x', null],
    ['=x', null],
    ['wall_1', null],
    ['wall_1= ', null],
    ['', null],
  ])('%s', (word, want) => {
    expect(readMarkOption(word)).toEqual(want);
  });
  test('of any length is read in linear time', () => {
    const long = '1:'.repeat(200_000);
    expect(readMarkOption(`${long}=x`)).toMatchObject({ place: null });
    expect(readMarkOption(`${'9'.repeat(400_000)},1@a=x`)).toMatchObject({ place: null });
  });
  test('rounds a place to the grid', () => {
    const mark = { text: 't', at: { x: 1 / 3, y: -1e-9, z: 2 } };
    expect(markOption(mark)).toBe('0.333,0,2=t');
  });
});

test('words are quoted only if a shell would read them otherwise', () => {
  expect(commandText(['show', 'a b', "it's", '', 'x=1'])).toBe(
    `plumbline show 'a b' 'it'\\''s' '' x=1`,
  );
});
