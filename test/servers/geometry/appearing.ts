/** @module appearing: helpers of tests of elements that are shown with meshes of their files. */
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import type { Mesh } from '../../../kernel/building/geometry/mesh/mesh.ts';
import { MeshBlobBuilder } from '../../../kernel/building/imports/mesh-blob-builder.ts';
import { drawView } from '../../../kernel/documents/drawings/draw-view.ts';
import type { ElementRecord, JsonObject } from '../../../schemas/events.ts';
import type { ViewDefinition } from '../../../schemas/views.ts';
import { madeImport } from '../../made-import.ts';
import { World } from '../building/world.ts';

/** The mesh of the file that an element is shown with; fails if it is shown with its own body. */
export function meshOf({ view }: World, id: string): Mesh {
  const found = view.fileMesh(id);
  if (found === null) throw new Error(`${id} has no mesh of the file`);
  return found.mesh;
}

/** Largest difference of coordinates, mm; Infinity for meshes of other sizes. */
export function apart(a: Mesh, b: Mesh): number {
  if (a.positions.length !== b.positions.length) return Infinity;
  return a.positions.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - (b.positions[i] ?? Infinity))),
    0,
  );
}

/** Undoes the last event. */
export async function undoLast(world: World): Promise<void> {
  await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
}

/** The warnings of the effect of a change. */
export async function warningsOf(
  world: World,
  change: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { events } = await world.plan('modify_parameter', change);
  return world.effect(events).warnings.join('\n');
}

/** All elevations. */
export const FRONTS = (['north', 'east', 'south', 'west'] as const).map(
  (direction): ViewDefinition => ({
    view: 'elevation',
    direction,
    scale: 50,
  }),
);
/** Two pictures. */
export const PICTURES = [-1, 1].map((y): ViewDefinition => ({
  view: 'camera',
  kind: 'axonometric',
  direction: { x: -y, y, z: -0.5 },
  scale: null,
}));

/** Digest of the drawings of views. */
export function drawn(world: World, definitions: readonly ViewDefinition[]): string {
  const texts = definitions.map((definition) =>
    JSON.stringify(drawView(definition, world.view)?.items, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? Buffer.from(value.buffer).toString('base64') : value,
    ),
  );
  return sha256Hex(texts.join('\n'));
}

/** The appearance of an element before its blob is known, and its mesh in its local frame. */
export type Made = { readonly mesh: Mesh; readonly closed: boolean; readonly of: JsonObject };

/** A world with an import of these elements, of which the one with this id is shown with a mesh. */
export async function worldWith(
  elements: readonly ElementRecord[],
  id: string,
  { mesh, closed, of }: Made,
): Promise<World> {
  const world = await World.create();
  const builder = new MeshBlobBuilder();
  const { box, digest, ...place } = builder.add(mesh);
  const blob = builder.finish();
  if (blob === null) throw new Error('no mesh');
  const appearance = {
    mesh: { blob: blob.sha256, ...place },
    digest,
    low: { ...box.min },
    closed,
    glass: 0,
    mirrored: false,
    of,
  };
  const shown = elements.map((element) =>
    element.id === id ? { ...element, params: { ...element.params, appearance } } : element,
  );
  const { event, manifest } = madeImport(shown, { meshes: blob.bytes });
  world.log.blobs.set(event.payload.manifest.sha256, manifest);
  world.log.blobs.set(blob.sha256, blob.bytes);
  world.log.append('main', 'operation-import', [event]);
  await world.domain.catchUp();
  return world;
}
