/** @module recognise: the elements that the products of an IFC file are, each proven, or the reason why not. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Box3, Point3 } from '../../../building/geometry/vector.ts';
import type { MeshBlobBuilder } from '../../../building/imports/mesh-blob-builder.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import { ShapeReader } from '../shape/read-shape.ts';
import { unitsOf } from '../shape/units.ts';
import { appearanceOfProduct, type ProductAppearance } from './appearance/product-appearance.ts';
import { ifcClass } from './classes.ts';
import type { Context } from './context.ts';
import { FileColours } from './file-colours.ts';
import { hostedReason } from './hosted-reason.ts';
import { Ids } from './ids.ts';
import { judgedProducts } from './judged/judged-products.ts';
import { bodyShapeOf, isOfParts } from './judged/wholes.ts';
import type { Kernels } from './kernels.ts';
import { LooseFillings } from './loose-fillings.ts';
import { bodyOf, type ProductBody } from './product-bodies.ts';
import { type Product, Products } from './products.ts';
import { BY_MEASURES, reasonOf, type Judged, type Proof } from './proof.ts';
import { shiftOf } from './shift.ts';
import { type StoreyLevel, Storeys } from './storeys.ts';

/** What a product of a file is in the model. */
export type Outcome = 'parametric' | 'body' | 'data_only' | 'refused';

/** A product with its outcome. */
export type Recognised = {
  readonly product: Product;
  readonly outcome: Outcome;
  /** Why it is not parametric, or is so only by its measures; null if its body is exact. */
  readonly reason: string | null;
  /** Its element; null for data, bodies, and openings that are parts of doors and windows. */
  readonly element: ElementRecord | null;
  readonly proof: Proof | null;
  /** The body of a product that is one; null if `meshes` was not given. */
  readonly body: ProductBody | null;
  /** The mesh with which its element is shown; null without one, and if `meshes` was not given. */
  readonly appearance: ProductAppearance | null;
  /** Box of a body, mm; null without a body, and for elements, whose box follows from their parameters. */
  readonly box: Box3 | null;
};

/** An element of an entity that is no product: its record is that of the entity, or 0 if `row` is null. */
export type OtherElement = {
  readonly row: number | null;
  readonly entity: string;
  readonly guid: string | null;
  readonly name: string | null;
  readonly element: ElementRecord;
};

/** A file as elements. */
export type Recognition = {
  /** Shift from the file to the model, whole mm: it is added to coordinates. */
  readonly shift: Point3;
  readonly mm_per_unit: number;
  readonly levels: readonly StoreyLevel[];
  /** In the order of the file. */
  readonly products: readonly Recognised[];
  /** Holes in the bodies of walls, which no product stands for. */
  readonly unnamed: readonly ElementRecord[];
  /** Elements of entities that are no products, such as types. */
  readonly others: readonly OtherElement[];
};

/**
 * Names of levels that are taken, a text before the names of levels, the builder that receives the meshes of bodies, and
 * the shift of the file; null: by its own distance to the origin.
 */
type RecogniseOptions = {
  readonly taken?: readonly string[];
  readonly prefix?: string | null;
  readonly meshes?: MeshBlobBuilder | null;
  readonly shift?: Point3 | null;
};

/**
 * Recognises the products of a file. `fileKey` identifies the file: together with a GlobalId it gives the id of
 * an element. `taken`: names that its levels must not have. `meshes` receives the meshes of bodies.
 * `shift`: instead of that which brings the building near the origin.
 * Reports progress at checkpoints, where it can be stopped.
 */
export function recognise(
  model: IfcModel,
  fileKey: string,
  kernels: Kernels,
  { taken = [], prefix = null, meshes = null, ...given }: RecogniseOptions = {},
): Recognition {
  const products = new Products(model);
  const { mm } = unitsOf(model);
  const shift = given.shift ?? shiftOf(model);
  const shapes = new ShapeReader(model, shift);
  const ids = new Ids(fileKey);
  const storeys = new Storeys(model, products, shapes, { ids, taken, prefix });
  const { evaluator, solids } = kernels;
  const loose = new LooseFillings(products, shapes, evaluator);
  const colours = new FileColours(model);
  const context: Context = {
    model,
    products,
    shapes,
    evaluator,
    solids,
    storeys,
    ids,
    loose,
    colours,
    mm,
  };
  const all = products.rows.map((row, done, { length: total }) => {
    checkpoint({ done, total, doing: 'reading products' });
    return products.product(row);
  });
  const judged = judgedProducts(all, context, kernels, meshes);
  const { byRow, reasons, unnamed, proven, shown } = judged;
  const wholes = new Map<number, boolean>();
  const around = { context, byRow, reasons, meshes, wholes, proven, shown };
  return {
    shift,
    mm_per_unit: mm,
    levels: storeys.levels,
    products: all.map((product, done) => {
      checkpoint({ done, total: all.length, doing: 'evaluating bodies' });
      return outcomeOf(product, around);
    }),
    unnamed,
    others: [],
  };
}

type Given = {
  readonly context: Context;
  readonly byRow: ReadonlyMap<number, Judged>;
  readonly reasons: ReadonlyMap<number, string>;
  readonly meshes: MeshBlobBuilder | null;
  /** Whether a product consists of its parts, by row. */
  readonly wholes: Map<number, boolean>;
  /** The proven elements, by id. */
  readonly proven: ReadonlyMap<string, ElementRecord>;
  /** The meshes of elements that are proven by their measures, by id. */
  readonly shown: ReadonlyMap<string, ProductAppearance>;
};

function outcomeOf(product: Product, given: Given): Recognised {
  const { context, byRow, reasons } = given;
  const none = { product, element: null, proof: null, body: null, appearance: null, box: null };
  if (product.class === 'IfcBuildingStorey') {
    const level = context.storeys.at(product.row);
    return { ...none, outcome: 'parametric', reason: null, element: level?.element ?? null };
  }
  const judged = byRow.get(product.row);
  if (judged !== undefined && judged.why === null) return { ...none, ...provenAs(judged, given) };
  const shape = bodyShapeOf(product, context);
  const why = judged?.why ?? reasons.get(product.row);
  if (shape === null) return { ...none, outcome: 'data_only', reason: why ?? 'no body' };
  const reason = why ?? otherReason(product, given);
  if (ifcClass(product.class).is_void) return { ...none, outcome: 'body', reason };
  const cuts = context.products
    .openingsOf(product.row)
    .flatMap((row) => context.shapes.body(row)?.items ?? []);
  const body = context.evaluator.evaluate(shape.items, cuts);
  if (!body.ok) return { ...none, outcome: 'refused', reason: reasonOf(body.why) };
  const made = { ...none, outcome: 'body', proof: judged?.proof ?? null, box: body.box } as const;
  // The parts of a product are in its own body.
  if (given.meshes === null || isInWhole(product, given)) return { ...made, reason };
  const found = bodyOf(product, { shape: body, items: shape.items }, context, given.meshes);
  if (typeof found === 'string') return { ...none, outcome: 'refused', reason: found };
  return { ...made, reason, body: found };
}

/** What is known of a proven product. */
function provenAs(judged: Judged, given: Given) {
  const { element, product } = judged.proposal;
  const whole = product === null ? null : product.whole;
  const isPart = whole !== null && given.byRow.get(whole)?.proposal.element.id === element.id;
  return {
    outcome: 'parametric',
    reason: judged.by_measures === true ? BY_MEASURES : null,
    element,
    proof: judged.proof,
    appearance: isPart ? null : shownMesh(judged, given),
  } as const;
}

/** The mesh of a product that is shown with it; not that of an opening, which is a part of a door or window. */
function shownMesh(
  judged: Judged,
  { context, meshes, proven, shown }: Given,
): ProductAppearance | null {
  const { product } = judged.proposal;
  if (meshes === null || product === null || ifcClass(product.class).is_part) return null;
  if (judged.by_measures === true) return shown.get(judged.proposal.element.id) ?? null;
  const elementOf = (id: string): ElementRecord | undefined => proven.get(id);
  return appearanceOfProduct(judged, { context, meshes, elementOf });
}

/** Whether a product is a part of another one that has no body but those of its parts. */
function isInWhole({ whole }: Product, { context, wholes }: Given): boolean {
  if (whole === null) return false;
  const known = wholes.get(whole);
  if (known !== undefined) return known;
  const isWhole = isOfParts(context.products.product(whole), context);
  wholes.set(whole, isWhole);
  return isWhole;
}

function otherReason(product: Product, given: Given): string {
  const { context, byRow } = given;
  if (!ifcClass(product.class).is_hosted) {
    return wholeReason(product, given) ?? 'no parametric kind for the class';
  }
  return hostedReason(product, context.products, (row) => {
    const judged = byRow.get(row);
    return judged?.why === null ? judged.proposal.element : null;
  });
}

/** Why a part, such as the flight of a stair, is not parametric, if that is so because its whole is not; else null. */
function wholeReason({ class: name, whole }: Product, given: Given): string | null {
  if (whole === null) return null;
  const { context, byRow, reasons } = given;
  const { class: of } = context.products.product(whole);
  const why = byRow.get(whole)?.why ?? reasons.get(whole) ?? null;
  if (why === null || !ifcClass(of).members.includes(name)) return null;
  return `its whole (${of}) is not parametric: ${why}`;
}
