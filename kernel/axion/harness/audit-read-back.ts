/** @module audit-read-back: reads the logs of a suite from the disk again and says of each episode whether its part holds. */
import { verifyAuditFile } from '../kernel/audit-log.ts';
import type { EpisodeRecord } from './episode-record.ts';

/** An episode and where its entries stand in the log of its agent; lines count from 1. */
export type WrittenEpisode = {
  readonly record: EpisodeRecord;
  readonly first_line: number;
  readonly lines: number;
};

/** The records with `audit_chain_ok`: whether the log verifies up to and with the episode's last entry. */
export function readBackChains(
  written: readonly WrittenEpisode[],
  logPath: (agent: string) => string,
): readonly EpisodeRecord[] {
  // Lines from the start that verify.
  const whole = new Map<string, number>();
  for (const agent of new Set(written.map(({ record }) => record.agent_type))) {
    whole.set(agent, verifyAuditFile(logPath(agent)).entries);
  }
  return written.map(({ record, first_line, lines }) => ({
    ...record,
    audit_chain_ok:
      lines === record.audit_entries &&
      first_line + lines - 1 <= (whole.get(record.agent_type) ?? 0),
  }));
}
