/** @module report-command: the command `report`: what was done, as HTML, PDF or Markdown. */
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';

import { printable } from '../../../kernel/base/text/printable.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { createFile } from '../inputs/files.ts';
import { openSession } from '../session.ts';
import { painter } from '../terminal.ts';
import { count, type ReportDocument } from './document/blocks.ts';
import { reportDocument } from './document/document.ts';
import { readReport } from './read-report.ts';
import type { ReportData } from './report-data.ts';

const FORMATS = ['html', 'pdf', 'markdown'] as const;
type Format = (typeof FORMATS)[number];

/** The content of a file to be written. */
type Written = { readonly path: string; readonly content: string | Uint8Array };

/**
 * Reports what was done, to standard output or a new file. The exit code is 3 if the log is not intact.
 *
 * @throws CliFailure for invalid options, an existing file, or a log that cannot be read
 */
export async function reportActivity(call: Call): Promise<Outcome> {
  const format = formatOf(call);
  const out = textOf(call, 'out');
  const path = out === null ? null : resolve(call.terminal.cwd, out);
  if (path !== null && existsSync(path)) throw existing(path);
  if (path === null && format === 'pdf' && !call.json) requireBytes(call);
  const data = await dataOf(call);
  const document = reportDocument(data);
  const exit = data.verification.ok ? 0 : 3;
  const json = { ...data, pictures: withoutDrawings(data), file: path };
  if (path !== null) {
    const files = await filesOf(document, format, path);
    for (const file of files) if (existsSync(file.path)) throw existing(file.path);
    for (const file of files) await write(file);
    return { exit, json, lines: writtenLines(call, data, files) };
  }
  if (call.json) return { exit, json, lines: [] };
  if (exit === 3) call.terminal.err(resultLine(call, data));
  if (format === 'pdf') {
    const { pdfReport } = await import('./print/pdf.ts');
    await call.terminal.outBytes?.(pdfReport(document));
    return { exit, json: undefined, lines: [] };
  }
  return { exit, json: undefined, lines: (await textReport(document, format)).split('\n') };
}

/** By the ending of a file. */
const ENDINGS: Readonly<Record<string, Format>> = {
  '.html': 'html',
  '.htm': 'html',
  '.pdf': 'pdf',
  '.md': 'markdown',
};

/** The format of the option, else that of the ending of the file. @throws CliFailure if they contradict each other */
function formatOf(call: Call): Format {
  const ending = ENDINGS[extname(textOf(call, 'out') ?? '').toLowerCase()];
  const format = namedFormat(textOf(call, 'format') ?? ending ?? 'html');
  if (ending === undefined || ending === format) return format;
  throw misuse(
    `--format ${format} and the ending of --out \`${printable(textOf(call, 'out') ?? '')}\` contradict each other`,
    'leave out --format, or change the ending',
  );
}

function namedFormat(given: string): Format {
  const format = FORMATS.find((name) => name === given);
  if (format !== undefined) return format;
  throw misuse(
    `unknown --format \`${printable(given)}\`, expected one of ${FORMATS.join(', ')}`,
    'for example `plumbline report --format pdf --out report.pdf`',
  );
}

/** Throws CliFailure if standard output is a terminal. */
function requireBytes({ terminal }: Call): void {
  if (terminal.outBytes !== undefined && !Number.isFinite(terminal.width)) return;
  throw misuse(
    'a PDF cannot be printed on a terminal',
    'run `plumbline report --format pdf --out report.pdf`',
  );
}

function existing(path: string): CliFailure {
  return new CliFailure(
    `cannot write ${printable(path)}: the file exists`,
    'name a file that does not exist; an earlier report is not replaced',
  );
}

async function dataOf(call: Call): Promise<ReportData> {
  const { terminal } = call;
  const options = {
    agent: textOf(call, 'agent'),
    session: textOf(call, 'session'),
    branch: textOf(call, 'branch'),
    since: textOf(call, 'since'),
  };
  try {
    await using session = openSession(call);
    return await readReport(session, options, (done, total) => {
      terminal.progress(`reading the log: ${done} of ${total} entries`);
    });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    throw new CliFailure(
      `the log cannot be read, so nothing can be reported: ${printable(error.message)} (${error.code})`,
      'run `plumbline audit verify`; restore the store from a backup',
      { exit: 3 },
    );
  } finally {
    terminal.progress(null);
  }
}

/** The pictures of the data without their shapes. */
function withoutDrawings({ pictures }: ReportData): unknown {
  const rows = pictures.rows.map(({ branch, level, changes }) => ({ branch, level, changes }));
  return { ...pictures, rows };
}

async function textReport(
  document: ReportDocument,
  format: Exclude<Format, 'pdf'>,
): Promise<string> {
  if (format === 'html') return (await import('./print/html.ts')).htmlReport(document).trimEnd();
  const { markdownReport } = await import('./print/markdown.ts');
  return markdownReport(document, null).text.trimEnd();
}

/** The file of the report, and for Markdown those of its pictures. */
async function filesOf(
  document: ReportDocument,
  format: Format,
  path: string,
): Promise<readonly Written[]> {
  if (format === 'pdf') {
    return [{ path, content: (await import('./print/pdf.ts')).pdfReport(document) }];
  }
  if (format === 'html') {
    return [{ path, content: (await import('./print/html.ts')).htmlReport(document) }];
  }
  const { markdownReport } = await import('./print/markdown.ts');
  const { svg } = await import('../../../kernel/documents/drawings/print/svg.ts');
  const stem = basename(path, extname(path));
  const { text, pictures } = markdownReport(document, (number) => `${stem}-${number}.svg`);
  return [
    { path, content: text },
    ...pictures.map(({ name, drawing }) => ({
      path: join(dirname(path), name),
      content: svg(drawing),
    })),
  ];
}

async function write({ path, content }: Written): Promise<void> {
  await using file = await createFile(path);
  await file.writeFile(content);
  await file.sync();
}

function writtenLines(
  call: Call,
  data: ReportData,
  [report, ...pictures]: readonly Written[],
): readonly string[] {
  const { operations, refused } = data.counts;
  return [
    `report    ${printable(report?.path ?? '')}`,
    ...pictures.map(({ path }) => `picture   ${printable(path)}`),
    data.stretch === null
      ? 'content   nothing: no entry of the log is in this period'
      : `content   ${count(operations, 'operation')}, ${count(refused, 'refused call')}, ${count(data.approvals.total, 'approval')}`,
    resultLine(call, data),
  ];
}

/** The result of the verification in one line. */
function resultLine({ terminal }: Call, { verification }: ReportData): string {
  const { ok, entries, head, faults } = verification;
  if (ok) return `log       verified, ${entries} entries, head ${head.seq} ${head.hash}`;
  const found = `FAULT     the log is not intact: ${count(faults.total, 'fault')}; run \`plumbline audit verify\``;
  return painter(terminal.colour)(found, 'deleted');
}
