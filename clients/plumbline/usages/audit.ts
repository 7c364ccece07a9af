/** @module audit: usages of the commands for the audit log and its witnesses. */
import { type Command, withValue } from '../command.ts';
import { ENTRIES_SHOWN, LOG_KEY_OPTION, WITNESS_DEFAULTS } from './options.ts';

export const AUDIT_COMMANDS: readonly Command[] = [
  {
    words: 'audit verify',
    operands: [],
    summary: 'verify the log and the store; print every fault and exit with 3 if there is one',
    options: {
      checkpoint: withValue('FILE', 'a checkpoint that was stored elsewhere, or a witness file'),
      witness: withValue('FILE|URL#VKEY', 'the witness, if it differs from that of the policy'),
      ...LOG_KEY_OPTION,
      export: withValue('FILE', 'verify an exported log; needs no workspace'),
    },
    run: async (call) => (await import('../commands/audit.ts')).verifyAudit(call),
  },
  {
    words: 'audit show',
    operands: [],
    summary: 'show the newest entries of the log',
    options: {
      limit: withValue('N', `number of entries (default: ${ENTRIES_SHOWN})`),
      filter: withValue(
        'FIELD=VALUE,…',
        'only matching entries; fields: tool, outcome, kind, agent …',
      ),
    },
    run: async (call) => (await import('../commands/audit.ts')).showEntries(call),
  },
  {
    words: 'audit export',
    operands: ['FILE'],
    summary: 'write the whole log as JSON lines, which can be verified without the store',
    options: {},
    run: async (call) => (await import('../commands/audit.ts')).exportLog(call),
  },
  {
    words: 'audit checkpoint',
    operands: [],
    summary: 'sign a checkpoint; store it off this machine',
    options: {},
    run: async (call) => (await import('../commands/audit.ts')).signCheckpoint(call),
  },
  {
    words: 'audit prove',
    operands: ['SEQ'],
    summary: 'print a proof that an entry is in the log',
    options: {},
    run: async (call) => (await import('../commands/audit-proof.ts')).proveSeq(call),
  },
  {
    words: 'audit check-proof',
    operands: ['FILE'],
    summary: 'check a proof with only the public key of the log; exit with 3 if it is invalid',
    options: LOG_KEY_OPTION,
    run: async (call) => (await import('../commands/audit-proof.ts')).checkProof(call),
  },
];

export const reportCommand: Command = {
  words: 'report',
  operands: [],
  summary: 'report what was done, from the log: changes, approvals, refusals, checks, files',
  options: {
    agent: withValue('NAME', 'only calls of this agent or person, by name or id'),
    since: withValue(
      'T',
      'from a time or date in UTC, a duration before the end of the log (`3d`), or an event (`#120`)',
    ),
    session: withValue('ID', 'only this session; the beginning of its id is enough'),
    branch: withValue('NAME', 'only operations on this branch'),
    format: withValue('html|pdf|markdown', 'file format (default: html)'),
    out: withValue('FILE', 'write to a new file (default: standard output)'),
  },
  run: async (call) => (await import('../report/report-command.ts')).reportActivity(call),
};

const { host, port, state } = WITNESS_DEFAULTS;

export const witnessCommand: Command = {
  words: 'witness',
  operands: [],
  summary: 'cosign the checkpoints of other workspaces over HTTP (C2SP tlog-witness)',
  options: {
    host: withValue('ADDRESS', `listen address (default: ${host})`),
    port: withValue('N', `port (default: ${port}; 0: any free port)`),
    log: withValue('VKEY,…', 'public keys of the logs to cosign'),
    logs: withValue('FILE', 'file with further keys, one per line; read again when it changes'),
    state: withValue('FILE', `file that records what was cosigned (default: ./${state})`),
    key: withValue('FILE', 'private key of the witness (default: STATE.key)'),
    'key-name': withValue('NAME', 'name of a key that is being created'),
  },
  run: async (call) => (await import('../commands/witness.ts')).serveCosignatures(call),
};
