/** @module second level: second-level boundaries of rooms on walls, paired across each wall. */
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import type { Draft } from '../draft.ts';
import type { Ref } from '../step/step-value.ts';
import {
  commonPatch,
  fillingFace,
  partOfFace,
  patchOf,
  type UprightFace,
} from './boundary-faces.ts';
import { uprightSurface, type WallBound, type WrittenBounds } from './space-boundaries.ts';

/** A part of a wall with a space on one side and, if known, the space on the other side. */
type Part = {
  readonly bound: WallBound;
  readonly face: UprightFace;
  readonly other: { readonly bound: WallBound; readonly face: UprightFace } | null;
};

/**
 * Writes second-level boundaries. Two spaces on opposite sides of a wall get a boundary on each side for the part that
 * they share. A space without a counterpart at a stretch of an exterior wall gets a boundary for that stretch. All other
 * parts get none, because it is unknown what is behind the wall.
 */
export function writeSecondLevel(
  draft: Draft,
  bounds: readonly WallBound[],
  written: WrittenBounds,
): void {
  const byWall = new Map<string, WallBound[]>();
  for (const bound of bounds) {
    const { id } = bound.wall.element;
    const known = byWall.get(id);
    if (known === undefined) byWall.set(id, [bound]);
    else known.push(bound);
  }
  let done = 0;
  for (const [id, ofWall] of byWall) {
    const inWall = [id, ...draft.view.hostedBy(id).map((filling) => filling.id)];
    if (!inWall.some(written.isWritten)) continue;
    checkpoint({ done, total: byWall.size, doing: 'writing both sides of walls' });
    done += 1;
    for (const part of partsOf(ofWall)) writePart(draft, part, written);
  }
}

function partsOf(bounds: readonly WallBound[]): readonly Part[] {
  const parts: Part[] = [];
  const paired = new Set<WallBound>();
  for (const [i, bound] of bounds.entries()) {
    const patch = patchOf(bound.face, bound.wall);
    for (const other of patch === null ? [] : bounds.slice(i + 1)) {
      const across = patchOf(other.face, other.wall);
      if (patch === null || across === null || patch.side !== -across.side) continue;
      if (bound.space === other.space) continue;
      const common = commonPatch(patch, across);
      const face = common === null ? null : partOfFace(bound.face, bound.wall, common);
      const far = common === null ? null : partOfFace(other.face, other.wall, common);
      if (face === null || far === null) continue;
      paired.add(bound).add(other);
      parts.push({ bound, face, other: { bound: other, face: far } });
    }
  }
  const outer = bounds.filter((one) => one.side === 'EXTERNAL' && !paired.has(one));
  return [...parts, ...outer.map((bound) => ({ bound, face: bound.face, other: null }))];
}

/** Writes the boundaries of a part of a wall and of the fillings in it. */
function writePart(draft: Draft, part: Part, { isWritten, parentOf }: WrittenBounds): void {
  const { wall } = part.bound;
  const { id } = wall.element;
  const known = ({ space }: WallBound): Ref | null => parentOf(space.element.id, id, 'second');
  const parents: Sides = isWritten(id)
    ? writeSides(draft, part, { by: wall.ref, parents: null, text: id })
    : [known(part.bound), part.other === null ? null : known(part.other.bound)];
  for (const filling of draft.view.hostedBy(wall.element.id)) {
    const by = isWritten(filling.id) ? draft.hosted.get(filling.id) : undefined;
    const { bound, other } = part;
    const face = fillingFace(part.face, wall, filling, draft.view);
    const far = other === null ? null : fillingFace(other.face, wall, filling, draft.view);
    const isHole = by?.entity === 'IfcOpeningElement';
    if (by === undefined || face === null || (isHole && draft.schema.name === 'IFC2X3')) continue;
    if (other !== null && far === null) continue;
    const within = {
      bound,
      face,
      other: other === null || far === null ? null : { ...other, face: far },
    };
    writeSides(draft, within, { by, parents, text: filling.id });
  }
}

type Sides = readonly [near: Ref | null, far: Ref | null];

type Separating = { readonly by: Ref; readonly parents: Sides | null; readonly text: string };

/** Writes one boundary on each side; the two boundaries refer to each other. */
function writeSides(
  draft: Draft,
  { bound, face, other }: Part,
  { by, parents, text }: Separating,
): Sides {
  const near = numbered(draft, bound);
  const far = other === null ? null : numbered(draft, other.bound);
  const across = other?.bound.text ?? '';
  const [parent = null, farParent = null] = parents ?? [];
  const guid = `${bound.text}/across/${across}/${text}`;
  writeSide(draft, by, { bound, face, ref: near, pair: far, parent, guid });
  if (other !== null && far !== null) {
    const back = `${across}/across/${bound.text}/${text}`;
    writeSide(draft, by, { ...other, ref: far, pair: near, parent: farParent, guid: back });
  }
  return [near, far];
}

/** Reserves the number of a boundary among the lines of its space; the boundary is written later. */
function numbered({ file, schema, numbersOf }: Draft, { space }: WallBound): Ref {
  file.numberFrom(numbersOf(space.element.id));
  return file.later(
    schema.name === 'IFC2X3' ? 'IfcRelSpaceBoundary' : 'IfcRelSpaceBoundary2ndLevel',
  );
}

type OneSide = {
  readonly bound: WallBound;
  readonly face: UprightFace;
  readonly ref: Ref;
  /** The boundary of the other side. */
  readonly pair: Ref | null;
  readonly parent: Ref | null;
  /** Text from which the GUID is derived. */
  readonly guid: string;
};

function writeSide(draft: Draft, by: Ref, one: OneSide): void {
  const { file, schema } = draft;
  const { space } = one.bound;
  file.numberFrom(draft.numbersOf(space.element.id));
  const made = {
    Name: '2ndLevel',
    Description: '2a',
    RelatingSpace: space.ref,
    RelatedBuildingElement: by,
    ConnectionGeometry: uprightSurface(draft, space, one.face),
    PhysicalOrVirtualBoundary: by.entity === 'IfcOpeningElement' ? 'VIRTUAL' : 'PHYSICAL',
    InternalOrExternalBoundary: one.pair === null ? 'EXTERNAL' : 'INTERNAL',
  };
  const further = { ParentBoundary: one.parent, CorrespondingBoundary: one.pair };
  file.writeRoot(one.ref, one.guid, schema.name === 'IFC2X3' ? made : { ...made, ...further });
}
