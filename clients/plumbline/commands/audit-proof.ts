/** @module audit-proof: the commands for inclusion proofs of log entries; they are created in the workspace and can be checked anywhere. */
import { resolve } from 'node:path';

import { EntryProof, proveEntry, verifyEntryProof } from '../../../governance/audit/prove.ts';
import { trustedLogKey } from '../../../governance/keeper/workspace/log-key.ts';
import {
  findWorkspace,
  workspacePaths,
} from '../../../governance/keeper/workspace/workspace-files.ts';
import { parseJson } from '../../../kernel/base/canonical/parse-json.ts';
import { printable, printableJson } from '../../../kernel/base/text/printable.ts';
import type { Call, Outcome } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { readTextFile } from '../inputs/files.ts';
import { parseInteger } from '../inputs/integer.ts';
import { logKeyOption, ownLogKey } from '../keys/log-key.ts';
import { openSession } from '../session.ts';

/** Creates the inclusion proof of the log entry with the given seq. @throws CliFailure for a seq without an entry */
export async function proveSeq(call: Call): Promise<Outcome> {
  const seq = parseInteger(call.positionals[0] ?? '', 'SEQ', Number.MAX_SAFE_INTEGER);
  await using session = openSession(call);
  const proof = await proveEntry(session.reader, seq);
  if (proof === null) {
    const last = session.reader.auditHead()?.seq ?? 0;
    throw new CliFailure(
      `there is no entry ${seq}, expected 1 to ${last}`,
      'run `plumbline audit show`',
    );
  }
  if (proof.checkpoint === null) {
    call.terminal.err(
      'no checkpoint covers this entry yet: run `plumbline audit checkpoint` first',
    );
  }
  return { json: proof, lines: [printableJson(proof, 2)] };
}

const FAULTS = {
  not_included: 'the entry is not in the tree that the proof names',
  no_checkpoint: 'it contains no signed checkpoint of the tree',
  other_tree: 'its checkpoint is for another tree',
  wrong_key: 'its checkpoint is not signed by the trusted key',
} as const;

/**
 * Verifies an inclusion proof in a file against the trusted log key.
 *
 * @throws CliFailure for an unreadable file or a missing key
 */
export async function checkProof(call: Call): Promise<Outcome> {
  const file = call.positionals[0] ?? '';
  const text = readTextFile(call, file, 'a file written by `plumbline audit prove SEQ > FILE`');
  const key = trustedKey(call);
  const proof = proofIn(text);
  const verdict = proof === null ? null : verifyEntryProof(proof, [trustedLogKey(key)]);
  if (proof !== null && verdict?.ok === true) {
    const { seq, size, body } = proof;
    return await Promise.resolve({
      json: { ok: true, seq, size, log_key: key, entry: body },
      lines: [
        `ok        entry ${seq} of a log of ${size} entries, covered by a checkpoint signed by ${key}`,
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
        : 'next: request the proof again, and get the public key from somebody you trust',
    ],
  };
}

/** The key of `--log-key`, else that of the current workspace. Throws CliFailure if there is neither. */
function trustedKey(call: Call): string {
  const given = logKeyOption(call);
  if (given !== null) return given;
  const { workspace, terminal } = call;
  const start = resolve(terminal.cwd, workspace ?? '.');
  const dir = workspace === null ? findWorkspace(start) : start;
  const own = dir === null ? null : ownLogKey(workspacePaths(dir).logKey);
  if (own !== null) return own;
  throw misuse(
    '--log-key KEY is missing, and there is no workspace whose key could be used',
    '`plumbline audit checkpoint` prints the key in the workspace',
  );
}

function proofIn(text: string): EntryProof | null {
  return EntryProof.safeParse(parseJson(text)).data ?? null;
}
