/** @module verify_audit: verifies the audit log of an agent under test. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { knownEndOf } from '../../../kernel/axion/harness/known-end.ts';
import { verifyAuditFile, type AuditVerdict } from '../../../kernel/axion/kernel/audit-log.ts';
import { fileInside } from '../inside.ts';
import { runOfPath } from '../run-files.ts';
import type { RunsView } from '../view.ts';

/** Maximum size of a log: 256 MiB, which takes about a minute during which the server is blocked. */
const BYTES_MAX = 1 << 28;

/** Verifies schema, canonical bytes, hashes and links of a log file. */
export const verifyAudit = defineQuery({
  name: 'verify_audit',
  title: 'Verify the log of a run',
  description:
    'Verifies a hash-chained log of the experiment (audit_<agent>.log.jsonl) line by line: schema, canonical bytes, own hash, link. Returns the first fault, or the hash of the last entry. Only reads files under artifacts/.',
  branched: false,
  input: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(1000)
      .describe(
        'Path of the log, relative to the workspace or to its artifacts folder, such as <folder>/audit_honest.log.jsonl.',
      ),
  }),
  output: z.looseObject({ ok: z.boolean(), entries: z.number() }),
  refusals: { INVALID_ARGUMENT: 'use the folder that a run returned and the name of a log in it' },
  async answer({ path }, { artifacts, find, hasFile }: RunsView, { principal, refuse }) {
    const found = await fileInside(artifacts, path, async (below) => {
      const run_id = runOfPath(below);
      if (run_id !== null && find(run_id, principal) !== undefined) return true;
      return await hasFile(below, principal);
    });
    switch (found.found) {
      case 'outside':
        return refuse('INVALID_ARGUMENT', `the path \`${path}\` is outside the artifacts folder`);
      case 'nothing':
        return refuse('INVALID_ARGUMENT', `there is no file \`${path}\` under artifacts`);
      case 'file':
        if (found.bytes > BYTES_MAX) {
          return refuse(
            'INVALID_ARGUMENT',
            `\`${path}\` has ${found.bytes} bytes, expected at most ${BYTES_MAX}; use \`toy-pseudo-axion verify_audit\``,
          );
        }
        return { data: verdictOn(path, found.path) };
      default:
        return found satisfies never;
    }
  },
});

/**
 * The verdict on a log. `end_told_by`: the file of the run that states its end; null when only the chain was checked.
 */
function verdictOn(
  path: string,
  real: string,
): AuditVerdict & { readonly path: string; readonly end_told_by: string | null } {
  const known = knownEndOf(real);
  const verdict = verifyAuditFile(real, known);
  return { path, ...verdict, end_told_by: known?.stated_by ?? null };
}
