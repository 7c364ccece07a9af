/** @module documentation.test: every script in the documentation is valid, every statement is documented, and the short page is short. */
import { readFileSync } from 'node:fs';

import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';

import { parseScript } from '../../../../kernel/building/script/parse-script.ts';
import { placeText } from '../../../../kernel/building/script/script-error.ts';
import { STATEMENTS } from '../../../../kernel/building/script/statements.ts';
import { errorOf } from './parsed.ts';

const pageOf = (name: string): string =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
const page = pageOf('script.md');
const grammar = pageOf('script-grammar.md');
const examplesIn = (text: string): readonly string[] =>
  [...text.matchAll(/```plumb\n(?<text>[\s\S]*?)```/g)].map(({ groups }) => groups?.['text'] ?? '');
const WORDS = [...Object.keys(STATEMENTS), 'let', 'for', 'part'];

describe('the documentation page', () => {
  test.each(examplesIn(page).map((text, index) => [index + 1, text] as const))(
    'example %i',
    (_, text) => {
      expect(parseScript(text)).toMatchObject({ ok: true });
    },
  );

  test('the examples of the page use every statement', () => {
    const used = new Set(
      examplesIn(page)
        .join('\n')
        .match(/^[a-z]+/gm),
    );
    expect(WORDS.filter((word) => !used.has(word))).toEqual([]);
  });

  test.each([
    'level A at 0\nwall (0, 0) to (1km, 0)',
    'level A at 0\npart bay(i) {\n  wal (i, 0) to (i, 3)\n}\n\nfor i in 2..3 {\n  bay(i)\n}',
  ])('the error on the page is the actual error: %s', (text) => {
    const error = errorOf(text);
    const shown = error.within.length === 0 ? error.message : '…';
    expect(page).toContain(`> ${placeText(error, error.within)}: ${shown}\n`);
  });
});

describe('the short page that servers offer as a resource', () => {
  test('the short page has `keep` as an option of `trim` only', () => {
    const walls = 'level A at 0 height 3\nwall (0,0) to (4,0) as a\nwall (5,-1) to (5,3) as b\n';
    expect(parseScript(`${walls}trim $a to $b keep end`)).toMatchObject({ ok: true });
    expect(parseScript(`${walls}extend $a to $b keep end`)).toMatchObject({ ok: false });
    expect(grammar).toContain('# trim: keep start|end');
  });

  test('the short page has at most 1,500 tokens', () => {
    expect(encode(grammar).length).toBeLessThanOrEqual(1500);
  });

  test('the short page names every statement and every option of the long one', () => {
    expect(WORDS.filter((word) => !new RegExp(`\\b${word}\\b`).test(grammar))).toEqual([]);
    const rows = page.match(/^\| `[a-z]+ .*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(14);
    const options = rows.map((row) => row.split('|').at(-2) ?? '').join(' ');
    const missing = [...options.matchAll(/`([a-z_]+)/g)].flatMap(([, word = '']) =>
      new RegExp(`\\b${word}\\b`).test(grammar) ? [] : [word],
    );
    expect(missing).toEqual([]);
  });

  test.each(examplesIn(grammar.replaceAll(/```\n(?=let)/g, '```plumb\n')))(
    'its example is valid: %s',
    (text) => {
      expect(parseScript(text)).toMatchObject({ ok: true });
    },
  );
});
