/** @module undone members: the members of a set before and after an operation, of which events state only the difference. */
import type { Json, MembersChange, StoredEventOf } from '../../../../schemas/events.ts';
import type { Element } from '../../kinds/elements.ts';
import { changedMembers, membersBefore } from '../../kinds/group/members-change.ts';

/** Values of parameters before and after an operation. */
type Changes = Map<string, { from: unknown; to: unknown }>;

/** No group has these members, so that a value which cannot be computed counts as changed since. */
const UNKNOWN: Json = null;

/** Collects how one operation changes the members of a set. */
export class MembersNotes {
  readonly #params: Changes;
  #changes: MembersChange[] = [];

  /** `params`: the other changes of the operation, to which `settle` adds the members. */
  constructor(params: Changes) {
    this.#params = params;
  }

  /** Notes an event. Must be called before its `updates` are noted. */
  note({ payload: { updates, previous, members } }: StoredEventOf<'element.modified'>): void {
    if (Object.hasOwn(updates, 'members')) this.#settleBefore(previous['members']);
    if (members === undefined) return;
    const known = this.#params.get('members');
    if (known === undefined) this.#changes.push(members);
    else known.to = appliedTo(known.to, [members]) ?? UNKNOWN;
  }

  /** Adds the members before and after the operation to the changes. `result`: the element after it, and nothing later. */
  settle(result: Element | null): void {
    if (this.#changes.length === 0) return;
    const to = result?.kind === 'group' ? result.params.members : UNKNOWN;
    const from = takenFrom(to, this.#changes);
    this.#params.set('members', from === null ? { from: UNKNOWN, to: UNKNOWN } : { from, to });
    this.#changes = [];
  }

  /** The members that `created` gets by the changes. */
  redone(created: Element): void {
    if (this.#changes.length === 0 || created.kind !== 'group') return;
    const from = created.params.members;
    this.#params.set('members', { from, to: appliedTo(from, this.#changes) ?? UNKNOWN });
    this.#changes = [];
  }

  /** Forgets the changes. */
  clear(): void {
    this.#changes = [];
  }

  #settleBefore(previous: Json | undefined): void {
    if (this.#changes.length === 0) return;
    const from = takenFrom(previous, this.#changes);
    this.#params.set('members', { from, to: previous });
    this.#changes = [];
  }
}

function appliedTo(members: unknown, changes: readonly MembersChange[]): string[][] | null {
  return changes.reduce<string[][] | null>(
    (now, change) => (now === null ? null : changedMembers(now, change)),
    membersIn(members),
  );
}

function takenFrom(members: unknown, changes: readonly MembersChange[]): string[][] | null {
  return changes.reduceRight<string[][] | null>(
    (now, change) => (now === null ? null : membersBefore(now, change)),
    membersIn(members),
  );
}

function membersIn(value: unknown): string[][] | null {
  if (!Array.isArray(value)) return null;
  return value.map((row: unknown) =>
    Array.isArray(row) ? row.filter((id: unknown) => typeof id === 'string') : [],
  );
}
