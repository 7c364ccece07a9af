/** @module elements: writes elements of the model as products, hosts before what they host. */
import { checkpoint, Interrupted } from '../../../base/work/checkpoint.ts';
import type { AnyIfcProduct } from '../../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../../building/kinds/kind.ts';
import type { Container, Draft } from './draft.ts';
import { writeHosted } from './hosted.ts';
import type { ProductItem } from './products.ts';
import { writeProduct } from './products.ts';
import { type Connection, writeConnections } from './relations/connections.ts';
import type { Ref } from './step/step-value.ts';

/** Elements written between two checkpoints. */
const STEP_ELEMENTS = 16;

/** Writes all products in order of creation; elements whose host is created later are written at the end. */
export function writeElements(
  draft: Draft,
  elements: readonly AnyElement[],
  connections: ReadonlyMap<string, readonly Connection[]>,
): void {
  const deferred: AnyElement[] = [];
  const total = elements.length;
  for (const [done, element] of elements.entries()) {
    if (done % STEP_ELEMENTS === 0) checkpoint({ done, total, doing: 'writing elements' });
    const { ifc } = draft.view.kinds.of(element);
    if (ifc === 'none' || ifc.as === 'storey' || ifc.as === 'grid_axis') continue;
    const { host } = draft.view.kinds.references(element);
    if (host !== null && !draft.placed.has(host)) deferred.push(element);
    else writeOne(draft, element, ifc, connections);
  }
  for (const element of deferred) {
    const { ifc } = draft.view.kinds.of(element);
    if (ifc !== 'none' && ifc.as !== 'storey' && ifc.as !== 'grid_axis') {
      writeOne(draft, element, ifc, connections);
    }
  }
}

/** Runs `write`. If it fails, everything that it wrote is removed and a warning is added. */
export function attempt(draft: Draft, element: AnyElement, write: () => void): void {
  const { file, styles, leftOut } = draft;
  const known = leftOut.length;
  file.numberFrom(draft.numbersOf(element.id));
  file.begin();
  try {
    write();
    file.commit();
    styles.settle(true);
  } catch (error) {
    file.abort();
    styles.settle(false);
    leftOut.length = known;
    if (!(error instanceof Error) || error instanceof Interrupted) throw error;
    draft.warnings.push({ element, verb: 'is', rest: `left out: ${error.message}` });
    draft.lost.push({ element_id: element.id, why: error.message });
  }
}

function writeOne(
  draft: Draft,
  element: AnyElement,
  facet: AnyIfcProduct,
  connections: ReadonlyMap<string, readonly Connection[]>,
): void {
  attempt(draft, element, () => {
    const item = itemOf(draft, element, facet);
    const { contained, parts } = item.container;
    const { host } = draft.view.kinds.references(element);
    let ref: Ref | null;
    let isPart = facet.as === 'void';
    if (host === null) {
      const placed = writeProduct(draft, item);
      writeConnections(draft, placed, connections.get(element.id) ?? []);
      draft.placed.set(element.id, placed);
      ({ ref } = placed);
    } else {
      const holder = draft.placed.get(host);
      if (holder === undefined) throw new RangeError(`its host \`${host}\` is not in the file`);
      ref = writeHosted(draft, item, holder);
      if (ref === null) return;
      isPart ||= holder.assembly !== null;
      draft.hosted.set(element.id, ref);
    }
    // Only elements that were written completely are referenced by other entities.
    draft.typeOf.get(element.id)?.users.push(ref);
    const isSpace = draft.schema.isA(ref.entity, 'IfcSpatialStructureElement');
    if (isSpace) parts.push(ref);
    else if (!isPart) contained.push(ref);
  });
}

function itemOf(draft: Draft, element: AnyElement, facet: AnyIfcProduct): ProductItem {
  const level = draft.levels.get(draft.view.levelOf(element.id) ?? '');
  if (level === undefined) throw new RangeError('its level is not in the file');
  const container: Container = draft.storeys.get(level.id) ?? draft.building;
  return { element, facet, level, container };
}
