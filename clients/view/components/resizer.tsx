/** @module resizer: a line between two areas that a person drags, or moves with the arrow keys. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

/** Pixels for one press of an arrow key. */
const STEP = 16;

/** Moves the line; `sign` is −1 if the area after the line has the size. */
export function Resizer({
  label,
  direction,
  size,
  range,
  sign,
  onSize,
}: {
  readonly label: string;
  /** Direction of the line. */
  readonly direction: 'vertical' | 'horizontal';
  readonly size: number;
  readonly range: readonly [number, number];
  readonly sign: 1 | -1;
  readonly onSize: (size: number) => void;
}): JSX.Element {
  const start = useRef<{ readonly at: number; readonly size: number } | null>(null);
  const at = (event: PointerEvent): number =>
    direction === 'vertical' ? event.clientX : event.clientY;
  const set = (value: number): void => {
    onSize(Math.round(Math.min(range[1], Math.max(range[0], value))));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const [less, more] =
      direction === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    if (event.key === less) set(size - STEP * sign);
    else if (event.key === more) set(size + STEP * sign);
    else if (event.key === 'Home') set(range[0]);
    else if (event.key === 'End') set(range[1]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class={`resizer resizer-${direction}`}
      role="separator"
      aria-orientation={direction}
      aria-label={label}
      aria-valuenow={size}
      aria-valuemin={range[0]}
      aria-valuemax={range[1]}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: at(event), size };
      }}
      onPointerMove={(event) => {
        if (start.current !== null) {
          set(start.current.size + sign * (at(event) - start.current.at));
        }
      }}
      onPointerUp={() => (start.current = null)}
      onPointerCancel={() => (start.current = null)}
    />
  );
}
