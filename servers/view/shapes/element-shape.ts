/** @module element-shape: the pieces of the body of one element by how they are drawn, with its natural colour. */
import type { Mesh } from '../../../kernel/building/geometry/mesh/mesh.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { occupancyOf } from '../../../kernel/building/kinds/facets/per-element.ts';
import { shownBody } from '../../../kernel/building/kinds/shared/shown-body.ts';
import { typeOf } from '../../../kernel/building/kinds/types/of-type.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { Materials, type Part } from '../../../kernel/documents/gltf/look.ts';
import { GLASS } from '../../../kernel/documents/gltf/materials.ts';
import { Refusal } from '../../../schemas/errors.ts';

/** How triangles are drawn. */
export type Run = 'opaque' | 'glass' | 'space';

/** A part of a body; mm in the world. */
export type Piece = { readonly mesh: Mesh; readonly run: Run };

/** The pieces of a body, and its colour, 0xRRGGBB. */
export type ElementShape = { readonly pieces: readonly Piece[]; readonly colour: number };

const KNOWN = new WeakMap<BuildingView, Shapes>();

/** Makes the shapes of elements of a view. */
export class Shapes {
  readonly #view: BuildingView;
  readonly #materials: Materials;
  readonly #colours: number[] = [];

  /** The shapes of a view, which know its materials. */
  static in(view: BuildingView): Shapes {
    const known = KNOWN.get(view) ?? new Shapes(view);
    KNOWN.set(view, known);
    return known;
  }

  private constructor(view: BuildingView) {
    this.#view = view;
    this.#materials = new Materials(view);
  }

  /** The shape of an element; null for a body that cannot be built or has no triangles. */
  of(element: Element): ElementShape | null {
    const parts = this.#partsOf(element);
    if (parts === null) return null;
    const isSpace = occupancyOf(element, this.#view.kinds) === 'space';
    const isGlass = (material: number): boolean => this.#materials.list[material] === GLASS;
    const main = parts.find(({ material }) => !isGlass(material)) ?? parts[0];
    return {
      pieces: parts.map(({ mesh, material }) => {
        return { mesh, run: isSpace ? 'space' : isGlass(material) ? 'glass' : 'opaque' };
      }),
      colour: this.#colourOf(main?.material ?? 0),
    };
  }

  /** What the shape of an element depends on; null for one that must not be cached. */
  groundsOf(
    element: Element,
  ): { readonly body: object; readonly type: object | null; readonly face: object | null } | null {
    const body = this.#view.bodyKey(element.id);
    // The mesh of a file also depends on what its element has become.
    if (body === null || this.#hasFileMesh(element)) return null;
    return { body, type: typeOf(element, this.#view), face: this.#materials.faceOf(element) };
  }

  #hasFileMesh(element: Element): boolean {
    if (this.#view.kinds.of(element).file_mesh === 'none') return false;
    try {
      return this.#view.fileMesh(element.id) !== null;
    } catch (error) {
      if (error instanceof RangeError) return true;
      throw error;
    }
  }

  #partsOf(element: Element): readonly Part[] | null {
    try {
      const shown = shownBody(element, this.#view);
      if (shown === null || shown.mesh.triangles.length === 0) return null;
      return this.#materials.partsOf(element, shown);
    } catch (error) {
      if (error instanceof RangeError || error instanceof Refusal) return null;
      throw error;
    }
  }

  /** The base colour of a material in sRGB. */
  #colourOf(material: number): number {
    const known = this.#colours[material];
    if (known !== undefined) return known;
    const [red = 0, green = 0, blue = 0] =
      this.#materials.list[material]?.pbrMetallicRoughness.baseColorFactor ?? [];
    const colour = (byteOf(red) << 16) | (byteOf(green) << 8) | byteOf(blue);
    this.#colours[material] = colour;
    return colour;
  }
}

/** A linear share of light, 0 to 1, as a byte of sRGB (IEC 61966-2-1). */
function byteOf(linear: number): number {
  const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, value)));
}
