/** @module audit-proof: the commands for inclusion proofs of log entries, which are created in the workspace and checked anywhere. */
import { resolve } from 'node:path';

import * as z from 'zod';

import { type EntryProof, proveEntry, verifyEntryProof } from '../../../governance/audit/prove.ts';
import { trustedLogKey } from '../../../governance/keeper/workspace/log-key.ts';
import {
  findWorkspace,
  workspacePaths,
} from '../../../governance/keeper/workspace/workspace-files.ts';
import type { Call, Command } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { printable, printableJson } from '../printable.ts';
import { openSession } from '../session.ts';
import { givenLogKey, LOG_KEY_OPTION, ownLogKey, readGiven, wholeNumber } from './audit-given.ts';

const proveCommand: Command = {
  words: 'audit prove',
  takes: ['SEQ'],
  summary: 'proof that one entry is on the log, for somebody who has only a checkpoint',
  options: {},
  async run(call) {
    const seq = wholeNumber(call.positionals[0] ?? '', 'SEQ', Number.MAX_SAFE_INTEGER);
    await using session = openSession(call);
    const proof = await proveEntry(session.reader, seq);
    if (proof === null) {
      const last = session.reader.auditHead()?.seq ?? 0;
      throw new CliFailure(
        1,
        `got entry ${seq}, want one from 1 to ${last}`,
        'run `plumbline audit show`',
      );
    }
    if (proof.checkpoint === null) {
      call.terminal.err(
        'no checkpoint covers this entry yet: run `plumbline audit checkpoint` first',
      );
    }
    return { json: proof, lines: [printableJson(proof, 2)] };
  },
};

const Proof = z.object({
  format: z.literal('plumbline-audit-proof/v1'),
  seq: z.number().int().min(1),
  prev_hash: z.string(),
  body: z.string(),
  size: z.number().int().min(1),
  root: z.string(),
  inclusion: z.array(z.string()),
  checkpoint: z.string().nullable(),
}) satisfies z.ZodType<EntryProof>;

const FAULTS = {
  not_included: 'the entry is not in the tree that the proof names',
  no_checkpoint: 'no signed checkpoint is in it, so nothing vouches for the tree',
  other_tree: 'the checkpoint in it is of another tree',
  wrong_key: 'the checkpoint in it is not signed by the trusted key',
} as const;

const checkCommand: Command = {
  words: 'audit check-proof',
  takes: ['FILE'],
  summary: 'check a proof with nothing but the key of the log; exit code 3 where it does not hold',
  options: LOG_KEY_OPTION,
  async run(call) {
    const file = call.positionals[0] ?? '';
    const text = readGiven(call, file, 'a file that `plumbline audit prove SEQ > FILE` has made');
    const key = trustedKey(call);
    const proof = proofIn(text);
    const verdict = proof === null ? null : verifyEntryProof(proof, [trustedLogKey(key)]);
    if (proof !== null && verdict?.ok === true) {
      const { seq, size, body } = proof;
      return await Promise.resolve({
        json: { ok: true, seq, size, log_key: key, entry: body },
        lines: [
          `ok        entry ${seq} of a log of ${size}, under a checkpoint signed by ${key}`,
          `entry     ${printable(body)}`,
        ],
      });
    }
    const fault = verdict?.ok === false ? verdict.fault : 'malformed';
    const why = verdict?.ok === false ? FAULTS[verdict.fault] : 'the file is not a proof';
    return {
      exit: 3,
      json: { ok: false, fault, detail: why },
      lines: [
        `FAULT     ${why}`,
        fault === 'no_checkpoint'
          ? 'next: run `plumbline audit checkpoint` in the workspace, then prove it again'
          : 'next: ask for the proof again, and for the public key from somebody you trust',
      ],
    };
  },
};

/** The named key, else that of the current workspace. Throws CliFailure when there is neither. */
function trustedKey(call: Call): string {
  const given = givenLogKey(call);
  if (given !== null) return given;
  const { workspace, terminal } = call;
  const start = resolve(terminal.cwd, workspace ?? '.');
  const dir = workspace === null ? findWorkspace(start) : start;
  const own = dir === null ? null : ownLogKey(workspacePaths(dir).logKey);
  if (own !== null) return own;
  throw misuse(
    'got no key to trust and no workspace, want --log-key KEY',
    '`plumbline audit checkpoint` prints the key in the workspace',
  );
}

function proofIn(text: string): EntryProof | null {
  try {
    const read = Proof.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export const PROOF_COMMANDS: readonly Command[] = [proveCommand, checkCommand];
