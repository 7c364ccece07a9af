/** @module layer-types: the types of walls and slabs from the layers that the file states, where they agree with the body. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import { NO_FITTING, type as typeKind } from '../../../../building/kinds/type/type.ts';
import { type Layer, thicknessOf } from '../../../../building/kinds/types/layers.ts';
import type { IfcModel } from '../../read/ifc-model.ts';
import { UNSPECIFIED_MATERIAL } from '../../schema/unspecified.ts';
import { ShapeReader } from '../../shape/read-shape.ts';
import { cleaned, Ids, shortGuid } from '../ids.ts';
import { Products } from '../products.ts';
import type { OtherElement, Recognised, Recognition } from '../recognise.ts';
import { FreeNames } from '../storeys.ts';

/** Largest number of layers of a type. */
const MAX_LAYERS = 30;
/** Cosine from which a placement runs along its wall. */
const ALONG = 0.999;
const STEP = 1000;

/** Functions of layers by words of their category. Other layers are structure, which moves no core line. */
const FUNCTIONS: readonly (readonly [RegExp, Layer['function']])[] = [
  [/insulation/iu, 'insulation'],
  [/finish|plaster|cladding/iu, 'finish'],
  [/membrane|vapou?r/iu, 'membrane'],
  [/^air/iu, 'air'],
];

/** Layers in the order of the file, and whether the first one is on the positive side: left of a wall, above a slab. */
type Layered = {
  readonly set: number;
  readonly name: string | null;
  readonly layers: readonly Layer[];
  /** Null if the file does not say so. */
  readonly isFirstPositive: boolean | null;
};

/**
 * The recognition with types for its walls and slabs. An element gets a type if the thickness of all layers equals its
 * own on the grid, and if the order of its layers is known. `taken`: names that types must not have.
 */
export function withLayerTypes(
  found: Recognition,
  model: IfcModel,
  { fileKey, taken }: { readonly fileKey: string; readonly taken: readonly string[] },
): Recognition {
  const types = new LayerTypes(model, { ids: new Ids(fileKey), names: new FreeNames(taken) });
  const shapes = new ShapeReader(model, found.shift);
  const layers = new LayerReader(model, found.mm_per_unit);
  const products = found.products.map((one, done): Recognised => {
    if (done % STEP === 0) {
      checkpoint({ done, total: found.products.length, doing: 'reading layers' });
    }
    const { element, product, outcome } = one;
    if (element === null || outcome !== 'parametric') return one;
    const { kind, params } = element;
    if (!Object.hasOwn(params, 'type_id') || !Object.hasOwn(params, 'thickness')) return one;
    const layered = layers.of(product.row);
    if (layered === null || thicknessOf(layered.layers) !== params['thickness']) return one;
    const place = shapes.place(product.row);
    const placed = isPoint(params['start'])
      ? sidedIn(layered, params, place)
      : stackedIn(layered, place);
    if (placed === null) return one;
    const type_id = types.idOf(kind, layers.typeOf(product.row), placed);
    const side = placed.side === null ? {} : { layer_side: placed.side };
    return { ...one, element: { ...element, params: { ...params, type_id, ...side } } };
  });
  return { ...found, products, others: [...found.others, ...types.made] };
}

/** Layers in the order of the model, and the side of the first one of a wall. */
type Placed = Layered & { readonly side: 'left' | 'right' | null };
type Matrix = ReturnType<ShapeReader['place']>;

/** The layers of a wall; null if the side of the first one is unknown. */
function sidedIn(layered: Layered, params: ElementRecord['params'], place: Matrix): Placed | null {
  if (layered.layers.length === 1) return { ...layered, side: null };
  const { start, end, via = null } = params;
  if (layered.isFirstPositive === null || via !== null || !isPoint(start) || !isPoint(end)) {
    return null;
  }
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  // The y axis of the placement to the left of the wall.
  const left = (place[5] * (end.x - start.x) - place[1] * (end.y - start.y)) / length;
  if (!(Math.abs(left) >= ALONG)) return null;
  return { ...layered, side: left > 0 === layered.isFirstPositive ? 'left' : 'right' };
}

/** The layers of a slab from its top; null if the first one may be either. */
function stackedIn(layered: Layered, place: Matrix): Placed | null {
  if (layered.layers.length === 1) return { ...layered, side: null };
  const up = place[10];
  if (layered.isFirstPositive === null || !(Math.abs(up) >= ALONG)) return null;
  const isFirstOnTop = up > 0 === layered.isFirstPositive;
  const layers = isFirstOnTop ? layered.layers : layered.layers.toReversed();
  return { ...layered, layers, side: null };
}

function isPoint(value: unknown): value is { readonly x: number; readonly y: number } {
  return typeof value === 'object' && value !== null && 'x' in value && 'y' in value;
}

/** Reads the layers of products. */
class LayerReader {
  readonly #model: IfcModel;
  readonly #products: Products;
  readonly #mm: number;
  readonly #sets = new Map<number, readonly Layer[] | null>();

  constructor(model: IfcModel, mm: number) {
    this.#model = model;
    this.#products = new Products(model);
    this.#mm = mm;
  }

  /** Row of the type of a product; null without one. */
  typeOf(row: number): number | null {
    return this.#products.typeOf(row);
  }

  /** The layers of a product or of its type; null without them, or if one has no material or no thickness. */
  of(row: number): Layered | null {
    const type = this.typeOf(row);
    const material = this.#materialOf(row) ?? (type === null ? null : this.#materialOf(type));
    if (material === null) return null;
    const model = this.#model;
    const isUsage = model.isA(material, 'IfcMaterialLayerSetUsage');
    const set = isUsage ? model.ref(material, 'ForLayerSet') : material;
    if (set === null || !model.isA(set, 'IfcMaterialLayerSet')) return null;
    const known = this.#sets.get(set);
    const layers = known === undefined ? this.#layersOf(set) : known;
    this.#sets.set(set, layers);
    if (layers === null) return null;
    const sense = isUsage ? model.enumName(material, 'DirectionSense') : null;
    // In the positive sense the layers follow each other along the axis, so the first one is on its negative side.
    const isFirstPositive = sense === null ? null : sense === 'NEGATIVE';
    return { set, name: model.text(set, 'LayerSetName'), layers, isFirstPositive };
  }

  #materialOf(row: number): number | null {
    const [relation] = this.#model.referrers(row, 'IfcRelAssociatesMaterial', 'RelatedObjects');
    return relation === undefined ? null : this.#model.ref(relation, 'RelatingMaterial');
  }

  #layersOf(set: number): readonly Layer[] | null {
    const model = this.#model;
    const rows = model.refs(set, 'MaterialLayers');
    if (rows.length > MAX_LAYERS) return null;
    const layers: Layer[] = [];
    for (const row of rows) {
      const thickness = toGrid((model.number(row, 'LayerThickness') ?? NaN) * this.#mm);
      // A membrane without a thickness is no layer of the body.
      if (thickness === 0) continue;
      const of = model.ref(row, 'Material');
      const material = of === null ? '' : cleaned(model.text(of, 'Name'));
      const isKnown = material !== '' && material !== UNSPECIFIED_MATERIAL;
      if (!isKnown || !(thickness > 0)) return null;
      layers.push({ material, thickness, function: this.#functionOf(row, of) });
    }
    return layers.length === 0 ? null : layers;
  }

  #functionOf(layer: number, material: number | null): Layer['function'] {
    const model = this.#model;
    if (model.enumName(layer, 'IsVentilated') === 'T') return 'air';
    const own = model.text(layer, 'Category');
    const category = own ?? (material === null ? null : model.text(material, 'Category'));
    return FUNCTIONS.find(([words]) => words.test(category ?? ''))?.[1] ?? 'structure';
  }
}

/** The types of an import, one for each type or set of layers of the file, order of the layers, and kind. */
class LayerTypes {
  readonly #model: IfcModel;
  readonly #ids: Ids;
  readonly #names: FreeNames;
  readonly #known = new Map<string, OtherElement>();

  constructor(model: IfcModel, by: { readonly ids: Ids; readonly names: FreeNames }) {
    this.#model = model;
    this.#ids = by.ids;
    this.#names = by.names;
  }

  get made(): readonly OtherElement[] {
    return [...this.#known.values()];
  }

  /** Id of the type of an element of a kind, whose type in the file has this row. */
  idOf(kind: string, type: number | null, { set, name, layers }: Placed): string {
    const model = this.#model;
    const guid = type === null ? null : model.text(type, 'GlobalId');
    const stated = type === null ? null : model.text(type, 'Name');
    const wanted =
      cleaned(stated) || cleaned(name) || layers.map(({ material }) => material).join(' + ');
    const named = type === null ? null : shortGuid(guid, type);
    const key = JSON.stringify([kind, named, wanted, layers]);
    const known = this.#known.get(key);
    if (known !== undefined) return known.element.id;
    const row = type ?? set;
    const id = this.#ids.named(typeKind.kind, key);
    this.#known.set(key, {
      row,
      entity: model.typeOf(row),
      guid,
      name: stated ?? name,
      element: {
        id,
        kind: typeKind.kind,
        params: {
          name: this.#names.free(cleaned(wanted)),
          for: kind,
          layers: layers.map((layer) => ({ ...layer })),
          ...NO_FITTING,
        },
      },
    });
    return id;
  }
}
