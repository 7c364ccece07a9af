/** @module retyped: elements of the file that have another type, and types that have another name. */
import type { Element } from '../../../../building/kinds/elements.ts';
import { PatchFault } from '../../patch/patch-fault.ts';
import { text } from '../../patch/patch-value.ts';
import type { Changed } from '../changes.ts';
import type { Editing } from '../editing.ts';
import { fileTypes, hasFileType } from './type-edits.ts';

/** A relation of objects with what they have in common. */
const RELATIONS = ['IfcRelDefinesByType', 'IfcRelAssociatesMaterial'] as const;

/** The elements of the file that get another type with the new elements. */
export class Retyped {
  readonly #editing: Editing;
  readonly #products = new Map<Element, number>();
  /** By product, the relations that it had before. */
  readonly #before = new Map<number, ReadonlySet<number>>();

  constructor(editing: Editing) {
    this.#editing = editing;
    const types = fileTypes(editing);
    for (const { after, params } of editing.changes.changed) {
      // Doors and windows are assigned to types of the file by the edits of types.
      if (hasFileType(after, types)) continue;
      const product = editing.parts.productOf(after.id);
      if (!params.includes('type_id') || product === null || editing.isLeft(after.id)) continue;
      this.#products.set(after, product);
      this.#before.set(product, new Set(this.#relations(product)));
    }
  }

  get elements(): readonly Element[] {
    return [...this.#products.keys()];
  }

  /** Whether the type of an element is written. */
  has(id: string): boolean {
    return this.elements.some((one) => one.id === id);
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

/**
 * Writes the name of a type.
 * @throws {PatchFault} if something else of it was changed
 */
export function renameType({ patch, source }: Editing, { row, after, params }: Changed): void {
  const other = params.find((param) => param !== 'name' && param !== 'properties');
  if (other !== undefined) {
    throw new PatchFault(
      `the \`${other}\` of a type of the file is kept, expected another type for its elements`,
    );
  }
  const record = row.record === 0 ? -1 : source.model.file.rowOf(row.record);
  if (record < 0) throw new PatchFault('it is no type of the file');
  const name = 'name' in after.params ? after.params.name : null;
  const attribute = patch.hasAttribute(record, 'Name') ? 'Name' : 'LayerSetName';
  if (typeof name === 'string') patch.setAttribute(record, attribute, text(name));
}
