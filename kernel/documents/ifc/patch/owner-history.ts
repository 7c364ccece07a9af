/** @module owner-history: the IfcOwnerHistory of records that a patch changes or adds. */
import { enumeration, integer, NO_VALUE, type PatchValue, ref, text } from './patch-value.ts';
import type { Records } from './records.ts';

/** Who edits: written as LastModifyingUser of changed records. */
export type PatchAuthor = { readonly family_name: string; readonly organization: string };

/** Owner histories of a patch: for each history of the file, one of changed records and one of added ones. */
export class OwnerHistories {
  readonly #records: Records;
  readonly #seconds: number;
  readonly #author: PatchAuthor | null;
  readonly #made = new Map<string, number>();
  #user: number | null = null;

  /** `time`: milliseconds since 1970. */
  constructor(records: Records, time: number, author: PatchAuthor | null) {
    this.#records = records;
    this.#seconds = Math.floor(time / 1000);
    this.#author = author;
  }

  /** The history of an added record that belongs to another one: `$` if that one has none. */
  added(owner: number): PatchValue {
    const row = this.addedRow(owner);
    return row === null ? NO_VALUE : ref(row);
  }

  /** The row of that history; null if the owner has none. */
  addedRow(owner: number): number | null {
    const old = this.#historyOf(owner);
    return old === null ? null : this.#of(old, 'ADDED');
  }

  /** Gives a changed record a history of this patch; does nothing for a record without one. */
  modify(row: number): void {
    const old = this.#historyOf(row);
    if (old === null || this.#isMade(old)) return;
    this.#records.set(row, 'OwnerHistory', ref(this.#of(old, 'MODIFIED')));
  }

  #historyOf(row: number): number | null {
    const history = this.#records.ref(row, 'OwnerHistory');
    if (history === null || !this.#records.isA(history, 'IfcOwnerHistory')) return null;
    const isRead = this.#records.values(history).length > 0;
    return isRead && !this.#records.isRemoved(history) ? history : null;
  }

  #isMade(row: number): boolean {
    return this.#records.isAdded(row);
  }

  #of(old: number, action: 'ADDED' | 'MODIFIED'): number {
    const key = `${old} ${action}`;
    const known = this.#made.get(key);
    // An edit that was undone took the history with it.
    if (known !== undefined && this.#isHistory(known, action)) return known;
    const records = this.#records;
    const made = records.derive(old);
    this.#made.set(key, made);
    records.set(made, 'ChangeAction', enumeration(action));
    const isAdded = action === 'ADDED';
    records.set(made, 'LastModifiedDate', isAdded ? NO_VALUE : integer(this.#seconds));
    if (isAdded) records.set(made, 'CreationDate', integer(this.#seconds));
    const user = isAdded ? NO_VALUE : this.#modifyingUser();
    records.set(made, 'LastModifyingUser', user);
    records.set(made, 'LastModifyingApplication', NO_VALUE);
    return made;
  }

  #isHistory(row: number, action: string): boolean {
    const records = this.#records;
    if (row >= records.count || records.isRemoved(row)) return false;
    const value = records.value(row, 'ChangeAction');
    return records.isA(row, 'IfcOwnerHistory') && value.kind === 'enum' && value.value === action;
  }

  #modifyingUser(): PatchValue {
    if (this.#author === null) return NO_VALUE;
    const records = this.#records;
    const known = this.#user;
    if (known !== null && known < records.count && !records.isRemoved(known)) {
      if (records.isA(known, 'IfcPersonAndOrganization')) return ref(known);
    }
    const person = records.add('IfcPerson', { FamilyName: text(this.#author.family_name) });
    const organization = records.add('IfcOrganization', { Name: text(this.#author.organization) });
    this.#user = records.add('IfcPersonAndOrganization', {
      ThePerson: ref(person),
      TheOrganization: ref(organization),
    });
    return ref(this.#user);
  }
}
