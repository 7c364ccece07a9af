/** @module audit: the commands for the audit log: verify, show, export, checkpoint. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

import {
  entryOf,
  type LogEntry,
  requestText,
} from '../../../governance/audit/entries/log-entry.ts';
import { exportLines, verifyExport } from '../../../governance/audit/export.ts';
import type { Fault, VerifyReport } from '../../../governance/audit/verify-report.ts';
import { logVerifierKey, trustedLogKey } from '../../../governance/keeper/workspace/log-key.ts';
import { isWitnessUrl } from '../../../governance/witness/witness-address.ts';
import type { TrustedKey } from '../../../kernel/base/canonical/checkpoint.ts';
import { parseJson } from '../../../kernel/base/canonical/parse-json.ts';
import { truncate, printable } from '../../../kernel/base/text/printable.ts';
import { type AuditRow, LedgerError } from '../../../kernel/ledger/ledger.ts';
import type { SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { didYouMean } from '../did-you-mean.ts';
import { CliFailure, misuse } from '../failure.ts';
import { readTextFile, createFile } from '../inputs/files.ts';
import { parseInteger } from '../inputs/integer.ts';
import { logKeyOption, ownLogKey } from '../keys/log-key.ts';
import { openSession, type Session } from '../session.ts';
import { ENTRIES_SHOWN } from '../usages/options.ts';
import type { WorkspaceVerification, Witness } from '../verify/verify-workspace.ts';
import { checkpointsIn, type ExternalNote } from '../witness/checkpoint-file.ts';
import {
  cosignedLines,
  cosignedNotes,
  requireCosignature,
  witnessOption,
} from '../witness/cosigned-notes.ts';
import { awaitWitness, printWitnessFaults, witnessKeys } from '../witness/witness-setting.ts';

/** The content of the file of `--checkpoint`, for hints. */
const CHECKPOINT_FILE = 'a file with the output of `plumbline audit checkpoint`, or a witness file';

/** Verifies the log of the workspace, or with `--export` an exported log, against the given checkpoints and witness. */
export async function verifyAudit(call: Call): Promise<Outcome> {
  const file = textOf(call, 'checkpoint');
  const notes = file === null ? [] : checkpointsIn(readTextFile(call, file, CHECKPOINT_FILE));
  const witness = witnessOption(call);
  if (textOf(call, 'export') === null) return verifiedWorkspace(call, { notes, witness });
  const keys = witnessKeys(witness);
  const found = await verifiedExport(call, notes, keys);
  const report = requireCosignature(found, notes, keys);
  return verifiedOutcome({ report, witness: null }, { notes, keys });
}

async function verifiedExport(
  call: Call,
  checkpoints: readonly ExternalNote[],
  keys: readonly TrustedKey[],
): Promise<VerifyReport> {
  const path = resolve(call.terminal.cwd, textOf(call, 'export') ?? '');
  const handle = await open(path).catch(() => null);
  if (handle === null) {
    throw new CliFailure(
      `cannot read ${printable(path)}`,
      'name a file written by `plumbline audit export FILE`',
    );
  }
  await using _ = handle;
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  const key = logKeyOption(call);
  return verifyExport(lines, {
    checkpoints,
    ...(key === null ? {} : { trustedLogKeys: [trustedLogKey(key)] }),
    witnessKeys: keys,
  });
}

async function verifiedWorkspace(
  call: Call,
  { notes, witness }: { readonly notes: readonly ExternalNote[]; readonly witness: string | null },
): Promise<Outcome> {
  const key = logKeyOption(call);
  try {
    await using session = openSession(call);
    // Imported here because only the verification needs the whole model.
    const { verifyWorkspace } = await import('../verify/verify-workspace.ts');
    const verified = await verifyWorkspace(session, { checkpoints: notes, key, witness });
    const setting = witness ?? session.registry().workspace.policy.witness ?? null;
    return verifiedOutcome(verified, { notes, keys: witnessKeys(setting) });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    throw new CliFailure(
      `the store cannot be verified: ${printable(error.message)} (${error.code})`,
      'restore it from a backup; no command repairs a store',
      { exit: 3 },
    );
  }
}

function witnessLine(witness: Witness): string {
  const { checkpoints, size } = witness;
  if ('path' in witness) {
    return `${printable(witness.path)}: ${checkpoints} checkpoints, the last over ${size} entries`;
  }
  const { key_name, url, seen_at } = witness;
  const who = `${printable(key_name)} at ${printable(url)}`;
  return seen_at === null
    ? `${who}: has not cosigned anything yet`
    : `${who}: has cosigned ${size} entries, at ${seen_at}`;
}

function verifiedOutcome(
  { report, witness }: WorkspaceVerification,
  {
    notes,
    keys,
  }: { readonly notes: readonly ExternalNote[]; readonly keys: readonly TrustedKey[] },
): Outcome {
  const { ok, entries, events, head, covered, faults } = report;
  const json = {
    ...report,
    ...(witness === null ? {} : { witness }),
    ...(notes.length === 0 || keys.length === 0 ? {} : { cosigned: cosignedNotes(notes, keys) }),
  };
  const tail =
    covered >= entries
      ? 'all entries are covered by a signed checkpoint'
      : `entries after ${covered} are not covered by a checkpoint: run \`plumbline audit checkpoint\` and store it off this machine`;
  const head_line = `${entries} entries, ${events} events, head ${head.seq} ${head.hash}`;
  if (ok) {
    const elsewhere = witness !== null || notes.length > 0;
    return {
      json,
      lines: [
        `ok        ${head_line}`,
        `covered   ${tail}`,
        ...(witness === null ? [] : [`witness   ${witnessLine(witness)}`]),
        ...cosignedLines(notes, keys),
        ...(elsewhere
          ? []
          : [
              'note      a rewritten log is detected only by checkpoints kept elsewhere: `plumbline policy set witness PATH`',
            ]),
      ],
    };
  }
  return {
    exit: 3,
    json,
    lines: [
      `FAULT     ${faults.length} found in ${head_line}`,
      ...faults.map(
        ({ kind, seq, detail }) =>
          `  ${kind}${seq === 0 ? '' : ` at ${seq}`}: ${printable(detail)}`,
      ),
      `next: ${faultAdvice(faults)}`,
    ],
  };
}

/** What to do about the faults of a verification. */
function faultAdvice(faults: readonly Fault[]): string {
  if (faults.every(({ kind }) => kind === 'witness_missing')) {
    return 'restore the witness; if it is lost, verify against the checkpoints that you kept, with `--witness FILE`';
  }
  if (faults.every(({ kind, detail }) => kind === 'unverifiable' && / given /.test(detail))) {
    return 'name a file with the output of `plumbline audit checkpoint`, or a witness file; the log was verified without this content and has no other fault';
  }
  return 'trust nothing after the first fault; keep the file as it is and compare it with an export or a backup';
}

const LIMIT_MAX = 100_000;
const PAGE = 1000;

/** One parsed `--filter`. */
type Filter = { readonly field: string; readonly value: string };

/** Fields of entries that a filter can compare; `agent` is the name or id of the requester. */
const FILTER_FIELDS =
  'agent seq at kind step outcome server tool action branch session_id approval_id operation_id event_id fault_id error change name approver'.split(
    ' ',
  );

function filtersOf(text: string | null): readonly Filter[] {
  if (text === null) return [];
  return text.split(',').map((word) => {
    const [field = '', ...rest] = word.split('=');
    if (field.trim() === '' || rest.length === 0) {
      throw misuse(
        `invalid filter \`${printable(word)}\`, expected FIELD=VALUE`,
        'for example --filter tool=create_wall,outcome=refused; agent=NAME selects a requester',
      );
    }
    const name = field.trim();
    if (!FILTER_FIELDS.includes(name)) {
      throw misuse(
        `unknown filter field \`${printable(name)}\`, expected one of ${FILTER_FIELDS.join(', ')}`,
        didYouMean(name, FILTER_FIELDS, 'name one of them'),
      );
    }
    return { field: name, value: rest.join('=').trim() };
  });
}

function matches(entry: LogEntry, { field, value }: Filter): boolean {
  if (field === 'agent') {
    const { name, agent_id } = entry.principal ?? {};
    return name === value || agent_id === value;
  }
  const actual = entry[field];
  return (typeof actual === 'string' || typeof actual === 'number') && String(actual) === value;
}

/** A row of the log; `entry` is null if it is no entry of a form that this version knows. */
type Shown = Pick<AuditRow, 'seq' | 'body'> & { readonly entry: LogEntry | null };

/** The newest rows whose entries match the filters, oldest first. Without filters, every row is shown. */
function newestRows(
  reader: SqliteReader,
  limit: number,
  filters: readonly Filter[],
): readonly Shown[] {
  const found: Shown[] = [];
  let until = reader.auditHead()?.seq ?? 0;
  while (until > 0 && found.length < limit) {
    const from = Math.max(0, until - PAGE);
    const rows = reader.auditAfter(from, until - from).toReversed();
    for (const { seq, body } of rows) {
      const entry = entryOf({ seq, body });
      const isShown = filters.every((filter) => entry !== null && matches(entry, filter));
      if (isShown) found.push({ seq, body, entry });
    }
    until = from;
  }
  return found.slice(0, limit).toReversed();
}

/** The subject of an entry: the tool, or the registered person, agent or setting. */
function subjectOf({ kind, server, tool, registered, change, name }: LogEntry): string {
  if (tool !== undefined) return server === undefined ? tool : `${server}.${tool}`;
  if (registered !== undefined) return `${kind} ${registered.kind} ${registered.name}`;
  return [kind, change, requestText(name)].filter((part) => part != null).join(' ');
}

function rowLine({ seq, entry }: Shown, width: number): string {
  if (entry === null) {
    return truncate(`${String(seq).padStart(6)} has a form that this version cannot show`, width);
  }
  const { at, step, outcome, message, principal } = entry;
  const parts = [
    String(seq).padStart(6),
    at,
    (outcome ?? step ?? '').padEnd(9),
    subjectOf(entry),
    step === undefined || step === outcome ? '' : step,
    principal?.name === undefined ? '' : `by ${principal.name}`,
    requestText(entry.approval_id) ?? '',
    message ?? entry.reasoning ?? '',
  ];
  return truncate(parts.filter((part) => part !== '').join(' '), width);
}

/**
 * Shows the newest log entries that match the filters, oldest first.
 *
 * @throws CliFailure for an invalid limit or filter
 */
export async function showEntries(call: Call): Promise<Outcome> {
  const limit = parseInteger(textOf(call, 'limit') ?? String(ENTRIES_SHOWN), '--limit', LIMIT_MAX);
  const filters = filtersOf(textOf(call, 'filter'));
  await using session = openSession(call);
  const rows = newestRows(session.reader, limit, filters);
  return {
    json: rows.map(({ entry, body }) => entry ?? parseJson(body) ?? null),
    lines:
      rows.length === 0
        ? ['no entry matches']
        : rows.map((row) => rowLine(row, call.terminal.width)),
  };
}

/** Writes the log to a new file, one line per record. @throws CliFailure if the file exists or its folder does not */
export async function exportLog(call: Call): Promise<Outcome> {
  const path = resolve(call.terminal.cwd, call.positionals[0] ?? '');
  await using session = openSession(call);
  await using file = await createFile(path);
  let count = 0;
  await session.reader.snapshot(async () => {
    for await (const line of exportLines(session.reader)) {
      await file.write(`${line}\n`);
      count += 1;
    }
  });
  await file.sync();
  return {
    json: { file: path, lines: count },
    lines: [
      `${count} lines in ${printable(path)}`,
      `\`plumbline audit verify --export ${printable(path)}\` verifies it anywhere`,
    ],
  };
}

/** Prints a checkpoint of the log, signed by the keeper, with the cosignature of the witness, if any. */
export async function signCheckpoint(call: Call): Promise<Outcome> {
  await using session = openSession(call);
  const keeper = await session.keeper();
  const signed = await keeper.checkpoint();
  const log_key = ownLogKey(session.paths.logKey);
  const vkey = log_key === null ? null : logVerifierKey(log_key);
  if (log_key !== null && !call.json) {
    call.terminal.err(
      `log key ${log_key}: keep it with the checkpoint; \`--log-key\` trusts no other key`,
    );
    call.terminal.err(`verifier key of this log for a witness: ${vkey}`);
  }
  const note = await cosignedNote(session, call, signed);
  return { json: { note, log_key, vkey }, lines: [note.trimEnd()] };
}

/** The checkpoint with the cosignature of an HTTP witness; unchanged without one that answers. */
async function cosignedNote(session: Session, { terminal }: Call, note: string): Promise<string> {
  const { witness } = session.registry().workspace.policy;
  if (witness === undefined || !isWitnessUrl(witness)) return note;
  const found = await awaitWitness(session, witness, note);
  if (found === null) await printWitnessFaults(session, terminal, witness);
  return found ?? note;
}
