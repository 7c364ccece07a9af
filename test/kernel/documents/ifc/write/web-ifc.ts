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

/** Reads a file with web-ifc. */
export function readWithWebIfc(bytes: Uint8Array): ReadFile {
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
  const corner = (index: number): Corner => {
    const [x = NaN, y = NaN, z = NaN] = [0, 1, 2].map((k) => vertices[6 * index + k] ?? 0);
    const row = (k: number): number =>
      (m[k] ?? 0) * x + (m[4 + k] ?? 0) * y + (m[8 + k] ?? 0) * z + (m[12 + k] ?? 0);
    return [1000 * row(0), -1000 * row(2), 1000 * row(1)];
  };
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => corner(indices[i + k] ?? -1));
    if (a !== undefined && b !== undefined && c !== undefined) measured.triangle(a, b, c);
  }
}
