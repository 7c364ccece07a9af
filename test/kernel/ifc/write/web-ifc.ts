/** @module web-ifc: an independent reader, which counts entities and measures bodies. */
import type { PlacedGeometry, FlatMesh } from 'web-ifc';
import { IfcAPI, LogLevel } from 'web-ifc';

import type { BoxMm } from '../../../../schemas/units.ts';

/** What the reader sees of one element: its body with all openings cut, mm and mm³. */
export type ReadBody = { readonly box: BoxMm; readonly volume: number };

/** A file as the reader sees it. */
export type ReadFile = {
  /** How many lines there are of an entity, by its keyword. */
  readonly counts: ReadonlyMap<string, number>;
  /** By GUID. */
  readonly bodies: ReadonlyMap<string, ReadBody>;
  /** `Name`, or `LongName` where there is one, by GUID. */
  readonly names: ReadonlyMap<string, string | null>;
};

const api = new IfcAPI();
await api.Init();

type Text = { readonly value: string } | null | undefined;
type Line = { readonly GlobalId?: Text; readonly Name?: Text; readonly LongName?: Text };

/** IfcSpace, which is not among all meshes. */
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
      for (let i = 0; i < geometries.size(); i += 1) measured.add(model, geometries.get(i));
      bodies.set(guid, measured.body());
    };
    api.StreamAllMeshes(model, add);
    api.StreamAllMeshesWithTypes(model, [SPACE], add);
    return { counts, bodies, names };
  } finally {
    api.CloseModel(model);
  }
}

type Corner = readonly [x: number, y: number, z: number];

class Measured {
  #volume = 0;
  readonly #corners: Corner[] = [];

  add(model: number, { geometryExpressID, flatTransformation: m }: PlacedGeometry): void {
    const geometry = api.GetGeometry(model, geometryExpressID);
    const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
    const indices = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize());
    geometry.delete();
    // Position and normal of each vertex, in metres and with y upwards.
    const corner = (index: number): Corner => {
      const [x, y, z] = [0, 1, 2].map((k) => vertices[6 * index + k] ?? 0) as [
        number,
        number,
        number,
      ];
      const row = (k: number): number =>
        (m[k] ?? 0) * x + (m[4 + k] ?? 0) * y + (m[8 + k] ?? 0) * z + (m[12 + k] ?? 0);
      return [1000 * row(0), -1000 * row(2), 1000 * row(1)];
    };
    const corners = Array.from(indices, corner);
    for (let i = 0; i < corners.length; i += 3) {
      const [a, b, c] = corners.slice(i, i + 3) as [Corner, Corner, Corner];
      const turned = [
        b[1] * c[2] - b[2] * c[1],
        b[2] * c[0] - b[0] * c[2],
        b[0] * c[1] - b[1] * c[0],
      ];
      this.#volume +=
        (a[0] * (turned[0] ?? 0) + a[1] * (turned[1] ?? 0) + a[2] * (turned[2] ?? 0)) / 6;
    }
    this.#corners.push(...corners);
  }

  body(): ReadBody {
    const along = (k: 0 | 1 | 2): readonly number[] => this.#corners.map((corner) => corner[k]);
    const [x, y, z] = [along(0), along(1), along(2)];
    return {
      box: {
        min: { x: Math.min(...x), y: Math.min(...y), z: Math.min(...z) },
        max: { x: Math.max(...x), y: Math.max(...y), z: Math.max(...z) },
      },
      volume: this.#volume,
    };
  }
}
