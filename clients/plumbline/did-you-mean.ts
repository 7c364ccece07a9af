/** @module did-you-mean: the hint for an unknown name: its closest match among the valid names. */
import { nearest } from '../../kernel/base/text/nearest.ts';
import { printable } from '../../kernel/base/text/printable.ts';

/** A hint that names the closest valid name; `otherwise` if no valid name is close. */
export function didYouMean(name: string, known: readonly string[], otherwise: string): string {
  const near = nearest(name, known);
  return near === null ? otherwise : `did you mean \`${printable(near)}\`?`;
}
