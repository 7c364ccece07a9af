/** @module audit-log-chain-verification: verification detects a change of any byte of the log. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';

import { AGENT_MAKERS } from '../../../kernel/axion/agents/agents.ts';
import { playEpisode } from '../../../kernel/axion/harness/runner.ts';
import {
  AuditFile,
  openVerifier,
  verifyAuditFile,
} from '../../../kernel/axion/kernel/audit-log.ts';
import { checkAuditEntry } from '../../../kernel/axion/schema-load.ts';
import { config, TOOLS } from './played.ts';

const folder = mkdtempSync(join(tmpdir(), 'axion-audit-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { audit } = playEpisode(config({ agent: 'pseudo', steps: 6 }), AGENT_MAKERS.pseudo, TOOLS);
let files = 0;

function writtenLog(): string {
  files += 1;
  const path = join(folder, `audit-${files}.log.jsonl`);
  using log = new AuditFile(path);
  log.append(audit);
  return path;
}

const TEXT = readFileSync(writtenLog(), 'utf8');
const LINES = TEXT.trimEnd().split('\n');

function faultOf(lines: readonly string[]): string | undefined {
  const verifier = openVerifier();
  for (const line of lines) verifier.add(line);
  const verdict = verifier.verdict();
  return verdict.ok ? undefined : `${verdict.fault} ${verdict.line}`;
}

describe('an unchanged log', () => {
  test('verifies, contains allowed and denied proposals, and each line fits the schema', () => {
    expect(verifyAuditFile(writtenLog())).toMatchObject({ ok: true, entries: audit.length });
    const entries = LINES.map((line) => checkAuditEntry(JSON.parse(line)));
    expect(entries.every((entry) => entry.ok)).toBe(true);
    const verdicts = audit.map((entry) => entry.kernel_decision.verdict);
    expect(new Set(verdicts)).toEqual(new Set(['allow', 'deny']));
  });

  test('verifies if the file is empty', () => {
    const path = join(folder, 'empty');
    writeFileSync(path, '');
    expect(verifyAuditFile(path)).toMatchObject({ ok: true, entries: 0, head: '0'.repeat(64) });
  });

  test('is continued when it is reopened', () => {
    const path = writtenLog();
    {
      using log = new AuditFile(path);
      log.append(audit.slice(0, 2));
    }
    expect(verifyAuditFile(path)).toMatchObject({ ok: true, entries: audit.length + 2 });
  });

  test('is not continued when it does not verify', () => {
    const path = writtenLog();
    writeFileSync(path, TEXT.replace('"allow"', '"deny"'));
    expect(() => new AuditFile(path)).toThrow(/does not verify at line 1/);
  });
});

describe('tampering', () => {
  test('detects any changed character', () => {
    const path = writtenLog();
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: TEXT.length - 1 }),
        fc.constantFrom('0', 'f', '"', ' ', '}', '\n', 'é'),
        (at, character) => {
          fc.pre(TEXT[at] !== character);
          writeFileSync(path, TEXT.slice(0, at) + character + TEXT.slice(at + 1));
          expect(verifyAuditFile(path).ok).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('detects any changed byte, and invalid UTF-8 is malformed', () => {
    const path = writtenLog();
    const bytes = readFileSync(path);
    const start = bytes.indexOf(10) + 1;
    const end = bytes.indexOf(10, start);
    for (let at = start; at <= end; at += 1) {
      const edited = Buffer.from(bytes);
      edited[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(path, edited);
      expect(verifyAuditFile(path), `byte ${at}`).toMatchObject({ ok: false });
    }
    const [first] = audit;
    if (first === undefined) throw new Error('no entry');
    rmSync(path);
    {
      using log = new AuditFile(path);
      log.append([{ ...first, kernel_decision: { verdict: 'deny', notes: '\ufffd' } }]);
    }
    expect(verifyAuditFile(path).ok).toBe(true);
    const text = readFileSync(path);
    const at = text.indexOf('\ufffd');
    writeFileSync(
      path,
      Buffer.concat([text.subarray(0, at), Buffer.of(0xff), text.subarray(at + 3)]),
    );
    expect(verifyAuditFile(path).ok).toBe(false);
  });

  test.each<readonly [string, readonly string[], string]>([
    ['a missing line', LINES.toSpliced(2, 1), 'broken_link 3'],
    ['a missing first line', LINES.slice(1), 'broken_link 1'],
    ['a doubled line', LINES.toSpliced(2, 0, LINES[1] ?? ''), 'broken_link 3'],
    [
      'two lines in the other order',
      LINES.with(1, LINES[2] ?? '').with(2, LINES[1] ?? ''),
      'broken_link 2',
    ],
    ['a white space', LINES.with(1, ` ${LINES[1] ?? ''}`), 'malformed 2'],
    ['an empty line', LINES.toSpliced(1, 0, ''), 'malformed 2'],
    [
      'another verdict',
      LINES.with(
        1,
        (LINES[1] ?? '').replace(/"verdict":"[a-z]+"/, '"verdict":"allow_with_constraints"'),
      ),
      'edited 2',
    ],
    [
      'another hash',
      LINES.with(1, (LINES[1] ?? '').replace(/"entry_hash":"./, '"entry_hash":"g')),
      'malformed 2',
    ],
  ])('detects %s', (_, lines, fault) => {
    expect(faultOf(lines)).toBe(fault);
  });

  test('an entry rewritten with a correct hash breaks the link of the next entry', () => {
    const path = join(folder, 'rewritten');
    {
      using log = new AuditFile(path);
      const [first, second] = audit;
      if (first === undefined || second === undefined) throw new Error('no entries');
      log.append([first, { ...second, timestamp_ms: 1 }]);
    }
    const rewritten = readFileSync(path, 'utf8').split('\n')[1] ?? '';
    expect(faultOf(LINES.with(1, rewritten))).toBe('broken_link 3');
  });

  test('detects a last line without a line end', () => {
    const path = writtenLog();
    writeFileSync(path, TEXT.slice(0, -1));
    expect(verifyAuditFile(path)).toMatchObject({ ok: false, line: LINES.length });
  });

  test('a log truncated at a line end is detected only by a known head', () => {
    const path = writtenLog();
    const whole = verifyAuditFile(path);
    writeFileSync(path, `${LINES.slice(0, -1).join('\n')}\n`);
    const cut = verifyAuditFile(path);
    expect(cut).toMatchObject({ ok: true, entries: LINES.length - 1 });
    expect(cut).not.toEqual(whole);
  });
});
