/** @module verify: verifies everything that the log alone can prove about a workspace, in one pass. */
import { setImmediate } from 'node:timers/promises';

import { claimedSize, type TrustedKey } from '../../kernel/base/canonical/checkpoint.ts';
import { compareBlobs, compareImports } from './blobs/verify-blobs.ts';
import { openDerivedState } from './derived-state.ts';
import { openGoverningState } from './governing-state.ts';
import { readGoverning, type GoverningEntry } from './governing.ts';
import { walkChain, type ChainWalk, type Visit } from './verify-chain.ts';
import {
  compareHeads,
  compareSeals,
  reportCosignatures,
  signedHeads,
  type Note,
  type SignedHead,
} from './verify-checkpoints.ts';
import { compareDerived } from './verify-derived.ts';
import { openEventWalk } from './verify-events.ts';
import type {
  AuditSource,
  Fault,
  ParallelReading,
  Report,
  VerifyOptions,
  VerifyReport,
} from './verify-report.ts';
import { walkSpans } from './verify-spans.ts';
import { compareTables } from './verify-tables.ts';

/**
 * Verifies a ledger, open or exported, and names every fault it finds.
 *
 * In this order: the linear chain; its tree against every checkpoint, stored and external; each event against its digest;
 * each approval, decision and registry change by the rules of its time; the tables against the chain. A rewrite of a tail
 * that no checkpoint covers cannot be detected: see `covered`.
 */
export async function verifyLedger(
  source: AuditSource,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  const { parallel } = options;
  const intact = parallel === undefined ? null : await verifyIntact(source, options, parallel);
  if (intact !== null) return intact;
  const run = await openRun(source, options);
  run.checkSignatures();
  return run.conclude(await walkChain(source, run.sizes, run.report, run.visit));
}

/** The report on a chain that several threads find intact; null for any other chain. */
async function verifyIntact(
  source: AuditSource,
  options: VerifyOptions,
  reading: ParallelReading,
): Promise<VerifyReport | null> {
  const run = await openRun(source, options);
  const walking = walkSpans(source, reading, run.sizes, run.visit);
  // One turn later the threads have their first tasks, so this thread is free.
  const checked = setImmediate().then(run.checkSignatures);
  const [chain] = await Promise.all([walking, checked]);
  return chain === null ? null : run.conclude(chain);
}

/** One verification: the inputs of the pass over the chain, and the steps after it. */
type Run = {
  /** Sizes for which a note claims a tree. */
  readonly sizes: ReadonlySet<number>;
  readonly report: Report;
  readonly visit: Visit;
  /** To be called before `conclude`. */
  readonly checkSignatures: () => void;
  readonly conclude: (chain: ChainWalk) => Promise<VerifyReport>;
};

async function openRun(source: AuditSource, options: VerifyOptions): Promise<Run> {
  const { faults, report } = openReport();
  const trusted = options.trustedLogKeys ?? (await ownKeys(source));
  const notes = await allNotes(source, options);
  const state = openGoverningState(report);
  const derived = openDerivedState();
  const walk = openEventWalk(source, report, derived.event);
  let heads: readonly SignedHead[] = [];
  const decided: number[] = [];
  return {
    report,
    sizes: new Set(notes.flatMap(({ note }) => claimedSize(note) ?? [])),
    visit: async (rows) => {
      for (const { seq, body } of rows) {
        const entry = readGoverning(body);
        if (entry === undefined) {
          report('unverifiable', seq, 'the entry is malformed for its kind');
        }
        if (entry === undefined || entry === null) continue;
        state.apply(entry, hasEvents(entry) ? await walk.take(entry) : null);
        derived.entry(entry);
        if (isSealed(entry)) decided.push(entry.seq);
        if (entry.step === 'founded') reportFounder(entry, options.trustedLogKeys ?? null, report);
      }
    },
    checkSignatures: () => {
      heads = signedHeads(notes, trusted, report);
      reportCosignatures(notes, options.witnessKeys ?? [], report);
    },
    conclude: async (chain) => {
      const covered = compareHeads(heads, chain, [...faults], report);
      const events = await walk.finish({
        isExecuted: (id) => state.approvals.get(id)?.status === 'executed',
        voided: state.voided,
      });
      await compareTables(source, state, report);
      // Logs with stored replies were founded by versions that seal every decision.
      compareSeals(await source.checkpoints(), derived.keepsAll() ? decided : [], report);
      await compareBlobs(source, derived.blobs, report);
      const { tables } = source;
      if (tables !== null) {
        await compareImports({ ...source, tables }, derived, report);
        await compareDerived(tables, { derived, approvals: state.approvals }, report);
      }
      if (chain.entries === 0) {
        report('missing', 1, 'the log has no entries, not even the first one of a workspace');
      } else if (!derived.founded()) {
        report('missing', 1, 'no entry founds a workspace');
      }

      const { entries, head } = chain;
      const sorted = faults.toSorted((a, b) => a.seq - b.seq);
      return { ok: faults.length === 0, entries, events, head, covered, faults: sorted };
    },
  };
}

/** Reports a log that was founded with an untrusted key. */
function reportFounder(
  { seq, log_public_key }: Extract<GoverningEntry, { readonly step: 'founded' }>,
  trusted: readonly TrustedKey[] | null,
  report: Report,
): void {
  if (trusted?.some(({ publicKey }) => publicKey === log_public_key) ?? true) return;
  const keys = trusted?.map(({ publicKey }) => `\`${publicKey}\``).join(', ') ?? '';
  report(
    'wrong_key',
    seq,
    `the log was founded with the key \`${log_public_key}\`, but only ${keys} is trusted: log.pem or the log was replaced`,
  );
}

/** Whether the keeper signs a checkpoint right after an entry. */
function isSealed({ step }: GoverningEntry): boolean {
  return step === 'decided' || step === 'commented' || step === 'voided';
}

function hasEvents(
  entry: GoverningEntry,
): entry is Extract<GoverningEntry, { readonly step: 'committed' | 'executed' | 'voided' }> {
  return entry.step === 'committed' || entry.step === 'executed' || entry.step === 'voided';
}

/** Collects faults without repeating equal ones. */
function openReport(): { readonly faults: readonly Fault[]; readonly report: Report } {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  return {
    faults,
    report: (kind, seq, detail) => {
      const key = `${kind} ${seq} ${detail}`;
      if (seen.has(key)) return;
      seen.add(key);
      faults.push({ kind, seq, detail });
    },
  };
}

/** The key in the first entry: it detects accidents, but not a rewrite of the file with another key. */
async function ownKeys(source: AuditSource): Promise<readonly TrustedKey[]> {
  const [first] = await source.auditAfter(0, 1);
  const entry = first === undefined ? null : readGoverning(first.body);
  return entry?.step === 'founded'
    ? [{ name: entry.log_name, publicKey: entry.log_public_key }]
    : [];
}

async function allNotes(
  source: AuditSource,
  { checkpoints = [] }: VerifyOptions,
): Promise<readonly Note[]> {
  const stored = await source.checkpoints();
  return [
    ...stored.map(({ size, note }) => ({
      note,
      size,
      from: `the stored checkpoint of size ${size}`,
    })),
    ...checkpoints.map(({ note, from }) => ({ note, size: null, from })),
  ];
}
