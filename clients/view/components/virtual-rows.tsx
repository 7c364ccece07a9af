/** @module virtual-rows: a long list of rows of equal height, of which only those in sight are in the document. */
import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows above and below those in sight that are in the document, too. */
const MARGIN = 12;

/** The rows to render of a scrolled element. */
export type Window = {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly first: number;
  readonly last: number;
  readonly scrollTo: (row: number) => void;
};

/** Which of `count` rows of `height` pixels to render. */
export function useWindow(count: number, height: number, header = 0): Window {
  const ref = useRef<HTMLDivElement>(null);
  const [[top, room], setSeen] = useState<readonly [number, number]>([0, 600]);
  useLayoutEffect(() => {
    const { current: element } = ref;
    if (element === null) return undefined;
    const measure = (): void => setSeen([element.scrollTop, element.clientHeight]);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  const first = Math.max(0, Math.min(count, Math.floor(top / height)) - MARGIN);
  const last = Math.min(count, Math.ceil((top + room) / height) + MARGIN);
  const scrollTo = (row: number): void => {
    const { current: element } = ref;
    if (element === null) return;
    const from = row * height;
    if (from < element.scrollTop) {
      element.scrollTop = from;
    } else if (from + height + header > element.scrollTop + element.clientHeight) {
      element.scrollTop = from + height + header - element.clientHeight;
    }
  };
  return { ref, first, last, scrollTo };
}

/** Keeps a row in sight when it changes. */
export function useInSight({ scrollTo }: Window, row: number): void {
  useEffect(() => {
    if (row >= 0) scrollTo(row);
  }, [row]);
}

/** The rendered rows at their places within the full height of all rows. */
export function WindowRows({
  count,
  height,
  window: { first, last },
  row,
}: {
  readonly count: number;
  readonly height: number;
  readonly window: Window;
  readonly row: (index: number) => JSX.Element;
}): JSX.Element {
  const indices = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  return (
    <div role="presentation" class="rows" style={{ height: `${count * height}px` }}>
      <div role="presentation" style={{ transform: `translateY(${first * height}px)` }}>
        {indices.map(row)}
      </div>
    </div>
  );
}
