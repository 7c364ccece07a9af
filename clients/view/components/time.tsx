/** @module time: a time as people of this browser write it. */
import type { JSX } from 'preact';

const SHORT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

const EXACT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** A time, ISO 8601, in words; another text as it is. `isExact`: with seconds. */
export function timeWords(at: string, isExact = false): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : (isExact ? EXACT : SHORT).format(date);
}

/** Whether minutes do not distinguish the times of a list, which then has seconds. */
export function needSeconds(times: readonly string[]): boolean {
  return new Set(times.map((at) => at.slice(0, 16))).size < new Set(times).size;
}

/** A time of the log, ISO 8601; another text is shown as it is. `isExact`: with seconds. */
export function Time({
  at,
  isExact = false,
}: {
  readonly at: string;
  readonly isExact?: boolean;
}): JSX.Element {
  const isTime = !Number.isNaN(new Date(at).getTime());
  return (
    <time dateTime={isTime ? at : undefined} title={at} class="time">
      {timeWords(at, isExact)}
    </time>
  );
}
