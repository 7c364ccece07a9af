/** @module undone pins: the pinned ends that an undo restores, because nobody has changed the walls at them since. */
import type { StoredEvent } from '../../../../schemas/events.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { WALL_ENDS, type WallEnd } from '../../geometry/walls/wall-contacts.ts';
import type { Element } from '../../kinds/elements.ts';
import { pinnedEnds, reshapedEnds, unpinnedAt } from '../../kinds/wall/pins/kept-pins.ts';
import { undonePins } from '../../kinds/wall/pins/merged-pins.ts';
import type { Wall } from '../../kinds/wall/wall.ts';
import { wallsAround } from '../plan/walls/with-unpinned.ts';
import type { StateView } from '../state-view.ts';
import type { Difference } from './differences.ts';
import { earlierValues } from './later-changes.ts';

/** An element that an undo restores; `left` is the wall with the pins that the operation left, null if it changed none. */
export type Draft = Difference & { readonly left: Element | null };

/** What decides whether pins are restored. */
type Undo = {
  readonly view: StateView;
  /** The model with the drafts, from which the walls at restored ends follow. */
  readonly restored: StateView;
  /** Seq of the last event of the operation, and later events of its walls and of those that they meet. */
  readonly last: number;
  readonly later: readonly StoredEvent[];
};

/** The differences of an undo, and warnings about pins that it does not restore. */
export type Pinned = {
  readonly differences: readonly Difference[];
  readonly warnings: readonly string[];
};

/** Whether an undo restores any pins, so that their walls must be looked at. */
export function hasPins(drafts: readonly Difference[]): boolean {
  return drafts.some(({ after }) => after?.kind === 'wall' && pinnedEnds(after.params).length > 0);
}

/** Ids of restored walls with pins, and of walls near them before and after, in order of their discovery. */
export function wallsAt(drafts: readonly Difference[], view: StateView): readonly string[] {
  const ids = new Set<string>();
  for (const { before, after } of drafts) {
    if (after?.kind !== 'wall' || pinnedEnds(after.params).length === 0) continue;
    ids.add(after.id);
    for (const state of [before, after]) {
      if (state?.kind !== 'wall') continue;
      for (const { id } of wallsAround(state, view)) ids.add(id);
    }
  }
  return [...ids];
}

/** The drafts without pins: joints of walls do not depend on these. */
export function withoutPins(drafts: readonly Difference[]): readonly Difference[] {
  return drafts.map((draft) => {
    const { after } = draft;
    return after?.kind === 'wall'
      ? { ...draft, after: { ...after, params: unpinnedAt(after.params, WALL_ENDS) } }
      : draft;
  });
}

/**
 * The drafts with the pins that an undo restores: those of each end that is as the operation left it, if neither its wall
 * nor a wall that meets it there was changed since in a way that shapes the end.
 */
export function withUndonePins(drafts: readonly Draft[], undo: Undo): Pinned {
  const warnings: string[] = [];
  const differences = drafts.map(({ left, ...draft }): Difference => {
    const { before, after } = draft;
    if (after?.kind !== 'wall' || (after.params.pins ?? null) === null) return draft;
    const now = before?.kind === 'wall' ? before : null;
    const lost = WALL_ENDS.filter((end) => isStale({ now, after, left }, end, undo));
    const params = undonePins(now?.params ?? null, after.params, lost);
    const changed = (end: WallEnd): boolean =>
      left === null || !deepEqual(pinOf(left, end), pinOf(after, end));
    warnings.push(...warningOf(after, lost.filter(changed)));
    return { ...draft, after: { ...after, params } };
  });
  return { differences, warnings };
}

type Restored = { readonly now: Wall | null; readonly after: Wall; readonly left: Draft['left'] };

/** Whether an end keeps the pin that it has now, also none. */
function isStale({ now, after, left }: Restored, end: WallEnd, undo: Undo): boolean {
  const back = pinOf(after, end);
  if (back === null) return false;
  if (now !== null) {
    const is = pinOf(now, end);
    if (deepEqual(is, back)) return false;
    if (!deepEqual(is, pinOf(left, end))) return true;
  }
  if (now !== null && reshapedSince(now, undo).includes(end)) return true;
  const sides = now === null ? [undo.restored] : [undo.view, undo.restored];
  const met = sides.flatMap((view) =>
    (view.footprint(after.id)?.joins ?? []).flatMap((join) => (join.end === end ? join.with : [])),
  );
  return met.some((id) => {
    const other = undo.view.elementOf(id, 'wall');
    // A wall that the undo creates again is as it was.
    return other !== undefined && reshapedSince(other, undo).length > 0;
  });
}

function pinOf(element: Element | null, end: WallEnd): unknown {
  return element?.kind === 'wall' ? (element.params.pins?.[end] ?? null) : null;
}

/** The ends of a wall that were reshaped after the operation; both if that is not known. */
function reshapedSince(wall: Wall, { view, last, later }: Undo): readonly WallEnd[] {
  const { id, params } = wall;
  const earlier = earlierValues({ element: wall, version: view.version(id), last }, later);
  if (earlier === null) return WALL_ENDS;
  const was = { ...params, ...Object.fromEntries(earlier) };
  return was.level_id === params.level_id ? reshapedEnds(was, params) : WALL_ENDS;
}

function warningOf({ id }: Element, lost: readonly WallEnd[]): readonly string[] {
  if (lost.length === 0) return [];
  const which = lost.length === 2 ? 'both ends' : `the ${lost.join()}`;
  return [
    `${which} of wall \`${id}\` ${lost.length === 2 ? 'are' : 'is'} not pinned again: the wall or a wall at ${lost.length === 2 ? 'them' : 'it'} has been changed since`,
  ];
}
