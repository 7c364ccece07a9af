/** @module group-edits: writes the members and placements of the groups of a file, and removes deleted groups. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { type Group, group, placementName } from '../../../../building/kinds/group/group.ts';
import { isOf } from '../../../../building/kinds/kind.ts';
import { ref, refs, text } from '../../patch/patch-value.ts';
import { GROUP_TYPES, PLACEMENT_SET } from '../../schema/placement-set.ts';
import type { Editing } from '../editing.ts';

const RELATION = 'IfcRelAssignsToGroup';
/** Entities that a zone may have. */
const IN_ZONES = ['IfcZone', 'IfcSpace', 'IfcSpatialZone'] as const;

/**
 * Removes the groups that were deleted, with their placements. A group of which all elements were deleted stays if the
 * file assigns other products to it.
 */
export function removeGroups(editing: Editing): void {
  const { changes, parts, patch, view } = editing;
  for (const row of changes.deleted) {
    const { element } = row;
    if (element?.kind !== group.kind) continue;
    editing.attempt(element.id, () => {
      const file = parts.rowOf(row);
      const before = changes.base.elementOf(element.id, 'group');
      const members = before?.params.members.flat() ?? [];
      const placed = placementsOf(editing, file, before);
      const all = placed.length === 0 ? [file] : placed;
      const isKept =
        members.every((id) => view.element(id) === undefined) &&
        all.some((one) => assignedTo(editing, one).length > 0);
      if (!isKept) for (const one of [...placed, file]) patch.dissolve(one);
    });
  }
}

/** Writes the groups whose members, placements or names differ. `added`: rows of the products of new elements. */
export function writeGroupEdits(editing: Editing, added: ReadonlyMap<string, number>): void {
  const productOf = (id: string): number | null => {
    const row = editing.parts.productOf(id) ?? added.get(id);
    return row === undefined || editing.patch.isRemoved(row) ? null : row;
  };
  for (const { row, before, after } of editing.changes.changed) {
    if (!isOf(group, before) || !isOf(group, after)) continue;
    editing.attempt(after.id, () => {
      const file = editing.parts.rowOf(row);
      const writer = new GroupWriter(editing, { id: after.id, productOf, guid: editing.guid });
      const placed = placementsOf(editing, file, before);
      if (placed.length === 0) writer.writeSet(file, before, after);
      else writer.writePlacements(placed, before, after);
    });
  }
}

type Writing = {
  readonly id: string;
  /** Row of the product of an element; null if the file has none. */
  readonly productOf: (id: string) => number | null;
  readonly guid: (text: string) => string;
};

class GroupWriter {
  readonly #editing: Editing;
  readonly #writing: Writing;

  constructor(editing: Editing, writing: Writing) {
    this.#editing = editing;
    this.#writing = writing;
  }

  /** Writes a group whose members are all in one placement. */
  writeSet(file: number, before: Group, after: Group): void {
    const [old = []] = before.params.members;
    const [now = [], another] = after.params.members;
    if (another !== undefined) {
      this.#editing.leave(
        after.id,
        'the placements that were added to it are no groups of the file',
      );
    }
    this.#setMembers(file, old, now);
  }

  /** Writes a group with one group of the file for each of its placements. */
  writePlacements(placed: readonly number[], before: Group, after: Group): void {
    const { patch } = this.#editing;
    const rows = new Map<number, number>();
    for (const [i, { number }] of before.params.placements.entries()) {
      const row = placed[i];
      if (row !== undefined) rows.set(number, row);
    }
    const left = new Set(rows.keys());
    for (const [i, place] of after.params.placements.entries()) {
      const file = rows.get(place.number);
      if (file === undefined) {
        this.#editing.leave(after.id, `its placement ${place.number} is no group of the file`);
        continue;
      }
      left.delete(place.number);
      const was = before.params.placements.findIndex(({ number }) => number === place.number);
      this.#setMembers(file, before.params.members[was] ?? [], after.params.members[i] ?? []);
      if (before.params.name !== after.params.name) {
        patch.rename(file, { Name: placementName(after, i) });
      }
      this.#setMotion(file, before.params.placements[was], place);
    }
    for (const number of left) {
      const file = rows.get(number);
      if (file !== undefined) patch.dissolve(file);
    }
  }

  #setMotion(
    file: number,
    was: Group['params']['placements'][number] | undefined,
    is: Group['params']['placements'][number],
  ): void {
    if (was === undefined || deepEqual(was, is)) return;
    const { patch, source } = this.#editing;
    const { x, y } = source.frame.origin;
    const values = [
      [PLACEMENT_SET.x, was.x !== is.x, is.x + x],
      [PLACEMENT_SET.y, was.y !== is.y, is.y + y],
      [PLACEMENT_SET.turn, was.turn_deg !== is.turn_deg, is.turn_deg],
      [PLACEMENT_SET.mirrored, was.mirrored !== is.mirrored, is.mirrored],
    ] as const;
    for (const [name, isChanged, value] of values) {
      if (isChanged) patch.setProperty(file, PLACEMENT_SET.name, name, value);
    }
  }

  /** Brings the products that the file assigns to a group to these members. */
  #setMembers(file: number, old: readonly string[], now: readonly string[]): void {
    const { view } = this.#editing;
    const [had, has] = [new Set(old), new Set(now)];
    // Deleted elements are removed from the file, and from its lists.
    const gone = old.filter((id) => !has.has(id) && view.element(id) !== undefined);
    const come = now.filter((id) => !had.has(id));
    if (come.length > 0) this.#assign(file, come);
    if (gone.length > 0) this.#release(file, gone);
  }

  #assign(file: number, ids: readonly string[]): void {
    const { patch } = this.#editing;
    const rows: number[] = [];
    for (const id of ids) {
      const row = this.#writing.productOf(id);
      if (row === null) this.#leave(id, 'has no product in the file');
      else if (!canBeIn(this.#editing, file, row)) this.#leave(id, 'is no space, as a zone needs');
      else rows.push(row);
    }
    const known = new Set(assignedTo(this.#editing, file));
    const fresh = rows.filter((row) => !known.has(row));
    if (fresh.length === 0) return;
    const [relation] = relationsOf(this.#editing, file);
    if (relation !== undefined) {
      patch.setAttribute(
        relation,
        'RelatedObjects',
        refs([...patch.refs(relation, 'RelatedObjects'), ...fresh]),
      );
      return;
    }
    const history = patch.ref(file, 'OwnerHistory') === null ? null : patch.addedHistory(file);
    patch.add(RELATION, {
      GlobalId: text(this.#writing.guid(`members of group ${patch.idText(file)}`)),
      ...(history === null ? {} : { OwnerHistory: ref(history) }),
      RelatedObjects: refs(fresh),
      RelatingGroup: ref(file),
    });
  }

  #release(file: number, ids: readonly string[]): void {
    const { patch } = this.#editing;
    const rows = new Map<number, string>();
    for (const id of ids) {
      const row = this.#writing.productOf(id);
      if (row !== null) rows.set(row, id);
    }
    for (const relation of relationsOf(this.#editing, file)) {
      const all = patch.refs(relation, 'RelatedObjects');
      const left = all.filter((row) => !rows.has(row));
      for (const row of all) if (!left.includes(row)) rows.delete(row);
      if (left.length === all.length) continue;
      if (left.length === 0) patch.dissolve(relation);
      else patch.setAttribute(relation, 'RelatedObjects', refs(left));
    }
    for (const id of rows.values()) {
      this.#leave(id, 'stays in the group, because another group in it has it');
    }
  }

  #leave(id: string, why: string): void {
    this.#editing.leave(this.#writing.id, `its member \`${id}\` ${why}`);
  }
}

/** Rows of the relations that assign members to a group now. */
function relationsOf({ patch }: Editing, file: number): readonly number[] {
  return patch
    .users(file)
    .filter((user) => patch.isA(user, RELATION) && patch.ref(user, 'RelatingGroup') === file);
}

/** Rows of the members of a group now. */
function assignedTo(editing: Editing, file: number): readonly number[] {
  return relationsOf(editing, file).flatMap((one) => editing.patch.refs(one, 'RelatedObjects'));
}

/** Rows of the placements of a group that Plumbline wrote, in the order of the group; none of any other group. */
function placementsOf(
  editing: Editing,
  file: number,
  before: Group | undefined,
): readonly number[] {
  const { patch } = editing;
  const isType = (row: number, type: string): boolean => {
    const value = patch.value(row, 'ObjectType');
    return patch.isA(row, 'IfcGroup') && value.kind === 'text' && value.value === type;
  };
  if (!isType(file, GROUP_TYPES.group)) return [];
  const parts = assignedTo(editing, file);
  const isPlaced =
    parts.length === before?.params.placements.length &&
    parts.every((row) => isType(row, GROUP_TYPES.placement));
  return isPlaced ? parts : [];
}

/** Whether a group may have a product: zones have spaces only. */
function canBeIn({ patch }: Editing, file: number, product: number): boolean {
  return !patch.isA(file, 'IfcZone') || IN_ZONES.some((entity) => patch.isA(product, entity));
}
