/** @module follow-browser: reports what the browser changes: the preferred colours, the size, and a lost context. */

/** What is reported until the signal is aborted. */
export type BrowserEvents = {
  readonly onDark: (isDark: boolean) => void;
  readonly onSize: () => void;
  /** A lost context was restored; everything that it owned is gone. */
  readonly onRestored: () => void;
};

/** Whether the system prefers a dark page. */
export function prefersDark(): boolean {
  return window.matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Follows the browser until `signal` is aborted. */
export function followBrowser(
  canvas: HTMLCanvasElement,
  { onDark, onSize, onRestored }: BrowserEvents,
  signal: AbortSignal,
): void {
  const query = window.matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', () => onDark(query.matches), { signal });
  const sizes = new ResizeObserver(onSize);
  sizes.observe(canvas);
  signal.addEventListener('abort', () => sizes.disconnect());
  canvas.addEventListener('webglcontextlost', (event) => event.preventDefault(), { signal });
  canvas.addEventListener('webglcontextrestored', onRestored, { signal });
}
