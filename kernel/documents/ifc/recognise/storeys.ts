/** @module storeys: the levels of an imported file, from its storeys. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { foldName } from '../../../base/text/fold-name.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import type { ShapeReader } from '../shape/read-shape.ts';
import { type Ids, nameOf } from './ids.ts';
import type { Product, Products } from './products.ts';

/** Height of the highest level, and of one at the elevation of the next, mm. */
const USUAL_HEIGHT_MM = 3000;
/** Smallest distance of two levels from which a height is derived, mm. */
const LEAST_HEIGHT_MM = 1000;

/** A level and its storey. */
export type StoreyLevel = {
  /** Row of the storey; null for the level of a file without storeys. */
  readonly row: number | null;
  readonly element: ElementRecord;
  readonly id: string;
  readonly elevation: number;
  readonly height: number;
  /** The name in the file, if the level has another one because that is taken. */
  readonly renamed: string | null;
};

/** How levels are identified, and names that they must not have. */
type Naming = { readonly ids: Ids; readonly taken: readonly string[] };

type Found = { readonly product: Product; readonly elevation: number };

/** The levels of a file, by elevation. */
export class Storeys {
  readonly levels: readonly StoreyLevel[];
  readonly #byRow = new Map<number, StoreyLevel>();

  constructor(model: IfcModel, products: Products, shapes: ShapeReader, naming: Naming) {
    const found = model
      .rows('IfcBuildingStorey')
      .map((row): Found => ({
        product: products.product(row),
        elevation: elevationOf(row, shapes),
      }))
      .toSorted((a, b) => a.elevation - b.elevation || a.product.row - b.product.row);
    this.levels = found.length === 0 ? [onlyLevel(naming)] : levelsOf(found, model, naming);
    for (const level of this.levels) if (level.row !== null) this.#byRow.set(level.row, level);
  }

  /** The level of a product: of its storey, else the highest one at or below its foot (mm), else the lowest. */
  of(storey: number | null, foot: number): StoreyLevel {
    const own = storey === null ? undefined : this.#byRow.get(storey);
    const [lowest] = this.levels;
    if (lowest === undefined) throw new RangeError('a file without levels');
    return own ?? this.levels.findLast(({ elevation }) => elevation <= foot) ?? lowest;
  }
}

function elevationOf(row: number, shapes: ShapeReader): number {
  return toGrid(shapes.place(row)[11]);
}

function levelsOf(
  found: readonly Found[],
  model: IfcModel,
  { ids, taken: others }: Naming,
): readonly StoreyLevel[] {
  const taken = new Set(others.map(foldName));
  return found.map(({ product, elevation }, i) => {
    const next = found.slice(i + 1).find((other) => other.elevation > elevation);
    const rise = next === undefined ? USUAL_HEIGHT_MM : toGrid(next.elevation - elevation);
    const height = rise < LEAST_HEIGHT_MM ? USUAL_HEIGHT_MM : rise;
    const wanted = nameOf(product) ?? `Level ${i + 1}`;
    const name = freeName(wanted, taken);
    const id = ids.of('level', product, String(model.file.idOf(product.row)));
    return levelWith(product.row, id, { name, elevation, height }, name === wanted ? null : wanted);
  });
}

/** The name, with a number if another level has it. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(foldName(name)); n += 1) name = `${wanted.slice(0, 190)} (${n})`;
  taken.add(foldName(name));
  return name;
}

function onlyLevel({ ids, taken }: Naming): StoreyLevel {
  const name = freeName('Level 1', new Set(taken.map(foldName)));
  const params = { name, elevation: 0, height: USUAL_HEIGHT_MM };
  return levelWith(null, ids.named('level', 'the only level'), params, null);
}

type LevelParams = {
  readonly name: string;
  readonly elevation: number;
  readonly height: number;
};

function levelWith(
  row: number | null,
  id: string,
  params: LevelParams,
  renamed: string | null,
): StoreyLevel {
  const { elevation, height } = params;
  return { row, id, elevation, height, renamed, element: { id, kind: 'level', params } };
}
