/** @module ifc-lite: a second independent reader, written in Rust by different authors. */
import { GeometryProcessor } from '@ifc-lite/geometry';
import { IfcParser } from '@ifc-lite/parser';

import { type Corner, Measured, type ReadFile } from './measured.ts';

const geometry = new GeometryProcessor();
await quietly(async () => await geometry.init());

/** It draws circles with 36 chords, the model with 64: the areas differ by 0.35 %. */
const ROUND_SHARE = 0.003;

/** Reads a file with @ifc-lite/parser and @ifc-lite/geometry; names are those of `Name`. */
export async function readWithIfcLite(file: Uint8Array): Promise<ReadFile> {
  return await quietly(async () => {
    const parser = new IfcParser();
    const store = await parser.parseColumnar(new Uint8Array(file).buffer, {
      disableWorkerScan: true,
    });
    const counts = new Map(
      [...store.entityIndex.byType].map(([keyword, ids]) => [keyword, ids.length]),
    );
    const measured = new Map<number, Measured>();
    for (const mesh of (await geometry.process(new Uint8Array(file))).meshes) {
      const body = measured.get(mesh.expressId) ?? new Measured();
      measured.set(mesh.expressId, body);
      const [ox, oy, oz] = mesh.origin ?? [0, 0, 0];
      // In metres and with y upwards, near an origin of its own.
      const corner = (index: number): Corner => {
        const [x, y, z] = [0, 1, 2].map((k) => mesh.positions[3 * index + k] ?? NaN);
        return [1000 * (ox + (x ?? NaN)), -1000 * (oz + (z ?? NaN)), 1000 * (oy + (y ?? NaN))];
      };
      for (let i = 0; i < mesh.indices.length; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => corner(mesh.indices[i + k] ?? -1));
        if (a !== undefined && b !== undefined && c !== undefined) body.triangle(a, b, c);
      }
    }
    const names = new Map<string, string | null>();
    const bodies = new Map(
      [...measured].map(([id, body]) => {
        const guid = store.entities.getGlobalId(id);
        names.set(guid, store.entities.getName(id));
        return [guid, body.body()];
      }),
    );
    return { counts, bodies, names, round_share: ROUND_SHARE, fillets: 'facets' };
  });
}

/** The reader logs to the console, which is silenced here. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const original = {
    log: console.log,
    info: console.info,
    warn: console.warn,
    debug: console.debug,
  };
  for (const name of ['log', 'info', 'warn', 'debug'] as const) console[name] = () => undefined;
  try {
    return await work();
  } finally {
    Object.assign(console, original);
  }
}
