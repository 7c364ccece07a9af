/** @module grounds: the parts of a branch that must not change, so that changes can be merged or reverted. */
import type { Element } from '../../kinds/elements.ts';
import { hasUnderside } from '../../kinds/rules/wall-top.ts';
import { hostedIn } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import type { Difference } from './differences.ts';

/** The state that changes rely on, in addition to the elements that they touch. */
export type Grounds = {
  /** Levels, hosts and neighbours in a host that must remain unchanged. */
  readonly relies_on: readonly string[];
  /**
   * True when a type is deleted or changed, a roof or floor is deleted, or a level is deleted or gets another elevation
   * or height: any other change of the branch may depend on it.
   */
  readonly exclusive: boolean;
};

/** The state that these changes rely on. */
export function groundsOf(differences: readonly Difference[], state: BranchState): Grounds {
  return {
    relies_on: [...new Set(differences.flatMap(({ after }) => neededBy(after, state)))],
    exclusive: differences.some(({ before, after }) => uproots(before, after)),
  };
}

/**
 * Ids that an element needs when it is restored or changed: its levels, type and host, and the other contents of the
 * host.
 */
function neededBy(after: Element | null, state: BranchState): readonly string[] {
  if (after === null) return [];
  const { level, top, host, type, rise, under } = state.keys.kinds.references(after);
  const owners = [host, level, top, type, rise, under].filter((id) => id !== null);
  return [...owners, ...hostedIn(state, host ?? after.id).map(({ id }) => id)];
}

/**
 * Whether a type is deleted or changed, a roof or floor is deleted, or a level is deleted or gets another elevation or
 * height.
 */
function uproots(before: Element | null, after: Element | null): boolean {
  if (before?.kind === 'type') return true;
  if (before !== null && hasUnderside(before)) return after === null;
  if (before?.kind !== 'level') return false;
  if (after?.kind !== 'level') return true;
  const [was, is] = [before.params, after.params];
  return was.elevation !== is.elevation || was.height !== is.height;
}
