/** @module since: the option `--since`: a time, a date, a duration before the newest entry, or an event of the log. */
import { printable } from '../../../kernel/base/text/printable.ts';
import { misuse } from '../failure.ts';

/** The start of a period: a time (ms since 1970, UTC), or a ledger seq. */
export type Start =
  | { readonly at: 'time'; readonly time_ms: number }
  | { readonly at: 'event'; readonly seq: number };

/** Milliseconds of the units of durations. */
const UNITS_MS: ReadonlyMap<string, number> = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
]);

const DURATION = /^(?<count>\d{1,6})(?<unit>[mhdw])$/;
const EVENT = /^#(?<seq>\d{1,12})$/;
const TIME =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:T(?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(?<zone>Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * The start that the option names. Dates and times without a zone are in UTC.
 *
 * @param head_at time of the newest entry of the log (ISO 8601), from which durations count back
 * @throws CliFailure with exit code 2 for any other text
 */
export function startOf(given: string, head_at: string): Start {
  const duration = DURATION.exec(given)?.groups;
  if (duration !== undefined) {
    const unit_ms = UNITS_MS.get(duration['unit'] ?? '') ?? 0;
    return { at: 'time', time_ms: Date.parse(head_at) - Number(duration['count']) * unit_ms };
  }
  const event = EVENT.exec(given)?.groups;
  if (event !== undefined) return { at: 'event', seq: Number(event['seq']) };
  const groups = TIME.exec(given)?.groups;
  const time_ms = groups === undefined ? NaN : timeOf(groups);
  if (!Number.isNaN(time_ms)) return { at: 'time', time_ms };
  throw misuse(
    `invalid --since \`${printable(given)}\`, expected a time, a date, a duration or an event`,
    "for example --since 2026-03-01T08:00Z, --since 2026-03-01, --since 3d, --since '#120'",
  );
}

/** Milliseconds since 1970; NaN for a date that does not exist. */
function timeOf({ date, time, zone }: Readonly<Record<string, string | undefined>>): number {
  const day = new Date(`${date}T00:00:00.000Z`);
  // `Date` reads 30 February as 2 March.
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(date ?? '')) return NaN;
  return time === undefined ? day.getTime() : Date.parse(`${date}T${time}${zone ?? 'Z'}`);
}

/** The start in words. */
export function startWords(start: Start): string {
  return start.at === 'event' ? `event ${start.seq}` : new Date(start.time_ms).toISOString();
}
