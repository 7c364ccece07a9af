/** @module compare-readers: the bodies of a file as computed here, compared with those of two other programs. */
import { IfcModel, schemaNameOf } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import type { ShapeEvaluator } from '../../../../../kernel/documents/ifc/shape/evaluate.ts';
import { ShapeReader } from '../../../../../kernel/documents/ifc/shape/read-shape.ts';
import type { ShapeItem } from '../../../../../kernel/documents/ifc/shape/shape-node.ts';
import type { BoxMm } from '../../../../../schemas/units.ts';
import { readWithIfcLite } from '../write/ifc-lite.ts';
import type { ReadBody } from '../write/measured.ts';
import { readWithWebIfc } from '../write/web-ifc.ts';

/** Chords of a full turn in the other programs: the second one has fewer for pipes, and fewer for fillets. */
const [WEB_IFC_SIDES, IFC_LITE_SIDES] = [[64], [36, 24, 16]] as const;
/** Largest share of the volume, and largest distance of the sides of a box, mm, of equal bodies. */
const [VOLUME_SHARE, BOX_MM] = [0.001, 1];

/** A body as computed here: the volume is null for an open surface or with sheets, and a text is the reason why there is none. */
export type OwnBody = { readonly box: BoxMm; readonly volume: number | null } | string;

/** A product with its body in each program. */
export type Compared = {
  /** `IfcWall #12`. */
  readonly label: string;
  readonly own: OwnBody;
  readonly webIfc: ReadBody | null;
  readonly ifcLite: ReadBody | null;
  readonly agreesWebIfc: boolean;
  readonly agreesIfcLite: boolean;
};

type Bodies = ReadonlyMap<string, ReadBody>;

/**
 * The products with a body in at least one of the other programs; `usesIfcLite` is false for files from which that does
 * not return. Openings are cut out, and overlapping items may count once or, as in the other programs, twice.
 */
export async function compareReaders(
  bytes: Buffer,
  evaluator: ShapeEvaluator,
  usesIfcLite: boolean,
): Promise<readonly Compared[]> {
  const file = readStepFile(bytes);
  const schema = schemaNameOf(file);
  if (schema === null) throw new Error('expected a file of an IFC schema');
  const model = new IfcModel(file, schema);
  const reader = new ShapeReader(model, { x: 0, y: 0, z: 0 });
  const webIfc = readWithWebIfc(bytes).bodies;
  const ifcLite: Bodies = usesIfcLite ? (await readWithIfcLite(bytes)).bodies : new Map();
  return model.rows('IfcProduct').flatMap((row): readonly Compared[] => {
    const guid = model.text(row, 'GlobalId') ?? '';
    const [web, lite] = [solidIn(webIfc, guid), solidIn(ifcLite, guid)];
    const shape = reader.body(row);
    if (shape === null || (web === null && lite === null)) return [];
    const cuts = model
      .referrers(row, 'IfcRelVoidsElement', 'RelatingBuildingElement')
      .flatMap((relation) => model.ref(relation, 'RelatedOpeningElement') ?? [])
      .flatMap((opening) => reader.body(opening)?.items ?? []);
    const product = { evaluator, items: shape.items, cuts };
    const own = bodyOf(product, null);
    return [
      {
        label: `${model.typeOf(row)} #${file.idOf(row)}`,
        own,
        webIfc: web,
        ifcLite: lite,
        agreesWebIfc: agrees(product, own, web, WEB_IFC_SIDES),
        agreesIfcLite: agrees(product, own, lite, IFC_LITE_SIDES),
      },
    ];
  });
}

function solidIn(bodies: Bodies, guid: string): ReadBody | null {
  const body = bodies.get(guid);
  return body === undefined || !Number.isFinite(body.box.min.x) ? null : body;
}

type Product = {
  readonly evaluator: ShapeEvaluator;
  readonly items: readonly ShapeItem[];
  readonly cuts: readonly ShapeItem[];
};

function bodyOf({ evaluator, items, cuts }: Product, sides: number | null): OwnBody {
  const body = evaluator.evaluate(items, cuts, { sides });
  if (!body.ok) return body.why;
  // The other programs count sheets as if they enclosed a volume together with the origin.
  return { box: body.box, volume: body.sheets > 0 ? null : body.volume_mm3 };
}

/** Whether a body agrees, with as many chords as the other program, or with overlaps of items counted twice. */
function agrees(
  product: Product,
  own: OwnBody,
  other: ReadBody | null,
  sides: readonly number[],
): boolean {
  if (other === null) return false;
  if (isEqual(own, other)) return true;
  return sides.some((count) => {
    const same = bodyOf(product, count);
    if (isEqual(same, other)) return true;
    if (typeof same === 'string' || product.items.length === 1) return false;
    const parts = product.items.map((item) => bodyOf({ ...product, items: [item] }, count));
    const volume = parts.reduce(
      (sum, part) => sum + (typeof part === 'string' ? 0 : (part.volume ?? 0)),
      0,
    );
    return isEqual({ box: same.box, volume }, other);
  });
}

function isEqual(own: OwnBody, other: ReadBody): boolean {
  if (typeof own === 'string') return false;
  const isNear = (['x', 'y', 'z'] as const).every(
    (axis) =>
      Math.abs(own.box.min[axis] - other.box.min[axis]) <= BOX_MM &&
      Math.abs(own.box.max[axis] - other.box.max[axis]) <= BOX_MM,
  );
  // The volume of an open surface means nothing.
  if (!isNear || own.volume === null) return isNear;
  const volume = Math.abs(other.volume);
  return Math.abs(own.volume - volume) <= VOLUME_SHARE * Math.max(own.volume, volume);
}
