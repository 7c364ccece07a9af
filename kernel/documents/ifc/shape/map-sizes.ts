/** @module map-sizes: how many items representations have after all maps in them are resolved, without resolving them. */
import type { IfcModel } from '../read/ifc-model.ts';

/** Counts the items of representations, each representation once. */
export class MapSizes {
  readonly #model: IfcModel;
  readonly #known = new Map<number, number>();

  constructor(model: IfcModel) {
    this.#model = model;
  }

  /**
   * The number of items of a representation, mapped ones with those of their maps; possibly infinite. A map that contains
   * itself is counted once.
   */
  of(representation: number): number {
    const open = new Set<number>();
    const stack = [representation];
    for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
      if (this.#known.has(at)) {
        stack.pop();
        continue;
      }
      const parts = this.#mappedIn(at);
      const missing = open.has(at) ? [] : parts.filter((part) => !this.#isCounted(part, open));
      open.add(at);
      if (missing.length > 0) {
        for (const part of missing) stack.push(part);
        continue;
      }
      const own = this.#model.refs(at, 'Items').length;
      this.#known.set(
        at,
        parts.reduce((sum, part) => sum + (this.#known.get(part) ?? 0), own),
      );
      stack.pop();
    }
    return this.#known.get(representation) ?? 0;
  }

  #isCounted(representation: number, open: ReadonlySet<number>): boolean {
    return this.#known.has(representation) || open.has(representation);
  }

  /** The representations of the maps in a representation, each as often as it is used. */
  #mappedIn(representation: number): readonly number[] {
    const model = this.#model;
    return model.refs(representation, 'Items').flatMap((item) => {
      if (!model.isA(item, 'IfcMappedItem')) return [];
      const map = model.ref(item, 'MappingSource');
      return map === null ? [] : (model.ref(map, 'MappedRepresentation') ?? []);
    });
  }
}
