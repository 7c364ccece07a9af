/** @module meter-side: rewrites a side module (a linked library) so that it charges the main module's fuel counter. */
import type { FuelGlobals } from './charges.ts';
import { readInstruction } from './instructions.ts';
import {
  assembleModule,
  exportOf,
  extendSection,
  FUEL_GLOBAL_PREFIX,
  functionCount,
  importedGlobals,
  meterBodies,
  MUTABLE_I32,
  MUTABLE_I64,
  ownGlobals,
  readSections,
  type Section,
  type Tally,
} from './meter.ts';
import { SIDE_IMPORTS } from './side-imports.ts';
import { WasmCursor } from './wasm-cursor.ts';
import { encodedName, section, unsigned, type Chunk } from './wasm-encoding.ts';

/** Part of every cache key; must change whenever the rewriter produces other bytes for the same source. */
export const SIDE_METER_VERSION = 1;
/** Names and types of the imported counters, in the order of their indices. */
const COUNTERS = [
  ['left', MUTABLE_I64],
  ['pages', MUTABLE_I32],
  ['pages_max', MUTABLE_I32],
] as const;
/** Kind of an import or export: a global. */
const GLOBAL_KIND = 3;

/**
 * Rewrites `source`, a dynamic library that imports its memory, with the same charges as `meter`. The counters are
 * imported from `fuel` after the other imported globals, so the indices of the module's own globals increase by three.
 * Its mutable globals are exported like those of a metered module. Throws `FuelError` for bytes that it cannot fully
 * parse, and for a module that defines a memory.
 */
export function meterSide(source: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = readSections(source);
  const content = (id: number): WasmCursor => {
    const found = sections.find((one) => one.id === id);
    return new WasmCursor(source, found?.start ?? 0, found?.end ?? 0);
  };
  const imports = content(2);
  if (imports.at === imports.end) throw imports.unsupported('a side module that imports nothing');
  if (content(5).end > 0) throw content(5).unsupported('a side module with a memory of its own');
  const imported = importedGlobals(imports, 'imported');
  refuseOwnInInitialisers(content(6), imported);
  const ownedGlobals = ownGlobals(content(6));
  const by = COUNTERS.length;
  const globals: FuelGlobals = {
    left: imported,
    pages: imported + 1,
    pagesMax: imported + 2,
    scratch: imported + by + ownedGlobals.count,
    moved: { from: imported, by },
  };
  const tally: Tally = { functions: 0, loops: 0, bulk: 0, grows: 0 };
  const counters = COUNTERS.map(([name, type]) =>
    [encodedName(SIDE_IMPORTS), encodedName(name), [GLOBAL_KIND], type].flat(),
  );
  const scratch = [[...MUTABLE_I32, 0x41, 0x00, 0x0b]];
  const mutable = ownedGlobals.mutable.map((index) =>
    exportOf(`${FUEL_GLOBAL_PREFIX}${index}`, imported + by + index),
  );
  const rewritten = ({ id, start, end }: Section): readonly Chunk[] => {
    const cursor = new WasmCursor(source, start, end);
    switch (id) {
      case 2:
        return extendSection(2, cursor, counters);
      case 6:
        return extendSection(6, cursor, scratch);
      case 7:
        return section(7, movedExports(cursor, globals.moved, mutable));
      case 10:
        return section(10, meterBodies(cursor, functionCount(content(3)), globals, tally));
      default:
        return section(id, [source.subarray(start, end)]);
    }
  };
  const entries = new Map([
    [6, scratch],
    [7, mutable],
  ]);
  return assembleModule(source, sections, { rewritten, entries });
}

/** Refuses initial values that refer to the module's own globals, because their indices change. */
function refuseOwnInInitialisers(cursor: WasmCursor, imported: number): void {
  if (cursor.at === cursor.end) return;
  for (let left = cursor.count(); left > 0; left -= 1) {
    cursor.valueType();
    cursor.byte();
    let at = cursor.at;
    while (readInstruction(cursor) !== 'end') {
      const named =
        cursor.bytes[at] === 0x23 ? new WasmCursor(cursor.bytes, at + 1, cursor.at) : null;
      if (named !== null && named.u32() >= imported) {
        throw cursor.unsupported('a global that is initialised from another global of the module');
      }
      at = cursor.at;
    }
  }
}

/** The content of the export section with the new indices of globals, and `more` entries. */
function movedExports(
  cursor: WasmCursor,
  { from, by }: FuelGlobals['moved'],
  more: readonly Chunk[],
): readonly Chunk[] {
  const count = cursor.count();
  const out: Chunk[] = [unsigned(count + more.length)];
  for (let left = count; left > 0; left -= 1) {
    const name = cursor.name();
    if (name.startsWith('fuel:')) throw cursor.unsupported(`an export named \`${name}\``);
    const kind = cursor.byte();
    if (kind > 4) throw cursor.malformed('export kind');
    const index = cursor.u32();
    const moved = kind === GLOBAL_KIND && index >= from ? index + by : index;
    out.push(encodedName(name), [kind], unsigned(moved));
  }
  cursor.finish('the export section');
  return [...out, ...more];
}
