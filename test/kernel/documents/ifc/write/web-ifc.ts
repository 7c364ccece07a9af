/** @module web-ifc: an independent reader, which counts entities and measures bodies. */
import type { PlacedGeometry, FlatMesh } from 'web-ifc';
import { IfcAPI, LogLevel } from 'web-ifc';

import { type Corner, Measured, type ReadBody, type ReadFile } from './measured.ts';

const api = new IfcAPI();
await api.Init();

type Text = { readonly value: string } | null | undefined;
type Line = { readonly GlobalId?: Text; readonly Name?: Text; readonly LongName?: Text };

/** IfcSpace, which the list of all meshes does not contain. */
const SPACE = api.GetTypeCodeFromName('IFCSPACE');

/** What was read of each file whose bytes are still in memory. */
const known = new WeakMap<Uint8Array, ReadFile>();

/** Reads a file with web-ifc, once: the bytes must not change afterwards. */
export function readWithWebIfc(bytes: Uint8Array): ReadFile {
  const before = known.get(bytes);
  if (before !== undefined) return before;
  const read = readNew(bytes);
  known.set(bytes, read);
  return read;
}

function readNew(bytes: Uint8Array): ReadFile {
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF);
  const model = api.OpenModel(bytes, { CIRCLE_SEGMENTS: 64 });
  try {
    const counts = new Map<string, number>();
    const names = new Map<string, string | null>();
    const bodies = new Map<string, ReadBody>();
    const all = api.GetAllLines(model);
    for (let i = 0; i < all.size(); i += 1) {
      const keyword = api.GetNameFromTypeCode(api.GetLineType(model, all.get(i))).toUpperCase();
      counts.set(keyword, (counts.get(keyword) ?? 0) + 1);
    }
    const add = ({ expressID, geometries }: FlatMesh): void => {
      const { GlobalId, Name, LongName } = api.GetLine(model, expressID) as Line;
      const guid = GlobalId?.value ?? '';
      names.set(guid, (LongName ?? Name)?.value ?? null);
      const measured = new Measured();
      for (let i = 0; i < geometries.size(); i += 1) addPiece(measured, model, geometries.get(i));
      bodies.set(guid, measured.body());
    };
    api.StreamAllMeshes(model, add);
    api.StreamAllMeshesWithTypes(model, [SPACE], add);
    return { counts, bodies, names, round_share: 0, fillets: 'chamfers' };
  } finally {
    api.CloseModel(model);
  }
}

function addPiece(
  measured: Measured,
  model: number,
  { geometryExpressID, flatTransformation: m }: PlacedGeometry,
): void {
  const geometry = api.GetGeometry(model, geometryExpressID);
  const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
  const indices = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize());
  geometry.delete();
  // Position and normal of each vertex, in metres and with y upwards.
  const corners: Corner[] = [];
  for (let at = 0; at < vertices.length; at += 6) {
    const [x, y, z] = [vertices[at] ?? NaN, vertices[at + 1] ?? NaN, vertices[at + 2] ?? NaN];
    const row = (k: number): number =>
      (m[k] ?? 0) * x + (m[4 + k] ?? 0) * y + (m[8 + k] ?? 0) * z + (m[12 + k] ?? 0);
    corners.push([1000 * row(0), -1000 * row(2), 1000 * row(1)]);
  }
  for (let i = 0; i < indices.length; i += 3) {
    const a = corners[indices[i] ?? -1];
    const b = corners[indices[i + 1] ?? -1];
    const c = corners[indices[i + 2] ?? -1];
    if (a === undefined || b === undefined || c === undefined) throw new Error('no such corner');
    measured.triangle(a, b, c);
  }
}
