/** @module file-mesh: how elements of a kind are shown with the mesh that their imported file has. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { Point2, Point3 } from '../../geometry/vector.ts';

/**
 * The local frame of an element, mm in world coordinates: `x` is a unit vector in plan, z points up, and y is to the
 * left of x, or to the right of it for a mirrored mesh.
 */
export type MeshFrame = { readonly origin: Point3; readonly x: Point2 };

/** The elements around an element: its host, its type, and what it hosts. */
export type FrameSite = {
  element(id: string): ElementRecord | undefined;
  contents(host_id: string): readonly ElementRecord[];
};

/** The level of an element, mm. */
type MeshLevel = {
  readonly id: string;
  readonly params: { readonly name: string; readonly elevation: number; readonly height: number };
};

/** The mesh of a file at its place, mm. */
export type FileMesh = {
  readonly mesh: Mesh;
  /** First index of `mesh.triangles` that belongs to glass; the number of indices without glass. */
  readonly glass_from: number;
  readonly is_closed: boolean;
};

/** Values of an element for which the mesh of its file was made. */
export type MadeFor = { readonly [name: string]: number | string | boolean | null };

/**
 * An element with such a facet can have the parameter `appearance` (see `shared/appearance.ts`), which only an import
 * sets: the mesh of its file in its local frame. Pictures, elevations, glTF and IFC files show that mesh as long as
 * `madeFor` gives what it gave for the imported element. Motions, copies, undo and merges need nothing else: the mesh
 * moves with the frame, and a mirrored element gets `mirrored` in its appearance.
 *
 * A kind takes part with this facet alone. Recognition then keeps the mesh of each of its products that is proven
 * without a body (`expected` of its proposal is null, or it is proven by measures), from the items `appearance` of the
 * proposal, else from the body of the product (`recognise/appearance`). Its IFC facet writes `fileItems` in place of its
 * body and parts while `fileMesh` of the view is not null.
 */
export interface FileMeshFacet<E> {
  /**
   * The local frame; null without a place, as in an arc. A mirrored mesh has its y axis to the right of x, so an element
   * whose line runs the other way after it was mirrored gives the frame at the other end of its line.
   */
  frame(element: E, level: MeshLevel, site: FrameSite, mirrored: boolean): MeshFrame | null;
  /**
   * All values that change the form of the element; of a mirrored one those before it was mirrored. Lengths may differ
   * by `SAME_FORM_MM`, because motions round them.
   */
  madeFor(element: E, site: FrameSite, mirrored: boolean): MadeFor;
}
