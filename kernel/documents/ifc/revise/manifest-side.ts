/** @module manifest-side: the rows of one revision of a file, with what matching asks about them. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../schemas/imports.ts';
import { foldName } from '../../../base/text/fold-name.ts';
import { KINDS } from '../../../building/kinds/elements.ts';
import { classOf } from '../recognise/products.ts';
import type { Extent, ExtentOf } from './extents.ts';

/** The rows of one revision. */
export class ManifestSide {
  readonly rows: readonly ManifestRow[];
  readonly #byId = new Map<string, ManifestRow>();
  readonly #extentOf: ExtentOf;

  /** `extentOf` measures the body of an element. */
  constructor(rows: readonly ManifestRow[], extentOf: ExtentOf) {
    this.rows = rows;
    this.#extentOf = extentOf;
    for (const row of rows) if (row.element !== null) this.#byId.set(row.element.id, row);
  }

  /** The row of an element; undefined if no row has it. */
  withElement(id: string): ManifestRow | undefined {
    return this.#byId.get(id);
  }

  /** Row of the level of an element, also of that of its host; undefined without one. */
  levelOf({ element, part_of }: ManifestRow): ManifestRow | undefined {
    const own = element ?? (part_of === null ? null : this.#element(part_of));
    if (own === null) return undefined;
    const { level, host } = KINDS.references(own);
    if (level !== null) return this.#byId.get(level);
    const holder = host === null ? null : this.#element(host);
    const id = holder === null ? null : KINDS.references(holder).level;
    return id === null ? undefined : this.#byId.get(id);
  }

  /** Row of the host of an element; undefined without one. */
  hostOf({ element }: ManifestRow): ManifestRow | undefined {
    const host = element === null ? null : KINDS.references(element).host;
    return host === null ? undefined : this.#byId.get(host);
  }

  /** Box and volume of the body of a product, of a level its elevation; null without a body. */
  extentOf({ element, box }: ManifestRow): Extent | null {
    if (element?.kind === 'level') return elevationOf(element);
    if (element !== null) return this.#extentOf(element);
    return box === null ? null : { box, volume_mm3: null };
  }

  #element(id: string): ElementRecord | null {
    return this.#byId.get(id)?.element ?? null;
  }
}

function elevationOf({ params: { elevation } }: ElementRecord): Extent | null {
  if (typeof elevation !== 'number') return null;
  const place = { x: 0, y: 0, z: elevation };
  return { box: { min: place, max: place }, volume_mm3: null };
}

/** Whether a row is a level. */
export function isLevel({ entity }: ManifestRow): boolean {
  return classOf(entity) === 'IfcBuildingStorey';
}

/** The name by which a product is compared; empty without one. */
export function comparedName({ name, element }: ManifestRow): string {
  const own = element?.params['name'];
  return foldName(name ?? (typeof own === 'string' ? own : ''));
}
