/** @module reread: exports a view and lists the differences between an independent reader and the model. */
import { Buffer } from 'node:buffer';

import {
  parseProfile,
  profileArea,
} from '../../../../../kernel/building/geometry/members/profile.ts';
import { meshBounds, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import type { IfcSchemaName } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { IfcExport } from '../../../../../kernel/documents/ifc/write/export-ifc.ts';
import { exportIfc } from '../../../../../kernel/documents/ifc/write/export-ifc.ts';
import type { ReadBody, ReadFile } from './measured.ts';
import { readWithWebIfc } from './web-ifc.ts';

const HEAD = { at: '2026-01-02T03:04:05.678Z' } as const;

/** A file in one piece. */
export type Exported = IfcExport & { readonly file: Buffer; readonly text: string };

/** The file of a view. */
export function exported(view: ModelView, schema: IfcSchemaName, name = 'House'): Exported {
  const made = exportIfc(view, { schema, name, head: HEAD });
  const file = Buffer.concat(made.chunks);
  return { ...made, file, text: file.toString('latin1') };
}

/** Greatest distance between boxes, mm, and greatest relative difference of volumes. */
const [BOX_MM, SHARE] = [2, 1e-3];

/** Differences between a reader and the model: counts, missing bodies, boxes, volumes, names. */
export function differences(
  view: ModelView,
  { file, counts }: Exported,
  read: ReadFile = readWithWebIfc(file),
): readonly string[] {
  const found: string[] = [];
  for (const [entity, count] of counts) {
    const seen = read.counts.get(entity.toUpperCase()) ?? 0;
    if (seen !== count) found.push(`${entity}: ${seen} of ${count}`);
  }
  for (const element of view.elements()) {
    const { id, kind } = element;
    const mesh = view.fileMesh(id)?.mesh ?? view.mesh(id);
    if (mesh === null) continue;
    const guids = bodiesOf(element, view).filter((one) => read.bodies.has(one));
    const [guid] = guids;
    const body = together(guids.flatMap((one) => read.bodies.get(one) ?? []));
    if (guid === undefined || guids.length < bodiesOf(element, view).length) {
      found.push(`${kind} ${id}: no body`);
      continue;
    }
    const rolled = filletsIn(element, read);
    const [box, volume] = [meshBounds(mesh), meshVolume(mesh) * rolled.factor];
    const off = (['min', 'max'] as const).flatMap((side) =>
      (['x', 'y', 'z'] as const).map((axis) => Math.abs(box[side][axis] - body.box[side][axis])),
    );
    const most = Math.max(...off);
    if (!(most <= BOX_MM)) found.push(`${kind} ${id}: box off by ${most} mm`);
    const share = SHARE + (isRound(element) ? read.round_share : 0) + rolled.share;
    if (!(Math.abs(body.volume - volume) <= share * volume)) {
      found.push(`${kind} ${id}: ${body.volume} mm³ of ${volume}`);
    }
    const name = read.names.get(guid);
    const isNamed = guids.length > 1 || namesOf(element).includes(name);
    if (!isNamed) found.push(`${kind} ${id}: \`${name}\``);
  }
  return found;
}

/** GUIDs of the entities with the body of an element: its own, or those of its parts. */
function bodiesOf(element: Element, view: ModelView): readonly string[] {
  const { ifc } = view.kinds.of(element);
  const level = view.elementOf(view.levelOf(element.id) ?? '', 'level');
  if (ifc === 'none' || !('parts' in ifc) || ifc.parts === 'none' || level === undefined) {
    return [ifcGuid(element.id)];
  }
  const parts = ifc.parts(element, level, view);
  return parts?.map(({ key }) => ifcGuid(`${element.id}/${key}`)) ?? [ifcGuid(element.id)];
}

/** Several disjoint bodies as one. */
function together(bodies: readonly ReadBody[]): ReadBody {
  const corner = (side: 'min' | 'max', axis: 'x' | 'y' | 'z'): number =>
    Math[side](...bodies.map(({ box }) => box[side][axis]));
  const side = (of: 'min' | 'max') => ({
    x: corner(of, 'x'),
    y: corner(of, 'y'),
    z: corner(of, 'z'),
  });
  return {
    box: { min: side('min'), max: side('max') },
    volume: bodies.reduce((sum, { volume }) => sum + volume, 0),
  };
}

/** How a reader draws the fillets of a rolled section: the increase of the volume, and its relative tolerance. */
function filletsIn(
  { params }: Element,
  { fillets }: ReadFile,
): { readonly factor: number; readonly share: number } {
  const parsed = 'profile' in params ? parseProfile(params.profile) : null;
  const profile = parsed?.ok === true ? parsed.profile : null;
  if (profile?.kind !== 'i_shape' || profile.root === 0) return { factor: 1, share: 0 };
  if (fillets === 'facets') return { factor: 1, share: 0.003 };
  // A chamfer is half of the square over the radius, a fillet 1 - π / 4 of it; there are four.
  return { factor: 1 + ((Math.PI - 2) * profile.root ** 2) / profileArea(profile), share: 0 };
}

function isRound({ params }: Element): boolean {
  return 'profile' in params && /circle/iu.test(params.profile);
}

/** The names that an element may have: a room has its number or its name. */
function namesOf({ id, kind, params }: Element): readonly unknown[] {
  const name = 'name' in params ? params.name : null;
  return kind === 'room' ? [params.number ?? name, name] : [name ?? id];
}
