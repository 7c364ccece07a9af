/** @module group-reader: the members of groups of a file, also through groups that are in them. */
import { MAX_MEMBERS } from '../../../../building/kinds/group/group.ts';
import type { IfcModel } from '../../read/ifc-model.ts';

/** Maximum number of groups in a group, directly or through others. */
const MAX_NESTED = 1000;
/** Maximum number of memberships that are followed through nested groups, so that hostile files take linear time. */
const MAX_INHERITED = 500_000;

/** What a relationship assigns to a group: ids of elements, and rows of groups. */
export type Direct = { readonly ids: readonly string[]; readonly groups: readonly number[] };

/** Reads the members of groups. */
export class GroupReader {
  readonly #model: IfcModel;
  /** By row of a product, the id of its element. */
  readonly #ids: ReadonlyMap<number, string>;
  readonly #known = new Map<number, Direct>();
  #inherited = 0;

  constructor(model: IfcModel, ids: ReadonlyMap<number, string>) {
    this.#model = model;
    this.#ids = ids;
  }

  /** The direct members of a group, in the order of the file. */
  directOf(row: number): Direct {
    const known = this.#known.get(row);
    if (known !== undefined) return known;
    const model = this.#model;
    const [ids, groups]: [Set<string>, Set<number>] = [new Set(), new Set()];
    for (const relation of model.referrers(row, 'IfcRelAssignsToGroup', 'RelatingGroup')) {
      // A list of groups is not permitted, and each of them would have all members.
      if (model.ref(relation, 'RelatingGroup') !== row) continue;
      for (const member of model.refs(relation, 'RelatedObjects')) {
        const id = this.#ids.get(member);
        if (id !== undefined) ids.add(id);
        else if (model.isA(member, 'IfcGroup')) groups.add(member);
      }
    }
    const direct = { ids: [...ids], groups: [...groups] };
    this.#known.set(row, direct);
    return direct;
  }

  /** Ids of all members of a group; none if they exceed the limits. Cycles of groups end where they begin. */
  membersOf(row: number): readonly string[] {
    const ids = new Set<string>();
    const seen = new Set([row]);
    const queue = [row];
    for (const next of queue) {
      const direct = this.directOf(next);
      if (next !== row) {
        this.#inherited += direct.ids.length + direct.groups.length;
        if (this.#inherited > MAX_INHERITED) return [];
      }
      for (const id of direct.ids) ids.add(id);
      if (ids.size > MAX_MEMBERS) return [];
      for (const group of direct.groups) {
        if (seen.has(group)) continue;
        if (seen.size > MAX_NESTED) return [];
        seen.add(group);
        queue.push(group);
      }
    }
    return [...ids];
  }
}
