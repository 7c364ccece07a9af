/** @module tests of recognition on our own exports: a random house comes back with its parameters, levels and GUIDs. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { AnyElement } from '../../../../../kernel/building/kinds/kind.ts';
import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { kernels } from './building-text.ts';

/** Kinds whose products are not recognised; a grid line has no GlobalId of its own. */
const OTHERS = new Set([
  'stair',
  'ramp',
  'railing',
  'roof',
  'solid',
  'furniture',
  'grid',
  'group',
  'site',
  'material',
  'type',
]);

/** Parameters that define the body of each kind. */
const BODY_PARAMS: Readonly<Record<string, readonly string[]>> = {
  level: ['name', 'elevation'],
  wall: ['start', 'end', 'height', 'thickness', 'base_offset'],
  door: ['offset', 'width', 'height'],
  window: ['offset', 'width', 'height', 'sill_height'],
  floor: ['thickness', 'top_offset'],
  room: ['name', 'height'],
  column: ['location', 'base_offset'],
  beam: ['start', 'end', 'elevation_offset'],
};

/** The difference of two values on the grid of 0.001 mm, with the rounding of a turn and back; null if there is none. */
function difference(is: unknown, was: unknown): string | null {
  if (typeof is === 'number' && typeof was === 'number') {
    return Math.abs(is - was) <= 0.0021 ? null : `${was} → ${is}`;
  }
  if (typeof is === 'object' && typeof was === 'object' && is !== null && was !== null) {
    const [a, b] = [new Map<string, unknown>(Object.entries(is)), Object.entries(was)];
    for (const [name, value] of b) {
      const found = difference(a.get(name), value);
      if (found !== null) return `${name} ${found}`;
    }
    return null;
  }
  return is === was ? null : `${String(was)} → ${String(is)}`;
}

/** What differs between an element and the one that was read, as sentences. */
function differences(was: AnyElement, is: ElementRecord): readonly string[] {
  if (was.kind !== is.kind) return [`${was.kind} ${was.id} is a ${is.kind}`];
  const flipped =
    was.kind === 'wall' && difference(is.params['start'], was.params['start']) !== null;
  return (BODY_PARAMS[was.kind] ?? []).flatMap((name) => {
    // A wall of the same body may run the other way; its fillings are then measured from there.
    if (flipped && (name === 'start' || name === 'end')) return [];
    // The plane of a slope is given by any of its points; the height is that of the point.
    if (name === 'top_offset' && (was.params['slope'] ?? null) !== null) return [];
    const found = difference(is.params[name] ?? 0, was.params[name] ?? 0);
    return found === null ? [] : [`${was.kind} ${was.id}: ${name} ${found}`];
  });
}

/** Elements of recognised kinds; those in a roof are cut from a body. */
function expectedOf(view: ModelView): readonly AnyElement[] {
  return [...view.elements()].filter((element: AnyElement) => {
    const { host_id } = element.params;
    const host = typeof host_id === 'string' ? view.element(host_id) : undefined;
    return !OTHERS.has(element.kind) && !(host !== undefined && OTHERS.has(host.kind));
  });
}

test.each(fc.sample(fc.nat(1e6), 4))('house %i', async (seed) => {
  const view = randomHouse(seed);
  for (const schema of IFC_SCHEMAS) {
    const { model } = await openIfc(exported(view, schema, 'house').file);
    const found = recognise(model, 'lineage', kernels);
    const byGuid = new Map(found.products.map((one) => [one.product.guid, one]));
    const lost = expectedOf(view).flatMap((element): readonly string[] => {
      const one = byGuid.get(ifcGuid(element.id));
      if (one === undefined) return [`${element.kind} ${element.id}: no product`];
      if (one.element === null) return [`${element.kind} ${element.id}: ${one.reason ?? ''}`];
      return differences(element, one.element);
    });
    expect([schema, lost]).toEqual([schema, []]);
  }
});
