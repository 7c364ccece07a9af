/** @module visible head: a text that changes whenever something changes that a person sees of a branch. */
import type { Looking } from './looking.ts';
import type { MarkedState } from './marks.ts';
import { readKey } from './moments.ts';

/** The last state that was compared for a person, and how often it looked different from the one before. */
type Head = { readonly state: MarkedState; readonly changes: number };

/** By sign-in, then by branch. */
const HEADS = new WeakMap<object, Map<string, Head>>();

/**
 * The newest event that the person sees, and for a restricted READ the number of times that what they see of the model has
 * changed since they signed in: they see no event of an element that is deleted, leaves their sight, or comes into it.
 */
export async function visibleHead(looking: Looking, branch: string): Promise<string> {
  const { marks, sees_all, viewer } = looking;
  const { seq, view } = await looking.at({ branch });
  const [newest] = await view.history({ element_id: null, limit: 1 });
  const event = newest?.event_id ?? '';
  if (sees_all) return event;
  const heads = HEADS.get(marks) ?? new Map<string, Head>();
  HEADS.set(marks, heads);
  const state = { branch, seq, read: readKey(viewer) };
  const changes = await changesOf(looking, heads.get(branch), { state, view });
  heads.set(branch, { state, changes });
  return `${event} ${changes}`;
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
