/** @module retyped: elements of the file whose type is written with layers, as that of a new element. */
import type { Element } from '../../../../building/kinds/elements.ts';
import type { Changed } from '../changes.ts';
import type { Editing } from '../editing.ts';
import { fileTypes, typeWriter, type TypeWriter } from './type-edits.ts';

/** A relation of objects with what they have in common. */
const RELATIONS = ['IfcRelDefinesByType', 'IfcRelAssociatesMaterial'] as const;

/** The elements of the file that get another type with the new elements. */
export class Retyped {
  readonly #editing: Editing;
  readonly #products = new Map<Element, number>();
  readonly #writers = new Map<string, TypeWriter>();
  /** By product, the relations that it had before. */
  readonly #before = new Map<number, ReadonlySet<number>>();

  constructor(editing: Editing) {
    this.#editing = editing;
    const types = fileTypes(editing);
    for (const one of editing.changes.changed) {
      const { id } = one.after;
      const writer = typeWriter(one, types);
      const product = editing.parts.productOf(id);
      if (writer === null || product === null) continue;
      if (writer === 'element' && editing.isLeft(id)) continue;
      this.#writers.set(id, writer);
      if (writer === 'relation') continue;
      this.#products.set(one.after, product);
      this.#before.set(product, new Set(this.#relations(product)));
    }
  }

  get elements(): readonly Element[] {
    return [...this.#products.keys()];
  }

  /** Parameters of a changed element that the writers of types write. */
  handled({ after }: Changed): readonly string[] {
    const writer = this.#writers.get(after.id) ?? null;
    if (writer === null) return [];
    return writer === 'relation' ? ['type_id'] : ['type_id', 'layer_side'];
  }

  /** Takes the products out of the relations in whose place there are new ones. */
  settle(): void {
    const { patch } = this.#editing;
    for (const product of this.#products.values()) {
      const before = this.#before.get(product) ?? new Set();
      const now = this.#relations(product);
      for (const kind of RELATIONS) {
        const ofKind = now.filter((row) => patch.isA(row, kind));
        if (ofKind.every((row) => before.has(row))) continue;
        for (const row of ofKind.filter((one) => before.has(one))) {
          patch.takeOut(row, 'RelatedObjects', product);
        }
      }
    }
  }

  #relations(product: number): readonly number[] {
    const { patch } = this.#editing;
    return patch.users(product).filter((row) => RELATIONS.some((kind) => patch.isA(row, kind)));
  }
}
