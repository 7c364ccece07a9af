/** @module glass-items: the items of a file that are transparent. */
import type { IfcModel } from '../../read/ifc-model.ts';

/** Transparency from which an item counts as glass: frosted glass and nets have more. */
const GLASS = 0.25;
/** Longest chain of styles: assignment, surface style, its elements. */
const MAX_DEPTH = 3;

/** Finds the items of bodies whose style is transparent; reads the styles of the file with the first question. */
export class GlassItems {
  readonly #model: IfcModel;
  readonly #isClear = new Map<number, boolean>();
  #rows: ReadonlySet<number> | null = null;

  constructor(model: IfcModel) {
    this.#model = model;
  }

  /** Whether the item of this row is glass. */
  has(row: number): boolean {
    this.#rows ??= this.#read();
    return this.#rows.has(row);
  }

  #read(): ReadonlySet<number> {
    const rows = new Set<number>();
    for (const styled of this.#model.rows('IfcStyledItem')) {
      const item = this.#model.ref(styled, 'Item');
      if (item === null || rows.has(item)) continue;
      if (this.#model.refs(styled, 'Styles').some((style) => this.#clear(style))) rows.add(item);
    }
    return rows;
  }

  /** Whether a style, or a style in it, is transparent. */
  #clear(style: number, depth = 0): boolean {
    const known = this.#isClear.get(style);
    if (known !== undefined) return known;
    this.#isClear.set(style, false);
    const isClear = this.#isTransparent(style, depth);
    this.#isClear.set(style, isClear);
    return isClear;
  }

  #isTransparent(style: number, depth: number): boolean {
    const model = this.#model;
    if (model.has(style, 'Transparency')) {
      return (model.number(style, 'Transparency') ?? 0) >= GLASS;
    }
    if (depth >= MAX_DEPTH || !model.has(style, 'Styles')) return false;
    return model.refs(style, 'Styles').some((one) => this.#clear(one, depth + 1));
  }
}
