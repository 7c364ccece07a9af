/** @module did-you-mean: the hint for an unknown name: the closest match among the valid ones. */
import { nearest } from '../../kernel/base/text/nearest.ts';
import { printable } from './printable.ts';

/** The question whether the closest valid name was meant; `otherwise` if none is close. */
export function didYouMean(name: string, known: readonly string[], otherwise: string): string {
  const near = nearest(name, known);
  return near === null ? otherwise : `did you mean \`${printable(near)}\`?`;
}
