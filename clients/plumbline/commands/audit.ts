/** @module audit: the commands for the audit log: verify, show, export, checkpoint. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

import * as z from 'zod';

import { exportLines, verifyExport } from '../../../governance/audit/export.ts';
import type { VerifyReport } from '../../../governance/audit/verify-report.ts';
import { logVerifierKey, trustedLogKey } from '../../../governance/keeper/workspace/log-key.ts';
import { isWitnessUrl } from '../../../governance/witness/witness-address.ts';
import type { TrustedKey } from '../../../kernel/canonical/checkpoint.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import type { SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { nearest } from '../../../kernel/text/nearest.ts';
import { type Call, type Command, type Outcome, textOf } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { fitted, printable } from '../printable.ts';
import { openSession, type Session } from '../session.ts';
import type { VerifiedStore, Witness } from '../verified-store.ts';
import {
  cosignedLines,
  cosignedNotes,
  demandingCosignature,
  givenWitness,
} from '../witness/given-witness.ts';
import { sayWhy, witnessed, witnessKeys } from '../witness/witness-setting.ts';
import {
  givenCheckpoints,
  givenLogKey,
  type GivenNote,
  LOG_KEY_OPTION,
  ownLogKey,
  readGiven,
  wholeNumber,
} from './audit-given.ts';
import { PROOF_COMMANDS } from './audit-proof.ts';

const verifyCommand: Command = {
  words: 'audit verify',
  takes: [],
  summary:
    'check everything that the log proves; exit code 3 and every fault where something is off',
  options: {
    checkpoint: {
      type: 'string',
      value: 'FILE',
      help: 'a checkpoint that was kept elsewhere, or a witness',
    },
    witness: {
      type: 'string',
      value: 'FILE|URL#VKEY',
      help: 'the witness, where it is not where the policy says',
    },
    ...LOG_KEY_OPTION,
    export: { type: 'string', value: 'FILE', help: 'verify an exported file, with no workspace' },
  },
  async run(call) {
    const file = textOf(call, 'checkpoint');
    const notes =
      file === null ? [] : givenCheckpoints(readGiven(call, file, 'a checkpoint or a witness'));
    const witness = givenWitness(call);
    if (textOf(call, 'export') === null) return verifiedWorkspace(call, { notes, witness });
    const keys = witnessKeys(witness);
    const found = await verifiedExport(call, notes, keys);
    const report = demandingCosignature(found, notes, keys);
    return verifiedOutcome({ report, witness: null }, { notes, keys });
  },
};

async function verifiedExport(
  call: Call,
  checkpoints: readonly GivenNote[],
  keys: readonly TrustedKey[],
): Promise<VerifyReport> {
  const path = resolve(call.terminal.cwd, textOf(call, 'export') ?? '');
  const handle = await open(path).catch(() => null);
  if (handle === null) {
    throw new CliFailure(
      1,
      `cannot read ${printable(path)}`,
      'name a file of `plumbline audit export`',
    );
  }
  await using _ = handle;
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  const key = givenLogKey(call);
  return verifyExport(lines, {
    checkpoints,
    ...(key === null ? {} : { trustedLogKeys: [trustedLogKey(key)] }),
    witnessKeys: keys,
  });
}

async function verifiedWorkspace(
  call: Call,
  { notes, witness }: { readonly notes: readonly GivenNote[]; readonly witness: string | null },
): Promise<Outcome> {
  const key = givenLogKey(call);
  try {
    await using session = openSession(call);
    // The verification loads the whole model; what shows or exports entries does not need it.
    const { verifiedStore } = await import('../verified-store.ts');
    const verified = await verifiedStore(session, { checkpoints: notes, key, witness });
    const setting = witness ?? session.registry().workspace.policy.witness ?? null;
    return verifiedOutcome(verified, { notes, keys: witnessKeys(setting) });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    throw new CliFailure(
      3,
      `the store cannot be verified: ${printable(error.message)} (${error.code})`,
      'restore it from a backup; nothing here repairs a store by itself',
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
    ? `${who}: has cosigned nothing yet`
    : `${who}: has cosigned ${size} entries, at ${seen_at}`;
}

function verifiedOutcome(
  { report, witness }: VerifiedStore,
  { notes, keys }: { readonly notes: readonly GivenNote[]; readonly keys: readonly TrustedKey[] },
): Outcome {
  const { ok, entries, events, head, covered, faults } = report;
  const json = {
    ...report,
    ...(witness === null ? {} : { witness }),
    ...(notes.length === 0 || keys.length === 0 ? {} : { cosigned: cosignedNotes(notes, keys) }),
  };
  const tail =
    covered >= entries
      ? 'all of it is under a signed checkpoint'
      : `entries after ${covered} are under no checkpoint: run \`plumbline audit checkpoint\` and keep the note elsewhere`;
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
              'note      a log that was written anew shows only against checkpoints kept elsewhere: `plumbline policy set witness PATH`',
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
          `  ${kind} ${seq === 0 ? '' : `at ${seq}`}: ${printable(detail)}`,
      ),
      `next: ${
        faults.every(({ kind }) => kind === 'witness_missing')
          ? 'bring the witness back; without it, `--witness FILE` takes checkpoints that were kept'
          : 'trust nothing after the first of them; keep the file as it is and compare it with an export or a backup'
      }`,
    ],
  };
}

/** The members of an entry that are shown; `--json` shows all. */
const Entry = z.looseObject({
  seq: z.number(),
  at: z.string(),
  kind: z.string(),
  step: z.string().optional(),
  outcome: z.string().optional(),
  server: z.string().optional(),
  tool: z.string().optional(),
  approval_id: z.string().nullish(),
  error: z.unknown().optional(),
  message: z.string().optional(),
  reasoning: z.string().nullish(),
  change: z.string().optional(),
  registered: z.looseObject({ kind: z.string(), name: z.string() }).optional(),
  name: z.string().optional(),
  principal: z
    .looseObject({ name: z.string().optional(), agent_id: z.string().nullish() })
    .optional(),
});
type Entry = z.output<typeof Entry>;

const LIMIT = 50;
const LIMIT_MAX = 100_000;
const PAGE = 1000;

/** One parsed `--filter`. */
type Filter = { readonly field: string; readonly value: string };

/** Fields that an entry may have and that a filter can compare; `agent` is the name or id of who asked. */
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
        `got the filter \`${printable(word)}\`, want FIELD=VALUE`,
        'such as --filter tool=create_wall,outcome=refused; agent=NAME names who asked',
      );
    }
    const name = field.trim();
    if (!FILTER_FIELDS.includes(name)) {
      const near = nearest(name, FILTER_FIELDS);
      throw misuse(
        `got the filter field \`${printable(name)}\`, want one of ${FILTER_FIELDS.join(', ')}`,
        near === null ? 'name one of them' : `did you mean \`${near}\`?`,
      );
    }
    return { field: name, value: rest.join('=').trim() };
  });
}

function passes(entry: Entry, { field, value }: Filter): boolean {
  if (field === 'agent') {
    const { name, agent_id } = entry.principal ?? {};
    return name === value || agent_id === value;
  }
  const held = entry[field];
  return (typeof held === 'string' || typeof held === 'number') && String(held) === value;
}

/** The newest entries that match the filters, oldest first. */
function newestEntries(
  reader: SqliteReader,
  limit: number,
  filters: readonly Filter[],
): readonly Entry[] {
  const found: Entry[] = [];
  let until = reader.auditHead()?.seq ?? 0;
  while (until > 0 && found.length < limit) {
    const from = Math.max(0, until - PAGE);
    const rows = reader.auditAfter(from, until - from).toReversed();
    for (const { body } of rows) {
      const entry = Entry.parse(JSON.parse(body));
      if (filters.every((filter) => passes(entry, filter))) found.push(entry);
    }
    until = from;
  }
  return found.slice(0, limit).toReversed();
}

/** The subject of an entry: the tool, or the registered person, agent or setting. */
function subjectOf({ kind, server, tool, registered, change, name }: Entry): string {
  if (tool !== undefined) return server === undefined ? tool : `${server}.${tool}`;
  if (registered !== undefined) return `${kind} ${registered.kind} ${registered.name}`;
  return [kind, change, name].filter((part) => part !== undefined).join(' ');
}

function entryLine(entry: Entry, width: number): string {
  const { seq, at, step, outcome, approval_id, message, principal } = entry;
  const parts = [
    String(seq).padStart(6),
    at,
    (outcome ?? step ?? '').padEnd(9),
    subjectOf(entry),
    step === undefined || step === outcome ? '' : step,
    principal?.name === undefined ? '' : `by ${principal.name}`,
    approval_id ?? '',
    message ?? entry.reasoning ?? '',
  ];
  return fitted(parts.filter((part) => part !== '').join(' '), width);
}

const showCommand: Command = {
  words: 'audit show',
  takes: [],
  summary: 'the newest entries',
  options: {
    limit: { type: 'string', value: 'N', help: `how many (default ${LIMIT})` },
    filter: {
      type: 'string',
      value: 'FIELD=VALUE,…',
      help: 'only entries with these: tool, outcome, kind, agent …',
    },
  },
  async run(call) {
    const limit = wholeNumber(textOf(call, 'limit') ?? String(LIMIT), '--limit', LIMIT_MAX);
    const filters = filtersOf(textOf(call, 'filter'));
    await using session = openSession(call);
    const entries = newestEntries(session.reader, limit, filters);
    return {
      json: entries,
      lines:
        entries.length === 0
          ? ['no entry passes']
          : entries.map((entry) => entryLine(entry, call.terminal.width)),
    };
  },
};

const exportCommand: Command = {
  words: 'audit export',
  takes: ['FILE'],
  summary: 'write the whole log as JSON lines that verify with no store',
  options: {},
  async run(call) {
    const path = resolve(call.terminal.cwd, call.positionals[0] ?? '');
    await using session = openSession(call);
    const file = await open(path, 'wx').catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CliFailure(
        1,
        `cannot write ${printable(path)}: ${printable(reason)}`,
        'name a new file',
      );
    });
    await using _ = file;
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
        `\`plumbline audit verify --export ${printable(path)}\` checks it anywhere`,
      ],
    };
  },
};

const checkpointCommand: Command = {
  words: 'audit checkpoint',
  takes: [],
  summary: 'sign what the log is now; keep the note where the log is not',
  options: {},
  async run(call) {
    await using session = openSession(call);
    const keeper = await session.keeper();
    const signed = await keeper.checkpoint();
    const log_key = ownLogKey(session.paths.logKey);
    const vkey = log_key === null ? null : logVerifierKey(log_key);
    if (log_key !== null && !call.json) {
      call.terminal.err(`log key ${log_key}: keep it with the note; \`--log-key\` trusts no other`);
      call.terminal.err(`a witness knows this log by ${vkey}`);
    }
    const note = await cosignedNote(session, call, signed);
    return { json: { note, log_key, vkey }, lines: [note.trimEnd()] };
  },
};

/** The checkpoint with the cosignature of the witness over HTTP, where there is one and it answers; else as it is. */
async function cosignedNote(session: Session, { terminal }: Call, note: string): Promise<string> {
  const { witness } = session.registry().workspace.policy;
  if (witness === undefined || !isWitnessUrl(witness)) return note;
  const found = await witnessed(session, witness, note);
  if (found === null) await sayWhy(session, terminal, witness);
  return found ?? note;
}

export const AUDIT_COMMANDS: readonly Command[] = [
  verifyCommand,
  showCommand,
  exportCommand,
  checkpointCommand,
  ...PROOF_COMMANDS,
];
