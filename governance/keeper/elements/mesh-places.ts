/** @module mesh-places: where elements have their meshes; no event may give an element a mesh that no import brought. */
import * as z from 'zod';

import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { AppliedEvent, CurrentElement } from '../../../schemas/event-checks.ts';
import type { ElementRecord } from '../../../schemas/events.ts';

/** The place of a mesh. Other forms are refused as parameters of an element. */
const MeshPlace = z.looseObject({ blob: z.string(), offset: z.number(), length: z.number() });
const Appearance = z.looseObject({ mesh: MeshPlace });

/** Bytes of a blob of meshes. */
export type MeshPlace = z.output<typeof MeshPlace>;

/** The place of the mesh of a body, or of the appearance of another element; undefined without one. */
export function meshPlaceOf({ kind, params }: ElementRecord): MeshPlace | undefined {
  return kind === 'body'
    ? MeshPlace.safeParse(params['mesh']).data
    : Appearance.safeParse(params['appearance']).data?.mesh;
}

/**
 * Refuses INVALID_ARGUMENT for an ordinary event after which an element has a mesh in a blob that no event keeps, or
 * beyond its end. Copies, undo and merges give elements the meshes of others, which their imports keep.
 *
 * @param planned the blobs that imports of the same plan name
 */
export async function assertKeptMeshes(
  read: Pick<LedgerRead, 'blobInfo'>,
  event: AppliedEvent,
  before: CurrentElement,
  planned: ReadonlySet<string>,
): Promise<void> {
  if (!event.ok) return;
  for (const { id, after } of event.changes) {
    const place = after === null ? undefined : meshPlaceOf(after);
    if (after === null || place === undefined || isSame(place, before(id))) continue;
    const info = await read.blobInfo(place.blob);
    const end = place.offset + place.length;
    const isThere = info !== null && (info.state === 'kept' || planned.has(place.blob));
    if (isThere && end <= info.bytes) continue;
    throw new Refusal(
      'INVALID_ARGUMENT',
      `the plan gives the ${after.kind} \`${id}\` the mesh at the bytes ${place.offset} to ${end} of the blob \`${place.blob}\`; expected ${isThere ? `a part of its ${info.bytes} bytes` : 'a blob that an import names'}`,
      'plan the change again with this version of the tools',
    );
  }
}

function isSame(place: MeshPlace, element: ElementRecord | null): boolean {
  const was = element === null ? undefined : meshPlaceOf(element);
  return was?.blob === place.blob && was.offset === place.offset && was.length === place.length;
}
