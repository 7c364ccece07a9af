/** @module verify: everything that can be proven about a workspace from its log alone, in one pass. */
import type { TrustedKey } from '../../kernel/canonical/checkpoint.ts';
import { readGoverning, type GoverningEntry } from './governing.ts';
import { walkChain } from './verify-chain.ts';
import { compareHeads, signedHeads, type Note } from './verify-checkpoints.ts';
import { openEventWalk } from './verify-events.ts';
import { openReplay } from './verify-replay.ts';
import type { AuditSource, Fault, Report, VerifyOptions, VerifyReport } from './verify-report.ts';
import { compareTables } from './verify-tables.ts';

/**
 * Verifies a ledger, open or exported, and names every fault it finds.
 *
 * In this order: the linear chain; its tree against every checkpoint, stored and from elsewhere; each event against
 * its digest; each approval, decision and registry change by the rules of its time; the tables against the chain.
 * A tail that no checkpoint covers is vouched for by nothing but itself: see `covered`.
 */
export async function verifyLedger(
  source: AuditSource,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  const { faults, report } = openReport();
  const trusted = options.trustedLogKeys ?? (await ownKeys(source));
  const heads = signedHeads(await allNotes(source, options), trusted, report);
  const replay = openReplay(report);
  const walk = openEventWalk(source, report);

  const chain = await walkChain(
    source,
    new Set(heads.map(({ size }) => size)),
    report,
    async (rows) => {
      for (const { seq, body } of rows) {
        const entry = readGoverning(body);
        if (entry === undefined)
          report('unverifiable', seq, 'the entry has not the form of its kind');
        if (entry === undefined || entry === null) continue;
        replay.play(entry, hasEvents(entry) ? await walk.take(entry) : null);
      }
    },
  );
  const covered = compareHeads(heads, chain, [...faults], report);
  const events = await walk.finish((id) => replay.approvals.get(id)?.status === 'executed');
  await compareTables(source, replay, report);

  const { entries, head } = chain;
  const sorted = faults.toSorted((a, b) => a.seq - b.seq);
  return { ok: faults.length === 0, entries, events, head, covered, faults: sorted };
}

function hasEvents(
  entry: GoverningEntry,
): entry is Extract<GoverningEntry, { readonly step: 'committed' | 'executed' }> {
  return entry.step === 'committed' || entry.step === 'executed';
}

/** Collects faults, each kind once a number and detail. */
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

/** The key that the first entry names: good against accidents; who can rewrite the file can name their own. */
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
    ...checkpoints.map((note, index) => ({
      note,
      size: null,
      from: `the given checkpoint ${index + 1}`,
    })),
  ];
}
