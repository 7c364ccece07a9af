/** @module branch-skeleton: the form in which branch names are compared, so that similar names count as equal. */
import { foldName } from './fold-name.ts';

/**
 * The folded name with unified separators and without punctuation at its end: the same for `Race/1`, `race/1` and
 * `race/1.`.
 */
export function branchSkeleton(name: string): string {
  return foldName(name)
    .replaceAll(/[^\p{L}\p{N}]+$/gu, '')
    .replaceAll(/[._-]+/gu, '-')
    .replaceAll(/\/+/gu, '/');
}
