/** @module visible head: a text that changes whenever something changes that a person sees of a branch. */
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { Looking } from './looking.ts';
import type { MarkedState } from './marks.ts';
import { readKey } from './moments.ts';

/** The last state that was compared for a person, and how often it looked different from the one before. */
type Head = {
  readonly state: MarkedState;
  readonly changes: number;
  /** Id of the newest event that they saw; empty without one. */
  readonly event: string;
};

/** By sign-in, then by branch. */
const HEADS = new WeakMap<object, Map<string, Head>>();

/**
 * The newest event that the person sees, and for a restricted READ the number of times that what they see of the model has
 * changed since they signed in: they see no event of an element that is deleted, leaves their sight, or comes into it.
 */
export async function visibleHead(looking: Looking, branch: string): Promise<string> {
  const { marks, sees_all, viewer } = looking;
  const { seq, view } = await looking.at({ branch });
  if (sees_all) return (await newestEvent(view, 0)) ?? '';
  const heads = HEADS.get(marks) ?? new Map<string, Head>();
  HEADS.set(marks, heads);
  const state = { branch, seq, read: readKey(viewer) };
  const known = heads.get(branch);
  // Hidden events before the last notice are not read again. Older events that come into sight count as changes.
  const isSame = known !== undefined && known.state.read === state.read;
  const event =
    (await newestEvent(view, isSame ? known.state.seq : 0)) ?? (isSame ? known.event : '');
  const changes = await changesOf(looking, known, { state, view });
  heads.set(branch, { state, changes, event });
  return `${event} ${changes}`;
}

async function newestEvent(view: BuildingView, after: number): Promise<string | null> {
  const [newest] = await view.history({ element_id: null, limit: 1, after });
  return newest?.event_id ?? null;
}

async function changesOf(
  looking: Looking,
  known: Head | undefined,
  { state, view }: { readonly state: MarkedState } & Pick<Parameters<Looking['since']>[1], 'view'>,
): Promise<number> {
  if (known === undefined) return 0;
  if (known.state.read !== state.read) return known.changes + 1;
  if (known.state.seq === state.seq) return known.changes;
  const { changes } = await looking.since(known.state, { seq: state.seq, view });
  const isChanged = Object.values(changes).some(({ length }) => length > 0);
  return known.changes + (isChanged ? 1 : 0);
}
