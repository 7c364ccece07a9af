/** @module min heap: a priority queue of numbered items, smallest key first; equal keys are ordered by number. */

/** A binary heap. An item may be pushed several times. */
export class MinHeap {
  readonly #items: number[] = [];
  readonly #keys: number[] = [];

  /** Adds an item. */
  push(item: number, key: number): void {
    let place = this.#items.length;
    this.#items.push(item);
    this.#keys.push(key);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isBefore(place, parent)) break;
      this.#swap(place, parent);
      place = parent;
    }
  }

  /** Removes and returns the first item; null if the heap is empty. */
  pop(): { readonly item: number; readonly key: number } | null {
    const [item, key] = [this.#items[0], this.#keys[0]];
    if (item === undefined || key === undefined) return null;
    this.#swap(0, this.#items.length - 1);
    this.#items.pop();
    this.#keys.pop();
    let place = 0;
    for (;;) {
      let least = place;
      for (const child of [2 * place + 1, 2 * place + 2]) {
        if (child < this.#items.length && this.#isBefore(child, least)) least = child;
      }
      if (least === place) break;
      this.#swap(place, least);
      place = least;
    }
    return { item, key };
  }

  #isBefore(a: number, b: number): boolean {
    const [key_a, key_b] = [this.#keys[a] ?? 0, this.#keys[b] ?? 0];
    return key_a < key_b || (key_a === key_b && (this.#items[a] ?? 0) < (this.#items[b] ?? 0));
  }

  #swap(a: number, b: number): void {
    const [item, key] = [this.#items[a] ?? 0, this.#keys[a] ?? 0];
    this.#items[a] = this.#items[b] ?? 0;
    this.#keys[a] = this.#keys[b] ?? 0;
    this.#items[b] = item;
    this.#keys[b] = key;
  }
}
