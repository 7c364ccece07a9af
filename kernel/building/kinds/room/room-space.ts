/** @module room space: the body of a room over its outline, under a roof or floor, and as planes cut it. */
import {
  meshOfSpace,
  piecesOfSpace,
  type SpaceUnder,
  volumeOfSpace,
} from '../../geometry/ceilings/space-under.ts';
import { type ConvexPiece, uprightPiece } from '../../geometry/convex/convex-piece.ts';
import { convexRings } from '../../geometry/convex/convex-rings.ts';
import { meshPieces } from '../../geometry/convex/mesh-pieces.ts';
import { extrudeRegion } from '../../geometry/mesh/extrude.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { Region } from '../../geometry/plan/polygon.ts';
import type { Fault, Site, Storey } from '../kind.ts';
import { cutMemberFault, cutMesh, cutPieces, cutVolume } from '../shared/cut-member.ts';
import { isCutByPlanes } from '../shared/cut-planes.ts';
import { roomFoot } from './foot.ts';
import type { Room } from './params.ts';

/** A room with its outline, and the space under the roof or floor to which it is open; null without one. */
export type RoomBody = {
  readonly room: Room;
  readonly region: Region;
  readonly under: SpaceUnder | null;
};

/** Whether the height of a room is not the same everywhere by its parameters: it is open to a roof or floor, or cut. */
export function hasUnevenTop({ params }: Pick<Room, 'params'>): boolean {
  return typeof params.top_under === 'string' || isCutByPlanes(params);
}

/** The mesh of a room. Throws `RangeError` if planes cut it and the solid kernel is not loaded. */
export function meshOfRoom({ room, region, under }: RoomBody, level: Storey, site: Site): Mesh {
  const low = roomFoot(room, level);
  const mesh =
    under === null ? extrudeRegion(region, low, low + room.params.height) : meshOfSpace(under);
  const pieces = (): readonly ConvexPiece[] => neededPieces({ room, region, under }, level);
  return cutMesh(room, { mesh, pieces }, level, site);
}

/** The convex pieces of a room; null for a space that has none. */
export function piecesOfRoom(body: RoomBody, level: Storey): readonly ConvexPiece[] | null {
  const pieces = wholePieces(body, level);
  return pieces === null ? null : cutPieces(body.room, pieces, level);
}

/** Volume of a room over an area, mm³. */
export function volumeOfRoom(body: RoomBody, area_mm2: number, level: Storey | undefined): number {
  const { room, under } = body;
  const volume = under === null ? area_mm2 * room.params.height : volumeOfSpace(under);
  const pieces = (): readonly ConvexPiece[] =>
    level === undefined ? [] : neededPieces(body, level);
  return cutVolume(room, { volume, pieces }, level);
}

/** The fault of a room of which its planes leave nothing; null without one. */
export function cutRoomFault(body: RoomBody, level: Storey | undefined): Fault | null {
  return cutMemberFault(body.room, (own) => neededPieces(body, own), level);
}

/** The highest point of a room that planes cut, mm; null for any other. */
export function cutTop(body: RoomBody, level: Storey): number | null {
  if (!isCutByPlanes(body.room.params)) return null;
  const tops = (piecesOfRoom(body, level) ?? []).map(({ bounds }) => bounds[5]);
  return tops.length === 0 ? null : Math.max(...tops);
}

/** The pieces of a room that no plane cuts; null for a space that has none. */
function wholePieces(
  { room, region, under }: RoomBody,
  level: Storey,
): readonly ConvexPiece[] | null {
  if (under !== null) return piecesOfSpace(under) ?? meshPieces(meshOfSpace(under));
  const low = roomFoot(room, level);
  return convexRings(region).map((ring) => uprightPiece(ring, low, low + room.params.height));
}

/** The pieces of a room that planes cut. */
function neededPieces(body: RoomBody, level: Storey): readonly ConvexPiece[] {
  const pieces = wholePieces(body, level);
  if (pieces !== null) return pieces;
  throw new RangeError(`room \`${body.room.id}\`: expected a space of convex pieces, found none`);
}
