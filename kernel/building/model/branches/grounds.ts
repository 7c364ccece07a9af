/** @module grounds: what of a branch must stay as it is for changes that are taken over or taken back. */
import type { Element } from '../../kinds/elements.ts';
import { hasUnderside } from '../../kinds/rules/wall-top.ts';
import { hostedIn } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import type { Difference } from './differences.ts';

/** What changes rest on, beside what they touch themselves. */
export type Grounds = {
  /** Levels, hosts and neighbours in a host that must stay as they are. */
  readonly relies_on: readonly string[];
  /** True when a type, or the height of a level, goes or changes: any other change of the branch may be of it or stand on it. */
  readonly exclusive: boolean;
};

/** What these changes of a state rest on. */
export function groundsOf(differences: readonly Difference[], state: BranchState): Grounds {
  return {
    relies_on: [...new Set(differences.flatMap(({ after }) => neededBy(after, state)))],
    exclusive: differences.some(({ before, after }) => uproots(before, after)),
  };
}

/** What an element that comes back or changes needs: its levels, or its host with what else sits in it. */
function neededBy(after: Element | null, state: BranchState): readonly string[] {
  if (after === null) return [];
  const { level, top, host, type, rise, under } = state.keys.kinds.references(after);
  const owners = [host, level, top, type, rise, under].filter((id) => id !== null);
  return [...owners, ...hostedIn(state, host ?? after.id).map(({ id }) => id)];
}

/** Whether a type goes or changes, a roof or floor goes, or a level goes or takes what stands on it to another height or extent. */
function uproots(before: Element | null, after: Element | null): boolean {
  if (before?.kind === 'type') return true;
  if (before !== null && hasUnderside(before)) return after === null;
  if (before?.kind !== 'level') return false;
  if (after?.kind !== 'level') return true;
  const [was, is] = [before.params, after.params];
  return was.elevation !== is.elevation || was.height !== is.height;
}
