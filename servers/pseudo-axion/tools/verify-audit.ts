/** @module verify_audit: verifies the log of an agent under test. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { knownEndOf } from '../../../kernel/axion/harness/known-end.ts';
import { verifyAuditFile, type AuditVerdict } from '../../../kernel/axion/kernel/audit-log.ts';
import { fileInside } from '../inside.ts';
import { runOfPath } from '../run-files.ts';
import type { RunsView } from '../view.ts';

/** 256 MiB; a larger file would block the server for more than about a minute. */
const BYTES_MAX = 1 << 28;

/** Verifies schema, canonical bytes, hashes and links of a log file. */
export const verifyAudit = defineQuery({
  name: 'verify_audit',
  title: 'Verify the log of a run',
  description:
    'Verifies a hash-chained log of the experiment (audit_<agent>.log.jsonl) line by line: schema, canonical bytes, own hash, link. Answers the first fault or the head. Only files under artifacts/.',
  branched: false,
  input: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(1000)
      .describe(
        'From the workspace or its artifacts folder, such as <folder>/audit_honest.log.jsonl.',
      ),
  }),
  output: z.looseObject({ ok: z.boolean(), entries: z.number() }),
  refusals: { INVALID_ARGUMENT: 'use the folder of an answered run and the name of a log in it' },
  async answer({ path }, { artifacts, find, hasFile }: RunsView, { principal, refuse }) {
    const found = await fileInside(artifacts, path, async (below) => {
      const run_id = runOfPath(below);
      if (run_id !== null && find(run_id, principal) !== undefined) return true;
      return await hasFile(below, principal);
    });
    switch (found.found) {
      case 'outside':
        return refuse('INVALID_ARGUMENT', `\`${path}\` leaves the artifacts folder`);
      case 'nothing':
        return refuse('INVALID_ARGUMENT', `there is no file \`${path}\` under artifacts`);
      case 'file':
        if (found.bytes > BYTES_MAX) {
          return refuse(
            'INVALID_ARGUMENT',
            `\`${path}\` has ${found.bytes} bytes, want at most ${BYTES_MAX}; use \`toy-pseudo-axion verify_audit\``,
          );
        }
        return { data: verified(path, found.path) };
      default:
        return found satisfies never;
    }
  },
});

/** `end_told_by`: the file of the run that states the end of the log; null when only the chain was checked. */
function verified(
  path: string,
  real: string,
): AuditVerdict & { readonly path: string; readonly end_told_by: string | null } {
  const known = knownEndOf(real);
  const verdict = verifyAuditFile(real, known);
  return { path, ...verdict, end_told_by: known?.told_by ?? null };
}
