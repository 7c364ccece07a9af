/** @module follow-browser: reports what the browser changes: the preferred colours, the size, and a lost context. */

/** Pixels of the picture per CSS pixel with a GPU: edges are smooth because the browser scales the picture down. */
const PIXELS = 2;
/** Most pixels of a picture, with a GPU and without one; a larger one is scaled up by the browser. */
const MOST = 12_000_000;
const MOST_SOFTWARE = 2_100_000;
/** Pixels of a picture per CSS pixel in each direction. `area`: CSS pixels of the picture. */
export function pictureRatio(area: number, isSoftware: boolean): number {
  const most = Math.sqrt((isSoftware ? MOST_SOFTWARE : MOST) / Math.max(1, area));
  return Math.min(isSoftware ? 1 : PIXELS, most);
}

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
