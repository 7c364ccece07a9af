/** @module cycles: instances that lead to themselves through relationships. */
import type { IfcModel } from '../read/ifc-model.ts';

/** A function that finds the rows on a cycle of a model, among `starts` and what `next` leads to from them. */
export function inCycles(
  starts: (model: IfcModel) => Iterable<number>,
  next: (row: number, model: IfcModel) => readonly number[],
): (model: IfcModel) => ReadonlySet<number> {
  const found = new WeakMap<IfcModel, ReadonlySet<number>>();
  return (model) => {
    const known = found.get(model);
    if (known !== undefined) return known;
    const cyclic = new Set<number>();
    const search = new CycleSearch((row) => next(row, model), cyclic);
    for (const row of starts(model)) search.from(row);
    found.set(model, cyclic);
    return cyclic;
  };
}

type Visit = { readonly row: number; readonly successors: readonly number[]; next: number };

/** Strongly connected components by Tarjan's algorithm, without recursion. */
class CycleSearch {
  readonly #next: (row: number) => readonly number[];
  readonly #cyclic: Set<number>;
  readonly #order = new Map<number, number>();
  readonly #low = new Map<number, number>();
  readonly #open: number[] = [];
  readonly #isOpen = new Set<number>();

  constructor(next: (row: number) => readonly number[], cyclic: Set<number>) {
    this.#next = next;
    this.#cyclic = cyclic;
  }

  from(start: number): void {
    if (this.#order.has(start)) return;
    const path = [this.#enter(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const successor = visit.successors[visit.next];
      visit.next += 1;
      if (successor === undefined) {
        path.pop();
        this.#leave(visit, path.at(-1));
      } else if (!this.#order.has(successor)) {
        path.push(this.#enter(successor));
      } else if (this.#isOpen.has(successor)) {
        this.#lower(visit.row, this.#order.get(successor) ?? 0);
        if (successor === visit.row) this.#cyclic.add(successor);
      }
    }
  }

  #enter(row: number): Visit {
    const order = this.#order.size;
    this.#order.set(row, order);
    this.#low.set(row, order);
    this.#open.push(row);
    this.#isOpen.add(row);
    const successors = this.#next(row);
    return { row, successors, next: 0 };
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
