/**
 * @module signed-report-check: checks the files of a live episode against the signed report, and its transcript against
 * its record.
 */
import * as z from 'zod';

import { StoredEpisode } from '../../kernel/axion/exports/stored-run.ts';
import { endEpisode } from '../../kernel/axion/harness/episode.ts';
import { playAgain, turnsOf } from '../../kernel/axion/outside/watched-turn.ts';
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import { verifyText } from '../../kernel/base/canonical/signature.ts';
import { REPORT_CONTEXT } from './live-episodes.ts';
import { readJson, type FoundRun } from './run-files.ts';

const Seal = z.object({ digest: z.string(), signature: z.string(), public_key: z.string() });

const Signed = z.object({
  config: StoredEpisode,
  record: z.looseObject({ audit_chain_ok: z.boolean() }),
  seed_nonce: z.string(),
  seed_commitment: z.string(),
  transcript_sha256: z.string(),
});

/** The result of the check; `fault` describes the first fault, null if there is none. */
export type ReportCheck = { readonly holds: boolean; readonly fault: string | null };

/**
 * Checks digest, signature, seed, transcript and report of a live run, and replays the transcript. The public key is
 * read from the run's files; the caller must compare it with the key of the log.
 */
export function checkSignedReport(run: FoundRun): ReportCheck {
  const fault = faultOf(run);
  return { holds: fault === null, fault };
}

/** The first fault of the files of a live run, or null. */
function faultOf(run: FoundRun): string | null {
  const text = run.text('signed-report.json');
  const seal = Seal.safeParse(readJson(run.text('signature.json'))).data;
  if (text === undefined || seal === undefined) return 'the report or its signature is missing';
  if (sha256Hex(text) !== seal.digest) return 'the report does not hash to its digest';
  if (!verifyText(seal.public_key, text, seal.signature, REPORT_CONTEXT)) {
    return 'the signature is invalid';
  }
  const { config, record, ...signed } = Signed.parse(readJson(text));
  if (sha256Hex(`${signed.seed_nonce}\n${config.suite_seed}`) !== signed.seed_commitment) {
    return 'the seed is not the committed one';
  }
  const transcript = run.text('transcript.jsonl') ?? '';
  if (sha256Hex(transcript) !== signed.transcript_sha256) {
    return 'the transcript is not the signed one';
  }
  const shown = run.report().episodes.map((one) => canonicalJson(one));
  if (shown.length !== 1 || shown[0] !== canonicalJson(record)) {
    return '`report.json` is not the signed record';
  }
  const { audit_chain_ok } = record;
  const again = { ...endEpisode(playAgain(config, turnsOf(transcript))), audit_chain_ok };
  return canonicalJson({ ...again, ...UNTIMED }) === canonicalJson({ ...record, ...UNTIMED })
    ? null
    : 'replaying the transcript produces another record';
}

/** Replaces the timing members, the only ones that differ between equal episodes. */
const UNTIMED = { wallclock_ms_policy_gate: 0, wallclock_ms_p5: 0 };
