/** @module check-series: the first and the last run of each check, and the findings in which they differ. */
import { canonicalJson } from '../../../kernel/base/canonical/json.ts';
import type { FindingRecord, StoredEventOf } from '../../../schemas/events.ts';
import { firstOf } from './bounded-list.ts';
import { maskedParams, maskedText } from './masked.ts';
import type { CheckRow, CheckRunRow, FindingRow, Listed } from './report-data.ts';

/** Most series of which findings are kept, and most findings that one list shows. */
const [SERIES_MAX, FINDINGS_MAX] = [200, 100];

type RunEvent = StoredEventOf<'validation.run'>;
type Run = { readonly row: CheckRunRow; readonly findings: readonly FindingRecord[] };
type Series = {
  readonly of: Pick<CheckRow, 'tool' | 'options' | 'branch' | 'whole'>;
  readonly first: Run;
  last: Run | null;
  runs: number;
};

/** Collects runs of checks. Runs with the same tool, arguments, branch and READ permission are one series. */
export class CheckSeries {
  readonly #series = new Map<string, Series>();
  readonly #more = new Set<string>();

  /** Adds a run, in the order of the log. `entry` is its audit entry. */
  add({ payload, branch, at }: RunEvent, entry: number): void {
    const { tool, options, whole, sight = null } = payload;
    const key = canonicalJson([tool, options, branch, whole, sight]);
    const known = this.#series.get(key);
    const run = { row: runRow(payload, entry, at), findings: payload.findings };
    if (known !== undefined) {
      known.last = run;
      known.runs += 1;
    } else if (this.#series.size < SERIES_MAX) {
      const of = { tool, options: optionsText(options), branch, whole };
      this.#series.set(key, { of, first: run, last: null, runs: 1 });
    } else {
      this.#more.add(key);
    }
  }

  /** The series in the order of their first runs. */
  list(): Listed<CheckRow> {
    const rows = [...this.#series.values()].map(checkRow);
    return { rows, total: rows.length + this.#more.size };
  }
}

function optionsText(options: Readonly<Record<string, unknown>>): string {
  return Object.entries(maskedParams(options))
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(', ');
}

function runRow(
  { findings, found, summary }: RunEvent['payload'],
  entry: number,
  at: string,
): CheckRunRow {
  const stated = summary['counts'];
  const count = (severity: string): number => {
    const value: unknown =
      typeof stated === 'object' && stated !== null ? Reflect.get(stated, severity) : undefined;
    return typeof value === 'number'
      ? value
      : findings.filter((finding) => finding.severity === severity).length;
  };
  const counts = { error: count('error'), warning: count('warning'), advisory: count('advisory') };
  return { entry, at, counts, found, kept: findings.length };
}

function checkRow({ of, first, last, runs }: Series): CheckRow {
  const [was, is] = [first, last ?? first].map(
    ({ findings }) => new Set(findings.map(({ finding_id }) => finding_id)),
  );
  const now = (last ?? first).findings;
  return {
    ...of,
    runs,
    first: first.row,
    last: last?.row ?? null,
    fresh: findingRows(now.filter(({ finding_id }) => was?.has(finding_id) !== true)),
    resolved: findingRows(first.findings.filter(({ finding_id }) => is?.has(finding_id) !== true)),
    remaining: findingRows(now.filter(({ finding_id }) => was?.has(finding_id) === true)),
  };
}

function findingRows(findings: readonly FindingRecord[]): Listed<FindingRow> {
  const { rows, total } = firstOf(findings, FINDINGS_MAX);
  return {
    total,
    rows: rows.map(({ severity, check, message }) => ({
      severity,
      check,
      message: maskedText(message),
    })),
  };
}
