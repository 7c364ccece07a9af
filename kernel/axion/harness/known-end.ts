/** @module known-end: the expected end of a log, from the other files of its run. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { z } from 'zod';

import type { LogEnd } from '../kernel/audit-log.ts';

const End = z.object({ entries: z.int().min(0), head: z.string() });

/** The ends of the logs in the summary of a suite. */
const Summary = z.object({ audit_logs: z.record(z.string(), End) });
/** The end of the log in the signed report of a live episode. */
const SignedReport = z.object({ audit: End });

/** A known end of a log, and the file that states it. */
export type KnownEnd = LogEnd & { readonly stated_by: string };

/** The end of the log `audit_<agent>.log.jsonl`, or undefined when no file in its folder states one. */
export function knownEndOf(path: string): KnownEnd | undefined {
  const [, agent] = /^audit_([a-z0-9_]+)\.log\.jsonl$/.exec(basename(path)) ?? [];
  if (agent === undefined) return undefined;
  const summary = Summary.safeParse(jsonBeside(path, 'summary.json')).data;
  const ends = new Map(Object.entries(summary?.audit_logs ?? {}));
  const suite = ends.get(agent);
  if (suite !== undefined) return { ...suite, stated_by: 'summary.json' };
  const signed = SignedReport.safeParse(jsonBeside(path, 'signed-report.json')).data;
  return signed === undefined ? undefined : { ...signed.audit, stated_by: 'signed-report.json' };
}

function jsonBeside(path: string, name: string): unknown {
  const file = join(dirname(path), name);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // A file that is not JSON states no end.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
