/** @module GRP001: groups do not contain themselves, directly or indirectly. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';
import { acrossRelations } from '../relations.ts';

export const grp001 = defineIfcRule({
  id: 'GRP001',
  title: 'No group is a member of itself, directly or through other groups',
  group: 'structure',
  clause: 'Group Assignment',
  severity: 'error',
  checks: [
    {
      of: (model) => model.rows('IfcGroup'),
      faults: (row, model) =>
        inCycles(model).has(row) ? { message: `${named(row, model)} is a member of itself` } : null,
    },
  ],
});

const found = new WeakMap<IfcModel, ReadonlySet<number>>();

/**
 * Groups on a cycle, computed once for a file: strongly connected components by Tarjan's algorithm, without recursion.
 */
function inCycles(model: IfcModel): ReadonlySet<number> {
  const known = found.get(model);
  if (known !== undefined) return known;
  const cyclic = new Set<number>();
  const search = new CycleSearch(model, cyclic);
  for (const row of model.rows('IfcGroup')) search.from(row);
  found.set(model, cyclic);
  return cyclic;
}

type Visit = { readonly row: number; readonly members: readonly number[]; next: number };

class CycleSearch {
  readonly #model: IfcModel;
  readonly #cyclic: Set<number>;
  readonly #order = new Map<number, number>();
  readonly #low = new Map<number, number>();
  readonly #open: number[] = [];
  readonly #isOpen = new Set<number>();

  constructor(model: IfcModel, cyclic: Set<number>) {
    this.#model = model;
    this.#cyclic = cyclic;
  }

  from(start: number): void {
    if (this.#order.has(start)) return;
    const path = [this.#enter(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const member = visit.members[visit.next];
      visit.next += 1;
      if (member === undefined) {
        path.pop();
        this.#leave(visit, path.at(-1));
      } else if (!this.#order.has(member)) {
        path.push(this.#enter(member));
      } else if (this.#isOpen.has(member)) {
        this.#lower(visit.row, this.#order.get(member) ?? 0);
        if (member === visit.row) this.#cyclic.add(member);
      }
    }
  }

  #enter(row: number): Visit {
    const order = this.#order.size;
    this.#order.set(row, order);
    this.#low.set(row, order);
    this.#open.push(row);
    this.#isOpen.add(row);
    const members = acrossRelations(row, this.#model, [
      'IfcRelAssignsToGroup',
      'RelatingGroup',
      'RelatedObjects',
    ]).filter((one) => this.#model.isA(one, 'IfcGroup'));
    return { row, members, next: 0 };
  }

  #leave({ row }: Visit, above: Visit | undefined): void {
    const low = this.#low.get(row) ?? 0;
    if (above !== undefined) this.#lower(above.row, low);
    if (low !== this.#order.get(row)) return;
    const ring = this.#open.splice(this.#open.lastIndexOf(row));
    for (const one of ring) {
      this.#isOpen.delete(one);
      if (ring.length > 1) this.#cyclic.add(one);
    }
  }

  #lower(row: number, to: number): void {
    this.#low.set(row, Math.min(to, this.#low.get(row) ?? to));
  }
}
