/** @module time: a time as people of this browser write it. */
import type { JSX } from 'preact';

const SHORT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** A time, ISO 8601, in words; another text as it is. */
export function timeWords(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : SHORT.format(date);
}

/** A time of the log, ISO 8601; another text is shown as it is. */
export function Time({ at }: { readonly at: string }): JSX.Element {
  const isTime = !Number.isNaN(new Date(at).getTime());
  return (
    <time dateTime={isTime ? at : undefined} title={at} class="time">
      {timeWords(at)}
    </time>
  );
}
