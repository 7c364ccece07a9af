/** @module file-colours: the colours that a file gives to bodies by their styles and materials. */
import type { IfcModel } from '../read/ifc-model.ts';
import type { ShapeItem } from '../shape/shape-node.ts';

/** Maximum number of entries that are read of one list of styles, representations or materials. */
const MAX_LIST = 50;
/** Maximum number of operands between a boolean result and the item that has the style. */
const MAX_DEPTH = 16;
/** Transparency from which a surface is glass, which gives a body no colour if another surface does. */
const CLEAR = 0.5;

type Style = { readonly colour: string; readonly transparency: number };

/** Reads the colours of a file. */
export class FileColours {
  readonly #model: IfcModel;
  readonly #items = new Map<number, Style | null>();
  /** By IfcStyledItem, assignment or IfcSurfaceStyle: many items share one with a long list. */
  readonly #styles = new Map<number, Style | null>();
  /** By material, list or set, which many products share. */
  readonly #materials = new Map<number, Style | null>();

  constructor(model: IfcModel) {
    this.#model = model;
  }

  /**
   * The colour of a product, such as `#c8b090`: that of most of its items, opaque ones first, else that of its material;
   * null if the file states neither.
   */
  of(row: number, items: readonly ShapeItem[], type: number | null): string | null {
    const counts = new Map<string, number>();
    const styles = items.flatMap((item) => this.#ofItem(item.row) ?? []);
    const opaque = styles.filter(({ transparency }) => transparency < CLEAR);
    for (const { colour } of opaque.length > 0 ? opaque : styles) {
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    let found: string | null = null;
    for (const [colour, count] of counts) {
      if (found === null || count > (counts.get(found) ?? 0)) found = colour;
    }
    return found ?? this.#ofMaterial(row, type)?.colour ?? null;
  }

  /** The transparency of an item, from 0 (opaque) to 1; 0 if the file does not state it. */
  transparencyOf(item: number): number {
    return this.#ofItem(item)?.transparency ?? 0;
  }

  /** The transparency of the material of a product whose items have no style; 0 if one has, or without one. */
  materialTransparencyOf(row: number, items: readonly ShapeItem[], type: number | null): number {
    if (items.some((item) => this.#ofItem(item.row) !== null)) return 0;
    return this.#ofMaterial(row, type)?.transparency ?? 0;
  }

  /** The style of the material of a product, else of that of its type. */
  #ofMaterial(row: number, type: number | null): Style | null {
    return this.#ofMaterials(row) ?? (type === null ? null : this.#ofMaterials(type));
  }

  /** The style of an item; of a boolean result without one, that of its first operand. */
  #ofItem(start: number): Style | null {
    const known = this.#items.get(start);
    if (known !== undefined) return known;
    const model = this.#model;
    let style: Style | null = null;
    let row: number | null = start;
    for (let depth = 0; row !== null && style === null && depth < MAX_DEPTH; depth += 1) {
      for (const styled of model.referrers(row, 'IfcStyledItem', 'Item').slice(0, MAX_LIST)) {
        style ??= this.#ofStyled(styled);
      }
      row = model.isA(row, 'IfcBooleanResult') ? model.ref(row, 'FirstOperand') : null;
    }
    this.#items.set(start, style);
    return style;
  }

  /** The first surface colour of an IfcStyledItem. */
  #ofStyled(styled: number): Style | null {
    return this.#once(styled, () => this.#firstOf(styled));
  }

  /** The first surface colour of the styles of an IfcStyledItem, which may be in assignments. */
  #firstOf(row: number): Style | null {
    const model = this.#model;
    for (const given of model.refs(row, 'Styles').slice(0, MAX_LIST)) {
      const found = model.isA(given, 'IfcPresentationStyleAssignment')
        ? this.#once(given, () => this.#ofAssignment(given))
        : this.#ofStyle(given);
      if (found !== null) return found;
    }
    return null;
  }

  #ofAssignment(given: number): Style | null {
    for (const style of this.#model.refs(given, 'Styles').slice(0, MAX_LIST)) {
      const found = this.#ofStyle(style);
      if (found !== null) return found;
    }
    return null;
  }

  #ofStyle(style: number): Style | null {
    if (!this.#model.isA(style, 'IfcSurfaceStyle')) return null;
    return this.#once(style, () => this.#ofSurface(style));
  }

  /** What was read of a record; reads it the first time. */
  #once(row: number, read: () => Style | null): Style | null {
    const known = this.#styles.get(row);
    if (known !== undefined) return known;
    const found = read();
    this.#styles.set(row, found);
    return found;
  }

  #ofSurface(style: number): Style | null {
    const model = this.#model;
    for (const one of model.refs(style, 'Styles').slice(0, MAX_LIST)) {
      if (!model.isA(one, 'IfcSurfaceStyleShading')) continue;
      const colour = model.ref(one, 'SurfaceColour');
      if (colour === null || !model.isA(colour, 'IfcColourRgb')) continue;
      const parts = ['Red', 'Green', 'Blue'].map((name) => model.number(colour, name) ?? NaN);
      if (!parts.every((part) => part >= 0 && part <= 1)) continue;
      const transparency = model.has(one, 'Transparency') ? model.number(one, 'Transparency') : 0;
      return { colour: hexOf(parts), transparency: transparency ?? 0 };
    }
    return null;
  }

  /** The style of the first material of an object that has one. */
  #ofMaterials(row: number): Style | null {
    const model = this.#model;
    const [relation] = model.referrers(row, 'IfcRelAssociatesMaterial', 'RelatedObjects');
    const material = relation === undefined ? null : model.ref(relation, 'RelatingMaterial');
    if (material === null) return null;
    const known = this.#materials.get(material);
    if (known !== undefined) return known;
    let style: Style | null = null;
    for (const one of this.#materialsIn(material)) style ??= this.#styleOf(one);
    this.#materials.set(material, style);
    return style;
  }

  /** Rows of the materials of a material, a list, or a set of layers, profiles or constituents. */
  #materialsIn(row: number): readonly number[] {
    const model = this.#model;
    const set = ['ForLayerSet', 'ForProfileSet'].find((name) => model.has(row, name));
    const of = set === undefined ? row : (model.ref(row, set) ?? row);
    const list = LISTS.find((name) => model.has(of, name));
    const parts = list === undefined ? [of] : model.refs(of, list).slice(0, MAX_LIST);
    return parts.flatMap((part) => {
      const material = model.has(part, 'Material') ? model.ref(part, 'Material') : part;
      return material !== null && model.isA(material, 'IfcMaterial') ? [material] : [];
    });
  }

  /** The colour of an IfcMaterial; null without one. */
  ofMaterial(material: number): string | null {
    return this.#styleOf(material)?.colour ?? null;
  }

  /** The style of an IfcMaterial; null without one. */
  #styleOf(material: number): Style | null {
    const known = this.#items.get(material);
    if (known !== undefined) return known;
    const model = this.#model;
    let style: Style | null = null;
    const definitions = model.referrers(
      material,
      'IfcMaterialDefinitionRepresentation',
      'RepresentedMaterial',
    );
    for (const definition of definitions.slice(0, MAX_LIST)) {
      for (const one of model.refs(definition, 'Representations').slice(0, MAX_LIST)) {
        for (const item of model.refs(one, 'Items').slice(0, MAX_LIST)) {
          if (style === null && model.isA(item, 'IfcStyledItem')) style = this.#ofStyled(item);
        }
      }
    }
    this.#items.set(material, style);
    return style;
  }
}

const LISTS = ['MaterialLayers', 'MaterialProfiles', 'MaterialConstituents', 'Materials'] as const;

function hexOf(parts: readonly number[]): string {
  const digits = parts.map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}
