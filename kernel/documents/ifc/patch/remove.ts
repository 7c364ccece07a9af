/** @module remove: removal of records with everything that is useless without them. */
import type { StepValue } from '../read/step-value.ts';
import type { IfcAttribute } from '../schema/ifc-schema.ts';
import type { IfcType } from '../schema/ifc-type.ts';
import { isFollower } from './followers.ts';
import { PatchFault } from './patch-fault.ts';
import type { Records } from './records.ts';
import { withoutItem } from './text/content.ts';

/**
 * Removes records and their traces: references in lists are dropped, relations and styles that would lack a side are
 * removed; then, repeatedly, what lost its last user by this edit. Objects other than the given ones are kept.
 * @throws {PatchFault} if a record that cannot be changed refers to a removed one
 */
export function removeRecords(records: Records, rows: readonly number[]): void {
  const dead = rows.filter((row) => !records.isRemoved(row));
  for (const row of dead) records.remove(row);
  for (const row of dead) {
    for (const user of records.usersOf(row)) {
      if (records.isRemoved(user) || !lacksSide(records, user, row)) continue;
      records.remove(user);
      dead.push(user);
    }
  }
}

/** Removes, repeatedly, what lost its last user by the patch: records of which only styles, layers or aspects are left. */
export function collect(records: Records): void {
  for (;;) {
    const unused: number[] = [];
    for (const row of records.takeLoose()) {
      if (isUnused(records, row)) unused.push(row);
      else if (!records.isRemoved(row)) records.keep(row);
    }
    if (unused.length === 0) return;
    removeRecords(records, unused);
  }
}

/** Whether a record lost its last user by the patch and is still there. */
export function isOrphan(records: Records, row: number): boolean {
  if (records.isRemoved(row) || row >= records.count) return false;
  if (OBJECTS.some((type) => records.isA(row, type))) return false;
  if (!records.isAdded(row) && !records.hadUsers(row)) return false;
  if (records.isAnchored(row)) return false;
  return records.users(row).next().done === true;
}

/** Objects are meant to be in the file without a user. */
const OBJECTS = ['IfcObject', 'IfcContext', 'IfcRelationship'] as const;

/** Whether a record lost its last user by the patch, and is of no use without one. */
function isUnused(records: Records, row: number): boolean {
  if (records.isRemoved(row) || row >= records.count) return false;
  if (OBJECTS.some((type) => records.isA(row, type))) return false;
  if (!records.isAdded(row) && !records.hadUsers(row)) return false;
  if (records.isRepeated(row) || records.isAnchored(row)) return false;
  if (!records.isRemovable(row)) return false;
  for (const user of records.users(row)) if (!isFollower(records, user, row)) return false;
  return true;
}

/** Takes the references to a removed record out of a user. Returns whether the user is useless without it. */
function lacksSide(records: Records, user: number, row: number): boolean {
  const entity = records.entityOf(user);
  const values = records.values(user);
  if (
    entity === undefined ||
    values.length === 0 ||
    (!records.isAdded(user) && records.file.isComplex(user))
  ) {
    throw new PatchFault(
      `${records.label(user)} cannot be changed, so that ${records.label(row)} to which it refers cannot be removed`,
    );
  }
  const isRelation = records.isA(user, 'IfcRelationship');
  for (const [position, value] of values.entries()) {
    const attribute = entity.attributes[position];
    if (!refersTo(records, value, row)) continue;
    const text =
      attribute === undefined ? null : shortened(records, { user, position, row }, attribute);
    const isSide = isRelation && /^Relat(?:ed|ing)/.test(attribute?.name ?? '');
    if (
      text === null ||
      (text === '$' && isSide) ||
      (text === '$' && isFollower(records, user, row))
    ) {
      requireFree(records, user, row);
      return true;
    }
    records.setText(user, position, text);
  }
  return false;
}

/** An argument that refers to a removed record. */
type Place = { readonly user: number; readonly position: number; readonly row: number };

/** The text of an argument without the references to a record; null if the attribute needs one. */
function shortened(
  records: Records,
  { user, position, row }: Place,
  { type, optional }: IfcAttribute,
): string | null {
  const value = records.values(user)[position];
  const inner = value?.kind === 'typed' ? value.value : value;
  const isFlat = inner?.kind === 'list' && !inner.items.some(({ kind }) => kind === 'list');
  if (!isFlat) return inner?.kind === 'ref' && optional ? '$' : null;
  const arg = records.content(user).args[position] ?? '';
  const { text, left } = withoutItem(arg, (id) => {
    const to = records.rowOf(id);
    // Others that are removed by the same edit go at once: a list may have thousands.
    return to === row || records.isRemoved(to);
  });
  if (left >= Math.max(1, lowOf(type))) return text;
  return optional ? '$' : null;
}

/** Least number of items of a list. */
function lowOf(type: IfcType): number {
  if (type.kind === 'aggregate') return type.low;
  return type.kind === 'defined' ? lowOf(type.of) : 1;
}

function requireFree(records: Records, user: number, row: number): void {
  if (!records.isA(user, 'IfcObject') && !records.isA(user, 'IfcContext')) return;
  throw new PatchFault(
    `${records.label(user)} needs ${records.label(row)}, so that only both can be removed`,
  );
}

function refersTo(records: Records, value: StepValue, row: number): boolean {
  if (value.kind === 'ref') return records.rowOf(value.id) === row;
  if (value.kind === 'typed') return refersTo(records, value.value, row);
  return value.kind === 'list' && value.items.some((item) => refersTo(records, item, row));
}
