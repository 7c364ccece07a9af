/** @module tests of careless and hostile rule files: each is refused with its name, a location and the expected value, and the others are read. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { noStandard, packsIn } from '../../../servers/validation/own-packs.ts';

const EXAMPLE = readFileSync('examples/office-rules.json', 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-packs-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Json = Record<string, unknown>;
const HEAD = {
  format: 'plumbline-rules/1',
  standard: 'HOSTILE',
  title: 'T',
  version: '1.0.0',
  edition: 'e',
};
const RULE = {
  id: 'a',
  title: 'T',
  clause: '1',
  require: { measure: 'room_area', at_least: 1 },
  fix: 'f',
};
const file = (changes: Json): string => JSON.stringify({ ...HEAD, rules: [RULE], ...changes });
const rule = (changes: Json): string => file({ rules: [{ ...RULE, ...changes }] });
const required = (changes: Json): string => rule({ require: { ...RULE.require, ...changes } });
const long = (length: number): string => 'x'.repeat(length);

/** The content of each file, and the expected message. */
const MALFORMED: Readonly<Record<string, readonly [string, RegExp]>> = {
  nothing: ['', /not JSON/u],
  'half a file': [EXAMPLE.slice(0, 300), /not JSON/u],
  'a byte order mark': [`\uFEFF${EXAMPLE}`, /not JSON/u],
  'a comment': [`// mine\n${EXAMPLE}`, /not JSON/u],
  code: ['require("node:fs")', /not JSON/u],
  'no number': [required({}).replace(':1}', ':NaN}'), /not JSON/u],
  zeros: ['\0'.repeat(1000), /not JSON/u],
  null: ['null', /file: .*expected an object/u],
  'a list': ['[]', /file: .*expected an object/u],
  'a text': ['"rules"', /file: .*expected an object/u],
  '100,000 open brackets': ['['.repeat(100_000), /not JSON/u],
  '50,000 nested lists': ['['.repeat(50_000) + ']'.repeat(50_000), /file: .*expected an object/u],
  'a nested title': [
    `{"title":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_001)}`,
    /title: .*expected a text/u,
  ],
  '10 MB': [long(10_000_000), /the file has 10000000 bytes, expected at most/u],
  '500 KB of blanks': [' '.repeat(500_000), /the file has 500000 characters, expected at most/u],
  'no format': [file({ format: undefined }), /format: .*expected `plumbline-rules\/1`/u],
  'another format': [
    file({ format: 'plumbline-rules/2' }),
    /format: .*expected `plumbline-rules\/1`/u,
  ],
  'a standard of ours': [
    file({ standard: 'IBC-2021' }),
    /standard: `IBC-2021` is a built-in standard/u,
  ],
  'a path for a standard': [file({ standard: '../../ETC' }), /standard: expected capitals/u],
  'a long standard': [file({ standard: long(41).toUpperCase() }), /standard: expected capitals/u],
  'a number for a title': [file({ title: 7 }), /title: .*expected a text/u],
  'a title of 200 KB': [file({ title: long(200_000) }), /title: .*300/u],
  'a version that is none': [file({ version: 'latest' }), /version: expected a version such as/u],
  'a version of 100,000 digits': [
    file({ version: `${'1'.repeat(100_000)}.0.0` }),
    /version: expected a version/u,
  ],
  'an unknown word': [file({ code: 'x' }), /file: unknown name `code`/u],
  'an unknown word of 200 KB': [file({ [long(200_000)]: 1 }), /file: unknown name `xxx.{0,200} …/u],
  'another prototype': [
    file({}).replace('{', '{"__proto__":{"rules":[]},'),
    /file: unknown name `__proto__`/u,
  ],
  'no rules': [file({ rules: [] }), /rules: .*at least 1 entry/u],
  'rules by name': [file({ rules: { a: RULE } }), /rules: .*expected a list/u],
  '501 rules': [
    file({
      rules: Array.from({ length: 501 }, (_, i) => Object.assign({}, RULE, { id: `a${i}` })),
    }),
    /rules: .*500/u,
  ],
  'a rule that is null': [file({ rules: [null] }), /rules\.0: .*expected an object/u],
  'the same id twice': [file({ rules: [RULE, RULE] }), /rules\.1\.id: `a` is used twice/u],
  'an id with a path': [rule({ id: '../a' }), /rules\.0\.id: expected words with hyphens/u],
  'an id for a slow expression': [rule({ id: `${'a-'.repeat(50_000)}!` }), /rules\.0\.id: /u],
  'an id of 200 KB': [rule({ id: long(200_000) }), /rules\.0\.id: .*80/u],
  'an unknown severity': [rule({ severity: 'fatal' }), /rules\.0\.severity: .*expected one of/u],
  'an unknown measure': [
    required({ measure: 'constructor' }),
    /rules\.0: unknown measure `constructor`/u,
  ],
  'a measure of 200 KB': [
    required({ measure: long(200_000) }),
    /rules\.0\.require\.measure: .*60/u,
  ],
  'a measure of something else': [
    rule({ only: [{ measure: 'door_clear_width', at_most: 1 }] }),
    /rules\.0: `door_clear_width` measures a door, not a room/u,
  ],
  'no bound': [required({ at_least: undefined }), /rules\.0\.require: expected either/u],
  'both bounds': [required({ at_most: 2 }), /rules\.0\.require: expected either/u],
  'a bound as text': [
    required({ at_least: '1' }),
    /rules\.0\.require\.at_least: .*expected a number/u,
  ],
  'an endless bound': [required({}).replace(':1}', ':1e400}'), /rules\.0\.require\.at_least: /u],
  'a huge bound': [required({ at_least: 1e300 }), /rules\.0\.require\.at_least: .*1000000000/u],
  'eleven conditions': [
    rule({ only: Array.from({ length: 11 }, () => RULE.require) }),
    /rules\.0\.only: .*10/u,
  ],
  'a usage of a door': [
    rule({ usage: ['office'], require: { measure: 'door_clear_width', at_least: 1 } }),
    /rules\.0\.usage: only rooms have a usage/u,
  ],
  'no usage at all': [rule({ usage: [] }), /rules\.0\.usage: .*at least 1 entry/u],
};

describe('an invalid file is reported briefly, and the other files are read', () => {
  test.each(Object.keys(MALFORMED))('%s', (what) => {
    const [text, expected] = MALFORMED[what] ?? ['', /^$/u];
    writeFileSync(join(folder, 'bad.json'), text);
    writeFileSync(join(folder, 'good.json'), EXAMPLE);
    const { packs, warnings } = packsIn(folder)();
    expect(packs.map(({ standard }) => standard)).toEqual(['OFFICE-HOUSE']);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^the rules in `bad\.json` were not used: /u);
    expect(warnings[0]).toMatch(expected);
    expect(warnings[0]?.length).toBeLessThan(1500);
  });
});

test('reports a folder, a broken link, a link to itself, a second pack of a standard, and more than 20 files', () => {
  mkdirSync(join(folder, 'a.json'));
  symlinkSync(join(folder, 'nothing'), join(folder, 'b.json'));
  symlinkSync(join(folder, 'c.json'), join(folder, 'c.json'));
  writeFileSync(join(folder, 'd.json'), EXAMPLE);
  writeFileSync(join(folder, 'e.json'), EXAMPLE);
  const { packs, warnings } = packsIn(folder)();
  expect(packs).toHaveLength(1);
  expect(warnings).toEqual([
    'the rules in `a.json` were not used: it is not a file',
    'the rules in `b.json` were not used: it cannot be read (ENOENT)',
    'the rules in `c.json` were not used: it cannot be read (ELOOP)',
    'the rules in `e.json` were not used: another file defines the same standard',
  ]);
  for (let i = 10; i < 30; i++) writeFileSync(join(folder, `f${i}.json`), '{}');
  expect(packsIn(folder)().warnings[0]).toBe('only the first 20 of 25 rule files were read');
});

test.skipIf(process.getuid?.() === 0)('reports a file that may not be read', () => {
  writeFileSync(join(folder, 'a.json'), EXAMPLE);
  chmodSync(join(folder, 'a.json'), 0);
  expect(packsIn(folder)().warnings).toEqual([
    'the rules in `a.json` were not used: it cannot be read (EACCES)',
  ]);
});

test('a refusal of an unknown standard names the invalid files with their faults', () => {
  const known = ['IBC-2021'];
  expect(noStandard(['HOSTILE'], known, packsIn(folder)())).toBe(
    'unknown standard `HOSTILE`; expected one of IBC-2021',
  );
  writeFileSync(join(folder, 'ours.json'), rule({ clause: 7 }));
  expect(noStandard(['HOSTILE'], known, packsIn(folder)())).toMatch(
    /^unknown standard `HOSTILE`; expected one of IBC-2021; the rules in `ours.json` were not used: rules.*clause/u,
  );
});
