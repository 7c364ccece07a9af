/** @module element-shape: the triangles of one element in the coordinates of a scene, with its natural colour. */
import type { Mesh } from '../../../kernel/building/geometry/mesh/mesh.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { occupancyOf } from '../../../kernel/building/kinds/facets/per-element.ts';
import { type ShownBody, shownBody } from '../../../kernel/building/kinds/shared/shown-body.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { Materials } from '../../../kernel/documents/gltf/look.ts';
import { GLASS } from '../../../kernel/documents/gltf/materials.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { Origin } from './scene-box.ts';

/** How a run of triangles is drawn. */
export type Run = 'opaque' | 'glass' | 'space';
/** Runs in the order of a part. */
export const RUNS: readonly Run[] = ['opaque', 'glass', 'space'];

/** Corners are numbers of the vertices of the shape; `metres` are relative to the origin of the scene. */
export type ElementShape = Readonly<Record<Run, Uint32Array>> & {
  readonly metres: Float32Array;
  /** 0xRRGGBB. */
  readonly colour: number;
};

/** Makes the shapes of elements of a view. */
export class Shapes {
  readonly #view: BuildingView;
  readonly #materials: Materials;
  readonly #colours: number[] = [];

  constructor(view: BuildingView) {
    this.#view = view;
    this.#materials = new Materials(view);
  }

  /** The shape of an element; null for a body that cannot be built or has no triangles. */
  of(element: Element, origin: Origin): ElementShape | null {
    const shown = bodyOf(element, this.#view);
    if (shown === null || shown.mesh.triangles.length === 0) return null;
    const parts = this.#materials.partsOf(element, shown);
    const isSpace = occupancyOf(element, this.#view.kinds) === 'space';
    const runs = parts.map(({ mesh, material }) => {
      const isGlass = this.#materials.list[material] === GLASS;
      return { mesh, material, run: runOf(isSpace, isGlass) };
    });
    const main = runs.find(({ run }) => run !== 'glass') ?? runs[0];
    return { ...joined(runs, origin), colour: this.#colourOf(main?.material ?? 0) };
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

function bodyOf(element: Element, view: BuildingView): ShownBody | null {
  try {
    return shownBody(element, view);
  } catch (error) {
    if (error instanceof RangeError || error instanceof Refusal) return null;
    throw error;
  }
}

function runOf(isSpace: boolean, isGlass: boolean): Run {
  if (isSpace) return 'space';
  return isGlass ? 'glass' : 'opaque';
}

type Piece = { readonly mesh: Mesh; readonly run: Run };

function joined(pieces: readonly Piece[], [x, y, z]: Origin): Omit<ElementShape, 'colour'> {
  const size = (run: Run): number =>
    pieces.reduce((sum, piece) => sum + (piece.run === run ? piece.mesh.triangles.length : 0), 0);
  const metres = new Float32Array(pieces.reduce((sum, { mesh }) => sum + mesh.positions.length, 0));
  const runs = {
    opaque: new Uint32Array(size('opaque')),
    glass: new Uint32Array(size('glass')),
    space: new Uint32Array(size('space')),
  };
  const next = { opaque: 0, glass: 0, space: 0 };
  let vertex = 0;
  for (const { mesh, run } of pieces) {
    const { positions, triangles } = mesh;
    const from = 3 * vertex;
    for (let i = 0; i + 2 < positions.length; i += 3) {
      metres[from + i] = ((positions[i] ?? 0) - x) / 1000;
      metres[from + i + 1] = ((positions[i + 1] ?? 0) - y) / 1000;
      metres[from + i + 2] = ((positions[i + 2] ?? 0) - z) / 1000;
    }
    const corners = runs[run];
    const at = next[run];
    for (let i = 0; i < triangles.length; i++) corners[at + i] = vertex + (triangles[i] ?? 0);
    next[run] += triangles.length;
    vertex += positions.length / 3;
  }
  return { metres, ...runs };
}

/** A linear share of light, 0 to 1, as a byte of sRGB (IEC 61966-2-1). */
function byteOf(linear: number): number {
  const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, value)));
}
