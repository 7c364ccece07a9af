/** @module shown body: the body with which pictures and files show an element, in glass and the rest. */
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { Element } from '../elements.ts';
import type { FileMesh } from '../facets/file-mesh.ts';
import { glazed } from '../wall/curtain/glazed.ts';
import { glassOf } from './file-items.ts';

/** A shown body, mm; its parts are disjoint. */
export type ShownBody = {
  readonly mesh: Mesh;
  /** Null without any. */
  readonly glass: Mesh | null;
  readonly rest: Mesh;
  /** Whether the rest around glass is a frame; that of a door has the colour of its leaf. */
  readonly framed: boolean;
  /** The mesh of the file, if it replaces the body of the element. */
  readonly file: FileMesh | null;
};

/** The part of a model that shown bodies need. */
type ShowingView = {
  mesh(id: string): Mesh | null;
  fileMesh(id: string): FileMesh | null;
};

/**
 * The mesh of the file of an imported element whose form is that of the file, else its own body; null without one.
 * @throws {RangeError} if the mesh of the file is missing or damaged, or the body is impossible
 */
export function shownBody(element: Element, view: ShowingView): ShownBody | null {
  const file = view.fileMesh(element.id);
  const mesh = file?.mesh ?? view.mesh(element.id);
  if (mesh === null) return null;
  const parts = file === null ? glazed(element, mesh) : glassOf(file);
  return { mesh, ...parts, framed: element.kind !== 'door', file };
}
