/** @module baked: holes in the bodies of walls, which become openings of their own when their wall gets a new body. */
import type { ManifestRow } from '../../../../../schemas/imports.ts';
import type { Element } from '../../../../building/kinds/elements.ts';
import { isShape } from '../aspects.ts';
import { representationOf } from '../bodies.ts';
import type { Changes } from '../changes.ts';
import type { Editing } from '../editing.ts';
import type { Target } from '../solids.ts';

const KEPT = 'the file has it in the body of its host, which keeps its shape';

/** Walls with holes in their bodies. */
export class BakedHoles {
  readonly #editing: Editing;
  /** Ids of walls whose holes were edited or deleted. */
  readonly #touched = new Set<unknown>();
  /** Ids of walls whose holes are openings of their own now. */
  readonly #opened = new Set<unknown>();

  constructor(editing: Editing) {
    this.#editing = editing;
    const { changes, parts } = editing;
    for (const row of [...changes.changed.map((one) => one.row), ...changes.deleted]) {
      if (parts.isInBody(row)) this.#touched.add(row.element?.params['host_id']);
    }
  }

  /** Whether an element has such holes. */
  isBaked(id: string): boolean {
    return this.#editing.parts.isBaked(id);
  }

  /** Whether such a hole of an element was edited or deleted. */
  isTouched(id: string): boolean {
    return this.#touched.has(id);
  }

  /** Notes that an element has a new body without holes. */
  open(id: string): void {
    this.#opened.add(id);
  }

  /** Whether the holes of an element are openings now. */
  isOpened(id: unknown): boolean {
    return this.#opened.has(id);
  }

  /** Whether the hole of a row was in a body and is an opening now. */
  isOpenedFor(row: ManifestRow): boolean {
    return this.#editing.parts.isInBody(row) && this.isOpened(row.element?.params['host_id']);
  }

  /** Whether an element is a hole of the old body of a host that has a new one without it. */
  isHoleOf(id: string, host: string): boolean {
    return this.isOpened(host) && this.added().some((hole) => hole.id === id);
  }

  /** The holes that must become openings; a door or window stands for its hole. */
  added(): readonly Element[] {
    const { source, view } = this.#editing;
    return source.rows.flatMap((row): readonly Element[] => {
      const element = this.isOpenedFor(row) ? view.element(row.element?.id ?? '') : undefined;
      return element === undefined ? [] : [element];
    });
  }

  /** Notes the deleted holes that are still in bodies. */
  leaveKept(): void {
    const { changes, parts, view } = this.#editing;
    for (const row of changes.deleted) {
      const host = row.element?.params['host_id'];
      const isThere = typeof host === 'string' && view.element(host) !== undefined;
      if (parts.isInBody(row) && isThere && !this.isOpened(host)) {
        this.#editing.leave(row.element?.id ?? '', KEPT);
      }
    }
  }
}

/** Ids of the hosts of changed and deleted openings, doors and windows. */
export function openedHosts({ changed, deleted }: Changes): ReadonlySet<unknown> {
  const reshaped = changed.filter(({ after, params }) =>
    params.some((param) => param === 'host_id' || isShape(after, param)),
  );
  return new Set([
    ...reshaped.flatMap(({ before, after }) => [before, after]).map(({ params }) => hostOf(params)),
    ...deleted.flatMap(({ element }) => (element === null ? [] : [hostOf(element.params)])),
  ]);
}

function hostOf(params: object): unknown {
  return new Map<string, unknown>(Object.entries(params)).get('host_id');
}

/** Representation items whose solids have no holes of their own. */
const PLAIN = ['IfcSweptAreaSolid', 'IfcBooleanClippingResult'] as const;

/** Whether the body of a product, such as one of faces, may have the holes for which openings stand. */
export function hasFaces(target: Target, product: number): boolean {
  const body = representationOf(target, product, 'Body');
  const { patch } = target;
  return (
    body !== null &&
    patch.refs(body, 'Items').some((item) => !PLAIN.some((type) => patch.isA(item, type)))
  );
}
