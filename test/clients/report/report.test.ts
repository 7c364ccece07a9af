/** @module report.test: `plumbline report` on a real workspace: every section, its options, a log that was edited. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { parseHTML } from 'linkedom';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { printable } from '../../../kernel/base/text/printable.ts';
import { type Ran, runCli, runHere } from '../run-cli.ts';
import { EVIL_NAME, MAIL, type Reported, reportedWorkspace, SECRET } from './reported-workspace.ts';

let made: Reported;
const folders: string[] = [];
const report = (...words: readonly string[]): Promise<Ran> =>
  runHere(made.dir, ['report', ...words]);

beforeAll(async () => {
  made = await reportedWorkspace();
}, 60_000);
afterAll(() => {
  made.remove();
  for (const dir of folders) rmSync(dir, { recursive: true, force: true });
});

/** A new folder for output. */
function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'plumbline-report-'));
  folders.push(dir);
  return dir;
}

/** A copy of the workspace with an edited store. */
function edited(sql: string): string {
  const dir = folder();
  cpSync(made.dir, dir, { recursive: true });
  const store = new DatabaseSync(join(dir, '.plumbline', 'ledger.db'));
  const rows = store.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of rows) store.exec(`DROP TRIGGER "${String(name)}"`);
  store.exec(sql);
  for (const { sql: trigger } of rows) store.exec(String(trigger));
  store.close();
  return dir;
}

/** The text of a section of a report in HTML. */
function sectionOf(html: string, id: string): string {
  const { document } = parseHTML(html);
  const heading = document.querySelector(`#${id}`);
  return heading?.closest('section')?.textContent ?? '';
}

describe('the report of the whole log', () => {
  let html: string;
  let data: {
    readonly counts: Record<string, number>;
    readonly operations: {
      readonly rows: readonly {
        readonly tool: string;
        readonly changes: { readonly rows: readonly unknown[] };
      }[];
    };
    readonly verification: { readonly head: { readonly hash: string } };
  };
  beforeAll(async () => {
    html = (await report()).out;
    data = JSON.parse((await report('--json')).out);
  });

  test('states period, verification and head', async () => {
    expect(await report()).toMatchObject({ code: 0, err: '' });
    const { hash } = data.verification.head;
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(sectionOf(html, 'summary')).toMatch(/Log\s*verified, no fault/);
    expect(sectionOf(html, 'verification')).toContain(hash);
    expect(sectionOf(html, 'verification')).toContain('The log is intact');
    expect(sectionOf(html, 'verification')).toMatch(
      /Signed checkpoint over the first \d+ entries\s*plumbline\/[0-9a-f]{16}\s*\d+\s*[\w+/]{43}=/,
    );
  });

  test('counts calls and changes, and previews only as a number', () => {
    expect(data.counts).toMatchObject({
      created: 8,
      modified: 4,
      deleted: 3,
      previews: 1,
      refused: 1,
      waiting: 4,
      files: 3,
    });
    expect(sectionOf(html, 'summary')).toContain('8 created, 4 modified, 3 deleted');
    expect(html).not.toContain('a preview</p>');
    const tools = data.operations.rows.map(({ tool }) => tool);
    expect(tools.filter((tool) => tool === 'geometry.create_wall')).toHaveLength(3);
  });

  test('lists callers with their sessions', () => {
    expect(sectionOf(html, 'callers')).toMatch(/agent agent for \S+ \(owner\)/);
    expect(sectionOf(html, 'callers')).toMatch(/ses_\S+/);
  });

  test('describes operations with old and new values and an unverified reason', () => {
    const operations = sectionOf(html, 'operations');
    expect(operations).toContain('width: 700 → 1100');
    expect(operations).toMatch(/undoes the operation \S+ of entry \d+/);
    expect(operations).toMatch(/creates the branch design\/a from main/);
    expect(operations).toContain('height: 2800 → ');
    expect(operations).toContain('merges the branch design/a into main');
    expect(operations).toMatch(/returns the branch to its state after event \d+/);
    expect(operations).toContain('as written by the requester (not verified)');
    expect(operations).toMatch(/- deleted wall \S+ "wall <b>/);
    expect(operations).toMatch(/- with it deleted door/);
  });

  test('has approvals with digest, signer, key, reason and result, and the rejection', () => {
    const approvals = sectionOf(html, 'approvals');
    expect(approvals).toContain(made.executed);
    expect(approvals).toMatch(/sha256 [0-9a-f]{64}/);
    expect(approvals).toMatch(
      /Approved by\s*alice, .* key [\w+/]{43}=, reason: agreed <b>on site<\/b>/,
    );
    expect(approvals).toMatch(
      /Comment by\s*alice, .* key [\w+/]{43}=: what of <b>it<\/b>\?; marks: \(100,200,0\): this corner/,
    );
    expect(approvals).toMatch(/executed, log entry \d+/);
    expect(approvals).toMatch(/rejected, nothing was changed/);
    const refusals = sectionOf(html, 'refusals');
    expect(refusals).toContain(made.rejected);
    expect(refusals).toContain('not this one');
    expect(refusals).toMatch(
      /OPENING_EXCEEDS_HOST.*; reason of the caller \(not verified\): refused/,
    );
  });

  test('compares the first and the last run of a check', () => {
    const checks = sectionOf(html, 'checks');
    expect(checks).toMatch(/Runs\s*2/);
    expect(checks).toMatch(/1 finding resolved/);
    expect(checks).toContain('2 findings remaining');
    expect(checks).toContain('0 findings are new.');
  });

  test('has files with the digest of the log, and says which differ or are missing', () => {
    const files = parseHTML(html).document.querySelectorAll('#files ~ div tbody tr');
    const texts = [...files].map(({ textContent }) => textContent);
    const lineOf = (name: string): string => texts.find((text) => text?.includes(name)) ?? '';
    expect(lineOf('same.svg')).toMatch(/same.svgimage\/svg\+xml\d+[0-9a-f]{64}same$/);
    expect(lineOf('edited.svg')).toMatch(/DIFFERS, sha256 [0-9a-f]{64}$/);
    expect(lineOf('gone.svg')).toMatch(/MISSING$/);
  });

  test('has a picture of each changed level', () => {
    const { document } = parseHTML(html);
    const pictures = [...document.querySelectorAll('figure img')];
    expect(pictures.map((one) => one.getAttribute('alt'))).toEqual([
      'Ground on branch main, before and after: 4 elements created, 0 modified, 0 deleted',
      'Ground on branch design/a, before and after: 1 elements created, 0 modified, 0 deleted',
    ]);
  });

  test('shows hostile names as text, and masks what the log masks', async () => {
    const { document } = parseHTML(html);
    expect(document.querySelectorAll('b, script')).toHaveLength(0);
    expect(document.body.textContent).toContain(printable(JSON.stringify(EVIL_NAME)));
    const markdown = (await report('--format', 'markdown')).out;
    for (const text of [html, markdown, JSON.stringify(data)]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(MAIL);
    }
    for (const text of [html, markdown]) expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(markdown).not.toMatch(/<b>/);
  });

  test('has the same bytes each time, and changes nothing', async () => {
    expect((await report()).out).toBe(html);
    const head = (await runHere(made.dir, ['audit', 'verify', '--json'])).out;
    expect(JSON.parse(head)).toMatchObject({ ok: true, head: data.verification.head });
  });
});

describe('options', () => {
  const operations = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { out, code } = await report('--json', ...words);
    expect(code).toBe(0);
    const { rows } = JSON.parse(out).operations;
    return rows.map(({ tool, branch }: { tool: string; branch: string }) => `${tool} ${branch}`);
  };

  test('--branch selects the operations of a branch', async () => {
    expect(await operations('--branch', made.branch)).toEqual([
      'geometry.create_branch design/a',
      'geometry.create_column design/a',
    ]);
  });

  test('--agent and --session select by caller, and refuse unknown ones with the known ones', async () => {
    const all = await operations();
    expect(await operations('--agent', 'agent')).toEqual(all);
    const [{ caller }] = JSON.parse((await report('--json')).out).callers.rows;
    expect(await operations('--agent', caller.id)).toEqual(all);
    const { out } = await report('--json', '--agent', caller.id);
    expect(JSON.parse(out).registry.total).toBe(0);
    expect(await operations('--session', 'ses_')).toEqual(all);
    const agent = await report('--agent', 'agnet');
    expect(agent).toMatchObject({ code: 1, out: '' });
    expect(agent.err).toMatch(
      /unknown agent `agnet`, expected one of `agent`\n.*did you mean `agent`\?/,
    );
    const session = await report('--session', 'ses_x!');
    expect(session.err).toMatch(/unknown session `ses_x!`, expected one of `ses_/);
    expect((await report('--branch', 'mian')).err).toMatch(
      /unknown branch `mian`, expected one of/,
    );
  });

  test('--since selects by event, and an empty period is reported as such', async () => {
    const all = await operations();
    expect(await operations('--since', '#1')).toEqual(all);
    expect(await operations('--since', '1w')).toEqual(all);
    const { out } = await report('--json');
    const { rows } = JSON.parse(out).operations;
    const { first } = rows[2].events;
    expect(await operations('--since', `#${first}`)).toEqual(all.slice(2));
    const empty = await report('--since', '2999-01-01');
    expect(empty.code).toBe(0);
    expect(sectionOf(empty.out, 'summary')).toContain(
      'Nothing is reported: no entry is in this period',
    );
    expect((await report('--since', 'x')).code).toBe(2);
  });

  test('an approval that was requested before the period keeps its decisions', async () => {
    const { rows } = JSON.parse((await report('--json')).out).operations;
    const deleted = rows.find(({ tool }: { tool: string }) => tool === 'geometry.delete_elements');
    const { out } = await report('--json', '--since', `#${deleted.events.first}`);
    const [row] = JSON.parse(out).operations.rows;
    expect(row.approval).toEqual(deleted.approval);
    expect(row.approval.decisions).toMatchObject([{ approver: 'alice', verdict: 'approve' }]);
    // Requested before the period, decided in it.
    const { approvals } = JSON.parse((await report('--json')).out);
    const [first] = approvals.rows;
    const after = new Date(Date.parse(first.requested_at) + 1).toISOString();
    const later = JSON.parse((await report('--json', '--since', after)).out).approvals.rows;
    expect(later[0]).toEqual(first);
  });
});

describe('formats', () => {
  test('--out writes a new file, and replaces none', async () => {
    const file = join(folder(), 'report.html');
    const written = await report('--out', file);
    expect(written).toMatchObject({ code: 0 });
    expect(written.out).toMatch(
      /^report {4}.*\ncontent {3}\d+ operations, 1 refused call, 4 approvals\nlog {7}verified/,
    );
    expect(readFileSync(file, 'utf8').trimEnd()).toBe((await report()).out.trimEnd());
    expect((await report('--out', file)).err).toMatch(/the file exists\nnext: /);
  });

  test('markdown links to pictures next to the file', async () => {
    const dir = folder();
    await report('--format', 'markdown', '--out', join(dir, 'r.md'));
    const text = readFileSync(join(dir, 'r.md'), 'utf8');
    const names = [...text.matchAll(/\]\(<([^>]+)>\)/g)].map(([, name]) => name);
    expect(names).toEqual(['r-1.svg', 'r-2.svg']);
    // The name of a room is drawn, unless the log masks it.
    const pictures = names.map((name) => readFileSync(join(dir, name ?? ''), 'utf8'));
    for (const picture of pictures) expect(picture).not.toContain(SECRET.slice(0, 8));
    expect(pictures[0]).toContain('[masked:secret]');
  });

  test('a PDF has all sections, and is not printed on a terminal', async () => {
    const file = join(folder(), 'r.pdf');
    await report('--format', 'pdf', '--out', file);
    const bytes = readFileSync(file);
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    let text = '';
    for (let page = 1; page <= pdf.numPages; page += 1) {
      const { items } = await (await pdf.getPage(page)).getTextContent();
      text += items.map((item) => ('str' in item ? item.str : '')).join('');
    }
    for (const part of [
      'Summary',
      'Verification of the log',
      'width: 700 → 1100',
      made.executed,
      'DIFFERS',
      '\\u{202e}',
    ]) {
      expect(text.replaceAll(/\s/g, '')).toContain(part.replaceAll(/\s/g, ''));
    }
    expect(text).not.toContain(SECRET);
    const again = join(folder(), 'r.pdf');
    await report('--format', 'pdf', '--out', again);
    expect(readFileSync(again).equals(bytes)).toBe(true);
    const terminal = await report('--format', 'pdf');
    expect(terminal).toMatchObject({ code: 2, out: '' });
    expect(terminal.err).toContain('next: run `plumbline report --format pdf --out report.pdf`');
    const piped = await runCli(made.dir, ['report', '--format', 'pdf']);
    expect(piped.code).toBe(0);
    expect(piped.out.startsWith('%PDF-1.7')).toBe(true);
  });

  test('an unknown format is refused', async () => {
    expect((await report('--format', 'docx')).err).toMatch(
      /unknown --format `docx`, expected one of html, pdf, markdown/,
    );
  });
});

describe('a log that was edited', () => {
  test.each<[string, string, boolean]>([
    ['an event', `UPDATE events SET body = replace(body, '1100', '1101')`, true],
    ['an entry', `UPDATE audit SET body = replace(body, 'lower again', 'never')`, true],
    ['a malformed event', `UPDATE events SET body = '{' WHERE seq = 3`, true],
    ['a malformed entry', `UPDATE audit SET body = '{' WHERE seq = 5`, false],
    ['a missing event', `DELETE FROM events WHERE seq = 4`, true],
    ['a moved entry', `UPDATE audit SET seq = 500 WHERE seq = 4`, false],
    ['an approval', `UPDATE approvals SET plan = replace(plan, 'in the way', 'harmless')`, false],
  ])('%s is reported in red with exit code 3', async (_, sql, marked) => {
    const dir = edited(sql);
    const { code, out, err } = await runHere(dir, ['report']);
    expect(code).toBe(3);
    expect(err).toMatch(/FAULT {5}the log is not intact: \d+ faults?/);
    const { document } = parseHTML(out);
    expect(document.querySelector('main p.box-alert .alert')?.textContent).toMatch(
      /^NOT INTACT: \d+ faults? in the log/,
    );
    expect(sectionOf(out, 'verification')).toMatch(/The log is NOT INTACT/);
    const operations = sectionOf(out, 'operations');
    expect(operations.includes('This operation is not as it was recorded: ')).toBe(marked);
    const file = join(folder(), 'r.html');
    const written = await runHere(dir, ['report', '--out', file]);
    expect(written.code).toBe(3);
    expect(written.out).toContain('FAULT');
  });

  test('a store that cannot be read is refused with exit code 3', async () => {
    const dir = folder();
    cpSync(made.dir, dir, { recursive: true });
    for (const end of ['-wal', '-shm']) {
      rmSync(join(dir, '.plumbline', `ledger.db${end}`), { force: true });
    }
    writeFileSync(join(dir, '.plumbline', 'ledger.db'), 'x'.repeat(5000));
    expect(await runHere(dir, ['report'])).toMatchObject({ code: 3, out: '' });
  });
});
