/** @module containers: moves products from one storey of a file to another. */
import { PatchFault } from '../patch/patch-fault.ts';
import { ref, refs, text } from '../patch/patch-value.ts';
import type { FilePatch } from '../patch/patch.ts';
import type { Changed } from './changes.ts';

/** A relation that contains products: its entity, the list of products, and the container. */
type Containing = readonly [entity: string, list: string, container: string];

const CONTAINED: Containing = [
  'IfcRelContainedInSpatialStructure',
  'RelatedElements',
  'RelatingStructure',
];
/** Spaces are parts of storeys. */
const PARTS: Containing = ['IfcRelAggregates', 'RelatedObjects', 'RelatingObject'];

/** The elements whose level differs, by their level now. */
export function movesOf(changed: readonly Changed[]): ReadonlyMap<string, readonly Changed[]> {
  const moves = new Map<string, Changed[]>();
  for (const one of changed) {
    const { params } = one.after;
    const level = 'level_id' in params ? params.level_id : null;
    const isMoved = one.params.includes('level_id') && one.after.kind !== 'grid';
    if (level === null || !isMoved) continue;
    const known = moves.get(level);
    if (known === undefined) moves.set(level, [one]);
    else known.push(one);
  }
  return moves;
}

/** Products that one storey takes over. */
type Move = { readonly products: readonly number[]; readonly storey: number };

/**
 * Makes a storey contain products that another spatial element contains. The relation that loses them keeps its others;
 * without others it refers to the new storey.
 * @throws {PatchFault} if a product is a part of another one, or nothing contains it
 */
export function moveToStorey(
  patch: FilePatch,
  { products, storey }: Move,
  guid: (text: string) => string,
): void {
  const byRelation = new Map<number, { readonly kind: Containing; readonly rows: Set<number> }>();
  for (const product of products) {
    const [relation, kind] = containingOf(patch, product);
    const known = byRelation.get(relation);
    if (known === undefined) byRelation.set(relation, { kind, rows: new Set([product]) });
    else known.rows.add(product);
  }
  for (const [relation, { kind, rows }] of byRelation) {
    const [entity, list, container] = kind;
    if (patch.ref(relation, container) === storey) continue;
    const left = patch.refs(relation, list).filter((row) => !rows.has(row));
    if (left.length === 0) {
      patch.setAttribute(relation, container, ref(storey));
      continue;
    }
    // The new relation first, so that nothing is without a user between two edits.
    const history =
      patch.ref(relation, 'OwnerHistory') === null ? null : patch.addedHistory(relation);
    const name = `${patch.idText(storey)}/${patch.idText(relation)}/${patch.idText([...rows][0] ?? 0)}`;
    patch.add(entity, {
      GlobalId: text(guid(`moved to storey ${name}`)),
      ...(history === null ? {} : { OwnerHistory: ref(history) }),
      [list]: refs([...rows]),
      [container]: ref(storey),
    });
    patch.setAttribute(relation, list, refs(left));
  }
}

function containingOf(patch: FilePatch, product: number): readonly [number, Containing] {
  for (const user of patch.users(product)) {
    for (const kind of [CONTAINED, PARTS]) {
      const [entity, list, container] = kind;
      if (!patch.isA(user, entity) || !patch.refs(user, list).includes(product)) continue;
      const holder = patch.ref(user, container);
      if (holder !== null && isSpatial(patch, holder)) return [user, kind];
      throw new PatchFault('it is a part of another product, whose storey stays');
    }
  }
  throw new PatchFault('no storey of the file contains it');
}

function isSpatial(patch: FilePatch, row: number): boolean {
  return patch.isA(row, 'IfcSpatialStructureElement') || patch.isA(row, 'IfcSpatialElement');
}
