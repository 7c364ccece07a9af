/** @module panes: the rectangles of a picture for each way to show two moments. */
import type { ComparedScene } from '../scene-view.ts';
import type { Pane } from './scene-content.ts';

/** The panes of a picture of this size in pixels, in the order in which they are drawn. */
export function panesOf(
  [width, height]: readonly [number, number],
  compared: ComparedScene | null,
): readonly Pane[] {
  const all = [0, 0, width, height] as const;
  const whole = { rect: all, clip: all, spread: 1 };
  if (compared === null) return [{ ...whole, shows: 'after', weight: 1 }];
  const { mode } = compared;
  const at = Math.min(1, Math.max(0, compared.at));
  if (mode === 'ghost') return [{ ...whole, shows: 'both', weight: 1 }];
  if (mode === 'blend') {
    return [
      { ...whole, shows: 'before', weight: 1 },
      { ...whole, shows: 'after', weight: Math.min(at, 0.999) },
    ];
  }
  const middle = Math.round(width * (mode === 'side' ? 0.5 : at));
  const left = [0, 0, middle, height] as const;
  const right = [middle, 0, width - middle, height] as const;
  if (mode === 'side') {
    return [
      { rect: left, clip: left, spread: 2, shows: 'before', weight: 1 },
      { rect: right, clip: right, spread: 2, shows: 'after', weight: 1 },
    ];
  }
  return [
    { ...whole, clip: left, shows: 'before', weight: 1 },
    { ...whole, clip: right, shows: 'after', weight: 1 },
  ];
}
