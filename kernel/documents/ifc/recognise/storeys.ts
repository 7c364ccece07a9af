/** @module storeys: the levels of an imported file, from its storeys. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { foldName } from '../../../base/text/fold-name.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import type { ShapeReader } from '../shape/read-shape.ts';
import { type Ids, nameOf } from './ids.ts';
import type { Product, Products } from './products.ts';

/** Height of the highest level, and of one at the elevation of the next, mm. */
const USUAL_HEIGHT_MM = 3000;
/** Smallest distance of two levels from which a height is derived, mm. */
const LEAST_HEIGHT_MM = 1000;
/** Largest such distance, mm; a storey that is farther below the next one has the usual height. */
const MOST_HEIGHT_MM = 100_000;
/** Longest part of a name that gets a number, characters. */
const NUMBERED_CHARS = 180;

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

/** How levels are identified, names that they must not have, and a text before each name; null without one. */
type Naming = {
  readonly ids: Ids;
  readonly taken: readonly string[];
  readonly prefix: string | null;
};

type Found = { readonly product: Product; readonly elevation: number };

/** The levels of a file, by elevation. */
export class Storeys {
  readonly levels: readonly StoreyLevel[];
  readonly #byRow = new Map<number, StoreyLevel>();
  readonly #byId: ReadonlyMap<string, StoreyLevel>;

  constructor(model: IfcModel, products: Products, shapes: ShapeReader, naming: Naming) {
    const found = model
      .rows('IfcBuildingStorey')
      .map((row): Found => ({
        product: products.product(row),
        elevation: elevationOf(row, shapes),
      }))
      .toSorted((a, b) => a.elevation - b.elevation || a.product.row - b.product.row);
    this.levels = found.length === 0 ? [onlyLevel(naming)] : levelsOf(found, naming);
    this.#byId = new Map(this.levels.map((level) => [level.id, level]));
    for (const level of this.levels) if (level.row !== null) this.#byRow.set(level.row, level);
  }

  /** The level of a storey; undefined for another row. */
  at(row: number): StoreyLevel | undefined {
    return this.#byRow.get(row);
  }

  /** The level with an id; undefined without one. */
  withId(id: string): StoreyLevel | undefined {
    return this.#byId.get(id);
  }

  /** The level of a product: of its storey, else the highest one at or below its foot (mm), else the lowest. */
  of(storey: number | null, foot: number): StoreyLevel {
    const own = storey === null ? undefined : this.#byRow.get(storey);
    const [lowest] = this.levels;
    if (lowest === undefined) throw new RangeError('a file without levels');
    const below = this.#count((elevation) => elevation <= foot);
    return own ?? this.levels[below - 1] ?? lowest;
  }

  /** The lowest level at or above a height, mm; undefined without one. */
  from(height: number): StoreyLevel | undefined {
    return this.levels[this.#count((elevation) => elevation < height)];
  }

  /** Number of levels, from the lowest one on, whose elevation passes. */
  #count(passes: (elevation: number) => boolean): number {
    let [from, to] = [0, this.levels.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (passes(this.levels[middle]?.elevation ?? Infinity)) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function elevationOf(row: number, shapes: ShapeReader): number {
  return toGrid(shapes.place(row)[11]);
}

function levelsOf(
  found: readonly Found[],
  { ids, taken: others, prefix }: Naming,
): readonly StoreyLevel[] {
  const names = new FreeNames(others);
  const above = nextAbove(found);
  return found.map(({ product, elevation }, i) => {
    checkpoint({ done: i, total: found.length, doing: 'reading storeys' });
    const rise = toGrid((above[i] ?? Infinity) - elevation);
    const isUsual = rise >= LEAST_HEIGHT_MM && rise <= MOST_HEIGHT_MM;
    const height = isUsual ? rise : USUAL_HEIGHT_MM;
    const wanted = nameOf(product) ?? `Level ${i + 1}`;
    const name = names.free(prefixed(wanted, prefix));
    const id = ids.of('level', product);
    return levelWith(product.row, id, { name, elevation, height }, name === wanted ? null : wanted);
  });
}

/** For each storey the elevation of the next higher one, mm; infinite for the highest ones. */
function nextAbove(found: readonly Found[]): readonly number[] {
  const above: number[] = [];
  let [last, next] = [Infinity, Infinity];
  for (const { elevation } of found.toReversed()) {
    if (elevation < last) [next, last] = [last, elevation];
    above.push(next);
  }
  return above.toReversed();
}

/** Names that no other level or type has. */
export class FreeNames {
  readonly #taken: Set<string>;
  /** The last number given to each name. */
  readonly #numbers = new Map<string, number>();

  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken.map(foldName));
  }

  /** The name, with a number if another level has it. */
  free(wanted: string): string {
    const short = Array.from(wanted).slice(0, NUMBERED_CHARS).join('');
    let name = wanted;
    let number = this.#numbers.get(short) ?? 1;
    while (this.#taken.has(foldName(name))) {
      number += 1;
      name = `${short} (${number})`;
    }
    this.#numbers.set(short, number);
    this.#taken.add(foldName(name));
    return name;
  }
}

/** Longest name of a level, characters. */
const MOST_CHARS = 200;

function prefixed(name: string, prefix: string | null): string {
  if (prefix === null) return name;
  return Array.from(`${prefix}: ${name}`).slice(0, MOST_CHARS).join('');
}

function onlyLevel({ ids, taken, prefix }: Naming): StoreyLevel {
  const name = new FreeNames(taken).free(prefixed('Level 1', prefix));
  const params = { name, elevation: 0, height: USUAL_HEIGHT_MM };
  return levelWith(null, ids.named('level', 'only'), params, null);
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
