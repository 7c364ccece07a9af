/** @module patience: how a process that has lost its keeper waits for the next one without taking the processor from it. */

/**
 * Pauses between tries to connect (ms). A takeover takes some milliseconds and a start a tenth of a second; all who
 * wait try at once, so that on few processors each try delays the one who is taking over.
 */
const PAUSES = [
  { upTo: 5, ms: 1 },
  { upTo: 20, ms: 3 },
  { upTo: 100, ms: 5 },
  { upTo: Infinity, ms: 25 },
];

/** Of so many tries one competes for the lock too: whoever holds it by then is about to listen. */
const COMPETE_EVERY = 4;

/** How long to wait (ms) after so many failed tries in a row. */
export function pauseAfter(tries: number): number {
  return PAUSES.find(({ upTo }) => tries <= upTo)?.ms ?? 0;
}

/** Whether to compete for the workspace after so many failed tries in a row: at once, then now and then. */
export function competesAfter(tries: number): boolean {
  return tries % COMPETE_EVERY === 1;
}
