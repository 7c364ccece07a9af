/**
 * @module styles: the surface styles of bodies. One style for each kind and each material is shared by all bodies that
 * have it, so that a viewer shows a model without materials in colours, and glass transparent.
 */
import { compareText } from '../../../base/canonical/deep-equal.ts';
import { type Colours, ownColour, variantOf } from '../../../building/kinds/facets/appearance.ts';
import type { IfcItem } from '../../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../../building/kinds/kind.ts';
import { faceMaterial } from '../../../building/kinds/types/layer-shares.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Numbers } from './step/line-numbers.ts';
import type { StepFile } from './step/step-file.ts';
import type { Ref } from './step/step-value.ts';

/** Red, green and blue (sRGB) and transparency, each from 0 to 1. */
type Surface = {
  readonly name: string;
  readonly colour: readonly [number, number, number];
  readonly transparency: number;
};

type Style = Surface & { readonly ref: Ref; readonly numbers: Numbers };
type Finish = NonNullable<IfcItem['finish']>;

/** Glass and the frames of windows and curtain walls. */
const FINISHES: Readonly<Record<Finish, Surface>> = {
  glass: { name: 'Glass', colour: [0.63, 0.8, 0.88], transparency: 0.6 },
  frame: { name: 'Frame', colour: [0.36, 0.38, 0.4], transparency: 0 },
};
/** A space is nearly invisible, so that its contents are seen. */
const SPACE_TRANSPARENCY = 0.85;

/** Keys of the surfaces that elements of a view can have. */
function surfacesOf(view: ModelView): ReadonlyMap<string, Surface> {
  const found = new Map<string, Surface>(Object.entries(FINISHES));
  for (const { kind, category, appearance, body } of view.kinds.all) {
    if (appearance === 'none' || body === 'none') continue;
    const is_space = body.occupies === 'space';
    found.set(kindKey(kind, null), surfaceOf(category, appearance, is_space));
    for (const [key, one] of Object.entries(appearance.variants?.listed ?? {})) {
      found.set(kindKey(kind, key), surfaceOf(`${category}: ${one.name}`, one, one.is_space));
    }
  }
  for (const element of view.elements()) {
    const colour = ownColour(view.kinds.of(element).appearance, element);
    if (colour === null) continue;
    found.set(colourKey(colour), { name: colour, colour: rgbOf(colour), transparency: 0 });
  }
  for (const { params } of view.elementsOf('material')) {
    const { name, colour } = params;
    found.set(materialKey(name), { name, colour: rgbOf(colour), transparency: 0 });
  }
  return found;
}

function surfaceOf(name: string, { gltf }: Colours, is_space: boolean): Surface {
  const [red, green, blue] = gltf;
  return {
    name,
    colour: [displayed(red), displayed(green), displayed(blue)],
    transparency: is_space ? SPACE_TRANSPARENCY : 0,
  };
}

function kindKey(kind: string, variant: string | null): string {
  return variant === null ? `kind ${kind}` : `kind ${kind} ${variant}`;
}

function colourKey(colour: string): string {
  return `colour ${colour}`;
}

function materialKey(name: string): string {
  return `material ${name}`;
}

/** The sRGB value of a linear one (IEC 61966-2-1), to three decimals. */
function displayed(linear: number): number {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(value * 1e3) / 1e3;
}

function rgbOf(colour: string): Surface['colour'] {
  const part = (at: number): number =>
    Math.round((Number.parseInt(colour.slice(at, at + 2), 16) / 255) * 1e6) / 1e6;
  return [part(1), part(3), part(5)];
}

/** The styles of a file. */
export class Styles {
  readonly #file: StepFile;
  readonly #view: ModelView;
  readonly #surfaces: ReadonlyMap<string, Surface>;
  readonly #numbers: ReadonlyMap<string, Numbers>;
  readonly #used = new Map<string, Style>();
  /** The first styled item with each style. */
  readonly #shown = new Map<string, Ref>();
  readonly #pending = new Map<string, Ref>();

  /** `numbersFor` returns the line numbers of each style. */
  constructor(file: StepFile, view: ModelView, numbersFor: (key: string) => Numbers) {
    this.#file = file;
    this.#view = view;
    this.#surfaces = surfacesOf(view);
    const keys = [...this.#surfaces.keys()].toSorted(compareText);
    this.#numbers = new Map(keys.map((key) => [key, numbersFor(`style ${key}`)]));
  }

  /** The key of the style of an element: that of its visible material, else of its own colour, else of its kind. */
  keyOf(element: AnyElement): string {
    const own = faceMaterial(element, this.#view);
    if (own !== undefined) return materialKey(own.params.name);
    const { appearance } = this.#view.kinds.of(element);
    const colour = ownColour(appearance, element);
    if (colour !== null) return colourKey(colour);
    return kindKey(element.kind, variantOf(appearance, element));
  }

  /** Gives an item of an element its style, or that of its finish; frames of a known material have its style. */
  assign(item: Ref, own: string, finish?: Finish): void {
    const key = finish === 'frame' && own.startsWith(materialKey('')) ? own : (finish ?? own);
    const style = this.#styleOf(key);
    if (style === null) return;
    const styled = this.#file.add('IfcStyledItem', { Item: item, Styles: [style.ref] });
    if (!this.#shown.has(key) && !this.#pending.has(key)) this.#pending.set(key, styled);
  }

  /** Keeps (`true`) or forgets the items that were styled since the last call. */
  settle(kept: boolean): void {
    if (kept) for (const [key, styled] of this.#pending) this.#shown.set(key, styled);
    this.#pending.clear();
  }

  /** An item that shows a material; undefined if no body does. */
  itemOf(material: string): Ref | undefined {
    return this.#shown.get(materialKey(material));
  }

  /** Writes all styles that are in use. */
  write(): void {
    const file = this.#file;
    for (const { ref, numbers, name, colour, transparency } of this.#used.values()) {
      file.numberFrom(numbers);
      const [Red, Green, Blue] = colour;
      const rendering = file.add('IfcSurfaceStyleRendering', {
        SurfaceColour: file.add('IfcColourRgb', { Red, Green, Blue }),
        Transparency: transparency,
        ReflectanceMethod: 'NOTDEFINED',
      });
      const made = { Name: name, Side: 'BOTH', Styles: [rendering] };
      if (ref.entity === 'IfcSurfaceStyle') file.write(ref, made);
      else file.write(ref, { Styles: [file.add('IfcSurfaceStyle', made)] });
    }
  }

  #styleOf(key: string): Style | null {
    const [known, surface, numbers] = [
      this.#used.get(key),
      this.#surfaces.get(key),
      this.#numbers.get(key),
    ];
    if (known !== undefined) return known;
    if (surface === undefined || numbers === undefined) return null;
    const file = this.#file;
    const own = file.numberFrom(numbers);
    // IFC2X3 assigns styles in groups.
    const entity =
      file.schema.name === 'IFC2X3' ? 'IfcPresentationStyleAssignment' : 'IfcSurfaceStyle';
    const style = { ...surface, ref: file.later(entity), numbers };
    file.numberFrom(own);
    this.#used.set(key, style);
    return style;
  }
}
