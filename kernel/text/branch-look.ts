/** @module branch-look: the name of a branch as it is compared with others, without what is easily overlooked. */
import { foldName } from './fold-name.ts';

/** The folded name with marks between its words alike and those after them left out: `Race/1`, `race/1` and `race/1.` are one. */
export function branchLook(name: string): string {
  return foldName(name)
    .replaceAll(/[^\p{L}\p{N}]+$/gu, '')
    .replaceAll(/[._-]+/gu, '-')
    .replaceAll(/\/+/gu, '/');
}
