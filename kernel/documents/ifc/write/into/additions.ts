/** @module additions: the entities of elements that are added to a file of another program. */
import { Buffer } from 'node:buffer';

import type { Box3, Point3 } from '../../../../building/geometry/vector.ts';
import type { IfcPlace } from '../../../../building/kinds/facets/ifc.ts';
import { group } from '../../../../building/kinds/group/group.ts';
import { type AnyElement, isOf } from '../../../../building/kinds/kind.ts';
import type { ModelView } from '../../../../building/model/view.ts';
import type { IfcSchema } from '../../schema/ifc-schema.ts';
import { type Matrix, product as times } from '../../shape/matrix.ts';
import { type Bounding, draftOf, type Ground, writeContent, writeStoreys } from '../content.ts';
import type { Draft, Lost, Placed } from '../draft.ts';
import type { LeftOut } from '../left-out.ts';
import { container, history, writeAxes, writeStorey } from '../spatial.ts';
import { LineNumbers } from '../step/line-numbers.ts';
import { StepFile, type Surroundings } from '../step/step-file.ts';
import { isExisting, type Ref } from '../step/step-value.ts';
import { AFTER_TYPES } from '../type-objects.ts';

/** A product of the file and its placement; null: it is placed in the coordinates of the file. */
export type HostProduct = {
  readonly ref: Ref;
  readonly placement: Ref | null;
  /** From the coordinates of the product to the model, mm. */
  readonly frame: Matrix;
  /** The inverse. */
  readonly into: Matrix;
};

/** The file that elements are added to. Its entities have numbers from `EXISTING_FROM` on. */
export type HostFile = Surroundings & {
  readonly schema: IfcSchema;
  /** Project identifier, from which GUIDs of types are derived. */
  readonly project: string;
  /** Time of the edits, ISO 8601. */
  readonly at: string;
  /** Owner history of the new entities; null: none, except where the schema requires one. */
  readonly history: Ref | null;
  /** Contexts of representations. */
  readonly contexts: { readonly body: Ref; readonly axis: Ref; readonly footprint: Ref };
  /** What contains elements whose level has no storey, and new storeys. */
  readonly building: HostProduct;
  /** Reference height of the building in the model, mm: `Elevation` of storeys is relative to it. */
  readonly datum: number;
  /** The product of an element; null without one. */
  readonly productOf: (id: string) => HostProduct | null;
  /** The boundaries of spaces of the file and of new ones that are written. */
  readonly bounding: Bounding;
  /** Elements of the file that get another type. */
  readonly retyped: readonly AnyElement[];
};

/** New entities as lines of a STEP file, numbered from 1; references to entities of the file are those of `HostFile`. */
export type Additions = {
  readonly lines: Buffer;
  readonly lost: readonly Lost[];
  /** Properties that the schema cannot express. */
  readonly leftOut: readonly LeftOut[];
  /** New storeys, by level. */
  readonly storeys: ReadonlyMap<string, Ref>;
  /** New products, by element. */
  readonly products: ReadonlyMap<string, Ref>;
  /** Ids of elements of the file that new openings cut. */
  readonly cut: readonly string[];
};

/**
 * Writes elements of a view that a file does not have: products with their types, materials, properties and openings,
 * storeys, grids and groups, and boundaries of spaces. Of a door or window that the file has, only the opening is
 * written. The same input gives the same lines.
 */
export function writeAdditions(
  view: ModelView,
  added: readonly AnyElement[],
  host: HostFile,
): Additions {
  // What the file has already keeps its type unless it gets another one.
  const made = added.filter(({ id }) => host.productOf(id) === null);
  const draft = draftOf(view, [...made, ...host.retyped], groundOf(added, host));
  draft.frames.set(host.building.placement, host.building.into);
  const isNew = new Set(added.map(({ id }) => id));
  writeStoreys(draft, added, (level, storey) => {
    addStorey(draft, host, level, storey);
  });
  noteStoreys(draft, added, host);
  const walls = notePlaced(draft, added, host);
  noteBounding(draft, host, isNew);
  const retyped = host.retyped.flatMap((element) => {
    const product = host.productOf(element.id);
    return product === null ? [] : [[element, product.ref] as const];
  });
  writeContent(draft, added, { walls, bounding: host.bounding, retyped });
  const written = added.filter(({ id }) => draft.placed.has(id) || draft.hosted.has(id));
  return {
    lines: Buffer.concat([...draft.file.finish()]),
    lost: draft.lost,
    leftOut: draft.leftOut,
    storeys: new Map(
      [...draft.storeys].flatMap(([id, { ref }]) => (isExisting(ref) ? [] : [[id, ref]])),
    ),
    products: new Map(
      written.flatMap(({ id }) => {
        const ref = draft.placed.get(id)?.ref ?? draft.hosted.get(id);
        return ref === undefined ? [] : [[id, ref]];
      }),
    ),
    cut: written.flatMap((one) => {
      const { host: of } = view.kinds.references(one);
      return of !== null && !isNew.has(of) ? [of] : [];
    }),
  };
}

/** What of the file all new entities may refer to. Entities that belong to no new element are numbered after them. */
function groundOf(added: readonly AnyElement[], host: HostFile): Ground {
  const { schema, contexts, project, building } = host;
  const file = new StepFile(schema, new LineNumbers(AFTER_TYPES, added.length + 1), host);
  const shared = { ...writeAxes(file), ...contexts };
  file.history = host.history ?? history(file, host);
  const places = new Map(added.map(({ id }, place) => [id, place]));
  return {
    file,
    schema,
    shared,
    project,
    building: container(file, { ...building, elevation: 0, id: `${project}/added` }),
    placeOf: (id) => places.get(id) ?? added.length,
    existing: (id) => host.productOf(id)?.ref ?? null,
  };
}

/** Notes the storeys of the file on whose levels elements are added. */
function noteStoreys(
  { view, storeys, frames, file }: Draft,
  added: readonly AnyElement[],
  host: HostFile,
): void {
  for (const element of added) {
    const id = view.levelOf(element.id);
    const product = id === null || storeys.has(id) ? null : host.productOf(id);
    if (id === null || product === null) continue;
    frames.set(product.placement, product.into);
    storeys.set(id, container(file, { ...product, elevation: 0, id }));
  }
}

/** Largest deviation of the z axis of a building from the vertical, as its cosine. */
const UPRIGHT = 1e-9;

/** Writes a storey above the origin of the building. */
function addStorey(
  draft: Draft,
  { building: { frame, into }, datum }: HostFile,
  element: AnyElement,
  { name, elevation }: { readonly name: string; readonly elevation: number },
): void {
  if (!(frame[10] >= 1 - UPRIGHT)) throw new RangeError('the building is tilted in the file');
  const place = {
    origin: { x: frame[3], y: frame[7], z: elevation },
    x: { x: frame[0], y: frame[4] },
  };
  const storey = writeStorey(draft, element, { name, elevation, stated: elevation - datum, place });
  // The writer subtracts the elevation of a storey from the heights of its elements.
  const lift = frame[11];
  draft.frames.set(storey.placement, times(into, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, lift]));
}

/** Notes what of the file new elements are placed in, joined to or grouped with; returns the walls of the file. */
function notePlaced(
  draft: Draft,
  added: readonly AnyElement[],
  host: HostFile,
): readonly AnyElement[] {
  const { view, placed, hosted, lost } = draft;
  const isNew = new Set(added.map(({ id }) => id));
  const ids = new Set<string>();
  for (const element of added) {
    const { host: of } = view.kinds.references(element);
    if (of !== null) ids.add(of);
    if (element.kind === 'wall') for (const id of view.joinedWalls(element.id)) ids.add(id);
    if (!isOf(group, element)) continue;
    for (const id of element.params.members.flat()) {
      if (isNew.has(id)) continue;
      const product = host.productOf(id);
      if (product === null) {
        const why = `its member \`${id}\` has no product in the file`;
        lost.push({ element_id: element.id, why });
      } else {
        hosted.set(id, product.ref);
      }
    }
  }
  const walls: AnyElement[] = [];
  for (const id of ids) {
    const known = isNew.has(id) ? null : placedIn(draft, host, id);
    if (known === null) continue;
    placed.set(id, known);
    if (known.element.kind === 'wall') walls.push(known.element);
  }
  return walls;
}

/** Notes the spaces of the file whose boundaries are written, and the products of the file that may bound spaces. */
function noteBounding(draft: Draft, host: HostFile, isNew: ReadonlySet<string>): void {
  const { view, placed, hosted } = draft;
  const { spaces } = host.bounding;
  for (const space of spaces) {
    if (isNew.has(space.id)) continue;
    const known = placedIn(draft, host, space.id);
    if (known !== null) placed.set(space.id, known);
  }
  const levels = new Set(spaces.map(({ id }) => view.levelOf(id)));
  const boxes = spaces.flatMap(({ id }) => view.bounds(id) ?? []);
  const ids = new Set(boxes.flatMap((box) => view.inBox(grown(box))));
  for (const id of ids) {
    const element = view.element(id);
    if (element === undefined || isNew.has(id)) continue;
    const isWall = element.kind === 'wall' && levels.has(view.levelOf(id));
    const isSlab = view.kinds.of(element).covers !== 'none';
    const known = isWall || isSlab ? (placed.get(id) ?? placedIn(draft, host, id)) : null;
    if (known === null) continue;
    placed.set(id, known);
    for (const filling of view.hostedBy(id)) {
      const product = isNew.has(filling.id) ? null : host.productOf(filling.id);
      if (product !== null) hosted.set(filling.id, product.ref);
    }
  }
}

/** Bodies within this of a space may touch it, mm. */
const NEAR_MM = 1;

function grown({ min, max }: Box3): Box3 {
  return { min: moved(min, -NEAR_MM), max: moved(max, NEAR_MM) };
}

function moved({ x, y, z }: Point3, mm: number): Point3 {
  return { x: x + mm, y: y + mm, z: z + mm };
}

/** An element of the file as the writer places openings and boundaries in it; null if it is no product with a body. */
function placedIn(draft: Draft, host: HostFile, id: string): Placed | null {
  const { view } = draft;
  const [element, product] = [view.element(id), host.productOf(id)];
  const level = draft.levels.get(view.levelOf(id) ?? '');
  if (element === undefined || product === null || level === undefined) return null;
  const { ref, placement } = product;
  if (placement === null) return null;
  const { ifc } = view.kinds.of(element);
  const isProduct = ifc !== 'none' && ifc.as !== 'storey' && ifc.as !== 'grid_axis';
  if (!isProduct || ifc.shape === 'panel') return null;
  const { place } = ifc.shape(element, level, view);
  draft.frames.set(placement, times(product.into, matrixOf(place)));
  return { element, ref, body: ref, placement, place, assembly: null };
}

function matrixOf({ origin, x }: IfcPlace): Matrix {
  return [x.x, -x.y, 0, origin.x, x.y, x.x, 0, origin.y, 0, 0, 1, origin.z];
}
