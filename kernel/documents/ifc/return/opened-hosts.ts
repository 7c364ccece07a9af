/** @module opened hosts: elements in which edits change or remove holes. */
import { isShape } from './aspects.ts';
import { representationOf } from './bodies.ts';
import type { Changes } from './changes.ts';
import type { Target } from './solids.ts';

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
