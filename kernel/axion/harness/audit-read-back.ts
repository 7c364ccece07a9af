/** @module audit-read-back: re-reads the logs of a suite and records for each episode whether its entries verify. */
import { verifyAuditFile } from '../kernel/audit-log.ts';
import type { EpisodeRecord } from './episode-record.ts';

/** An episode and the lines of its entries in the log of its agent, counted from 1. */
export type WrittenEpisode = {
  readonly record: EpisodeRecord;
  readonly first_line: number;
  readonly lines: number;
};

/** The records with `audit_chain_ok`: whether the log verifies up to and including the episode's last entry. */
export function readBackChains(
  written: readonly WrittenEpisode[],
  logPath: (agent: string) => string,
): readonly EpisodeRecord[] {
  // Per agent: the number of lines from the start of the log that verify.
  const verified = new Map<string, number>();
  for (const agent of new Set(written.map(({ record }) => record.agent_type))) {
    verified.set(agent, verifyAuditFile(logPath(agent)).entries);
  }
  return written.map(({ record, first_line, lines }) => ({
    ...record,
    audit_chain_ok:
      lines === record.audit_entries &&
      first_line + lines - 1 <= (verified.get(record.agent_type) ?? 0),
  }));
}
