/** @module appearance: the mesh of an imported file as the appearance of a parametric element, while its form is that of the file. */
import * as z from 'zod';

import type { ElementRecord, ParamValues } from '../../../../schemas/events.ts';
import { CoordinateMm } from '../../../../schemas/units.ts';
import { sha256Hex } from '../../../base/canonical/hash.ts';
import { at } from '../../geometry/indexed.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { MeshPlace } from '../../geometry/mesh/stored-mesh.ts';
import { SAME_FORM_MM } from '../../geometry/tolerances.ts';
import type { Point3 } from '../../geometry/vector.ts';
import type { FrameSite, MadeFor, MeshFrame } from '../facets/file-mesh.ts';
import type { AnyElement, AnyKind, Fills, Motion, Site, Storey, Transform } from '../kind.ts';

/** A SHA-256 digest. Digits are not checked here: stored elements have only conditions that are fast to check. */
const Digest = z.string().length(64);
const Count = z.number().int().min(0);
/** Length of the longest text among the values of an appearance. */
const MAX_TEXT = 200;
const MadeForValue = z.union([z.number(), z.string().max(MAX_TEXT), z.boolean(), z.null()]);

/** The parameter `appearance`. */
const Appearance = z.strictObject({
  /** Place of the mesh in a blob of meshes, bytes. */
  mesh: z.strictObject({ blob: Digest, offset: Count, length: Count.min(1) }),
  /** SHA-256 of the encoded mesh. */
  digest: Digest,
  /** Lowest corner of the box of the mesh in the local frame, mm. */
  low: z.strictObject({ x: CoordinateMm, y: CoordinateMm, z: CoordinateMm }),
  /** Whether its surface is closed. */
  closed: z.boolean(),
  /** Number of triangles at the end of the mesh that are glass. */
  glass: Count,
  /** Whether it is mirrored: y is to the right of x. */
  mirrored: z.boolean(),
  /** The values of the element that the mesh was made for; it is shown while the element has them. */
  of: z.record(z.string().min(1).max(60), MadeForValue),
});
export type Appearance = z.output<typeof Appearance>;

/** Why modify_parameter sets it only to null. */
const ONLY_IMPORTS = 'only an import sets it; with null the element is shown with its own body';

/** The appearance that the import of an element gave it; null without one. */
export function appearanceOf({ params }: ElementRecord): Appearance | null {
  const { appearance } = params;
  if (appearance === undefined || appearance === null) return null;
  return Appearance.safeParse(appearance).data ?? null;
}

/** Parameters with these ids in the values for which their appearance was made, such as that of a type. */
export function renamedAppearance(
  params: ParamValues,
  ids: ReadonlyMap<string, string>,
): ParamValues {
  const appearance = Appearance.safeParse(params['appearance']).data;
  if (appearance === undefined) return params;
  const of = Object.entries(appearance.of).map(([name, value]) => [
    name,
    typeof value === 'string' ? (ids.get(value) ?? value) : value,
  ]);
  return { ...params, appearance: { ...appearance, of: Object.fromEntries(of) } };
}

/** The values that an appearance stores: a text of more than 200 characters, as of many panels, is its SHA-256. */
export function storedValues(values: MadeFor): MadeFor {
  const stored = Object.entries(values).map(([name, value]) => {
    const isLong = typeof value === 'string' && value.length > MAX_TEXT;
    return [name, isLong ? `sha256:${sha256Hex(value)}` : value] as const;
  });
  return Object.fromEntries(stored);
}

/** Names of the present values that differ from the stored ones for which an appearance was made. */
export function otherValues(of: MadeFor, present: MadeFor): readonly string[] {
  const now = storedValues(present);
  const names = new Set([...Object.keys(of), ...Object.keys(now)]);
  return [...names].filter((name) => {
    const [was, is] = [of[name] ?? null, now[name] ?? null];
    const isNear =
      typeof was === 'number' && typeof is === 'number' && Math.abs(was - is) <= SAME_FORM_MM;
    return !isNear && was !== is;
  });
}

/** The appearance of an element if its form is still that of the file. */
export function currentAppearance(
  element: AnyElement,
  { file_mesh: facet }: Pick<AnyKind, 'file_mesh'>,
  site: FrameSite,
): Appearance | null {
  const appearance = facet === 'none' ? null : appearanceOf(element);
  if (facet === 'none' || appearance === null) return null;
  const { of, mirrored } = appearance;
  return otherValues(of, facet.madeFor(element, site, mirrored)).length === 0 ? appearance : null;
}

/**
 * The mesh of the file at the present place of an element whose appearance is current, mm; null where it has no place or
 * stored meshes are not at hand.
 * @throws {RangeError} if the mesh is missing or damaged; the message names the element, `cause` is the reason
 */
export function placedFileMesh(
  element: AnyElement,
  { file_mesh: facet }: Pick<AnyKind, 'file_mesh'>,
  level: Storey,
  site: Site,
): Mesh | null {
  const appearance = facet === 'none' ? null : appearanceOf(element);
  if (facet === 'none' || appearance === null) return null;
  const { mesh: place, digest, mirrored: isMirrored, low } = appearance;
  const frame = facet.frame(element, level, site, isMirrored);
  const stored = frame === null ? null : storedMeshOf(element, { ...place, digest }, site);
  if (frame === null || stored === null) return null;
  return {
    positions: placed(stored.positions, { frame, low, mirrored: isMirrored }),
    triangles: isMirrored ? turnedOver(stored.triangles) : stored.triangles,
  };
}

/**
 * The stored mesh of an element, mm from the lowest corner of its box; null where stored meshes are not at hand.
 * @throws {RangeError} if it is missing or damaged; the message names the element, `cause` is the reason
 */
export function storedMeshOf(
  { id, kind }: Pick<AnyElement, 'id' | 'kind'>,
  place: MeshPlace,
  site: Pick<Site, 'storedMesh'>,
): Mesh | null {
  try {
    return site.storedMesh(place);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new RangeError(`the mesh of ${kind} \`${id}\` cannot be read: ${error.message}`, {
      cause: error,
    });
  }
}

/** Triangles seen from the other side. */
export function turnedOver(triangles: Uint32Array): Uint32Array {
  const turned = Uint32Array.from(triangles);
  for (let i = 0; i + 2 < turned.length; i += 3) {
    turned[i + 1] = at(triangles, i + 2);
    turned[i + 2] = at(triangles, i + 1);
  }
  return turned;
}

type Local = {
  readonly frame: MeshFrame;
  readonly low: Point3;
  readonly mirrored: boolean;
};

function placed(local: Float64Array, { frame, low, mirrored }: Local): Float64Array {
  const { origin, x: along } = frame;
  const flip = mirrored ? -1 : 1;
  const world = new Float64Array(local.length);
  for (let i = 0; i + 2 < world.length; i += 3) {
    const [x, y] = [at(local, i) + low.x, flip * (at(local, i + 1) + low.y)];
    world[i] = origin.x + along.x * x - along.y * y;
    world[i + 1] = origin.y + along.y * x + along.x * y;
    world[i + 2] = origin.z + at(local, i + 2) + low.z;
  }
  return world;
}

/** World coordinates in a frame that is not mirrored, mm: the inverse of the placement of a mesh. */
export function inMeshFrame({ positions, triangles }: Mesh, { origin, x: along }: MeshFrame): Mesh {
  const local = new Float64Array(positions.length);
  for (let i = 0; i + 2 < local.length; i += 3) {
    const [dx, dy] = [at(positions, i) - origin.x, at(positions, i + 1) - origin.y];
    local[i] = dx * along.x + dy * along.y;
    local[i + 1] = dy * along.x - dx * along.y;
    local[i + 2] = at(positions, i + 2) - origin.z;
  }
  return { positions: local, triangles };
}

/**
 * The kind with the parameter `appearance`, if its elements can be shown with the mesh of a file: a motion that mirrors
 * an element also mirrors its appearance. Elements of older logs lack it.
 */
export function withAppearance(kind: AnyKind): AnyKind {
  if (kind.file_mesh === 'none' || Object.hasOwn(kind.params.shape, 'appearance')) return kind;
  return {
    ...kind,
    params: kind.params.extend({ appearance: Appearance.nullable().exactOptional() }),
    fixed: { ...kind.fixed, appearance: { unless_null: ONLY_IMPORTS } },
    plain_numbers: { ...kind.plain_numbers, appearance: null },
    fills: kind.fills === 'none' ? 'none' : mirroringFills(kind.fills),
    transform: typeof kind.transform === 'string' ? kind.transform : mirroring(kind.transform),
    shown: (element) => shownWith(element, kind),
  };
}

function mirroringFills(fills: Fills<AnyElement>): Fills<AnyElement> {
  return {
    ...fills,
    carried: (element, host, motion) => withMirrored(fills.carried(element, host, motion), motion),
  };
}

function mirroring(transform: Transform<AnyElement>): Transform<AnyElement> {
  return {
    ...transform,
    moved: (element, motion, context) =>
      withMirrored(transform.moved(element, motion, context), motion),
  };
}

function withMirrored(element: AnyElement, motion: Pick<Motion, 'mirrored'>): AnyElement {
  const appearance = motion.mirrored ? appearanceOf(element) : null;
  if (appearance === null) return element;
  const turned = { ...appearance, mirrored: !appearance.mirrored };
  return { ...element, params: { ...element.params, appearance: turned } };
}

/**
 * The shown parameters of an element with what its site adds: an appearance that is not shown any more, because the
 * element has other values than those for which it was made, says so and names them. `site` must have its host.
 */
export function withEndedAppearance(
  shown: Readonly<Record<string, unknown>>,
  element: AnyElement,
  { file_mesh: facet }: Pick<AnyKind, 'file_mesh'>,
  site: FrameSite,
): Readonly<Record<string, unknown>> {
  const appearance = facet === 'none' ? null : appearanceOf(element);
  if (facet === 'none' || appearance === null || typeof shown['appearance'] !== 'string') {
    return shown;
  }
  const { of, mirrored } = appearance;
  const names = otherValues(of, facet.madeFor(element, site, mirrored));
  if (names.length === 0) return shown;
  const changed = names.map((name) => `\`${name}\``).join(', ');
  return {
    ...shown,
    appearance: `${shown['appearance']}, not shown: it was made for another ${changed}`,
  };
}

/** The parameters that answers show: of an appearance only that there is one, and whether it is mirrored. */
function shownWith(
  element: AnyElement,
  { shown }: Pick<AnyKind, 'shown'>,
): Readonly<Record<string, unknown>> {
  const all = shown === 'all' ? element.params : shown(element);
  const { appearance, ...others } = all;
  if (appearance === undefined || appearance === null) return others;
  const isMirrored = appearanceOf(element)?.mirrored ?? false;
  return { ...others, appearance: `mesh of the file${isMirrored ? ', mirrored' : ''}` };
}
