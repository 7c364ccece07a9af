/** @module countdown: the time until an approval expires. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { STRINGS } from '../../strings.ts';

const { approvals: words } = STRINGS;
const SECOND = 1000;

/** `until`, `now`: ISO 8601 by the clock of the server; without `now` the clock of this machine counts. */
export function Countdown({
  until,
  now,
}: {
  readonly until: string;
  readonly now: string | null;
}): JSX.Element {
  const [ahead] = useState(() => (now === null ? 0 : Date.parse(now) - Date.now()));
  const [left, setLeft] = useState(() => leftUntil(until, ahead));
  useEffect(() => {
    const timer = setInterval(() => setLeft(leftUntil(until, ahead)), SECOND);
    return () => clearInterval(timer);
  }, [until, ahead]);
  return (
    <span class={left < 300 ? 'countdown is-short' : 'countdown'} title={until}>
      {left <= 0 ? words.expired : words.expires(wordsOf(left))}
    </span>
  );
}

/** Seconds. */
function leftUntil(until: string, ahead_ms: number): number {
  return Math.round((Date.parse(until) - Date.now() - ahead_ms) / SECOND);
}

function wordsOf(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes < 60) return `${minutes}:${String(rest).padStart(2, '0')} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
