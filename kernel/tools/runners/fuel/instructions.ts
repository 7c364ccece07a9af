/** @module instructions: reads WebAssembly instructions and classifies them by how they are charged. */
import type { WasmCursor } from './wasm-cursor.ts';

/** Class of an instruction; most are `plain`. After a `branch`, the next instruction may not run. */
export type Instruction =
  | 'plain'
  | 'branch'
  | 'open'
  | 'loop'
  | 'end'
  | 'delegate'
  | 'memory_size'
  | 'memory_grow'
  | 'bulk_bytes'
  | 'bulk_elements';

/** Reads one instruction with its immediates. Throws `FuelError` unless it is known to be deterministic and bounded. */
export function readInstruction(cursor: WasmCursor): Instruction {
  const op = cursor.byte();
  if (op >= 0x28 && op <= 0x3e) return memoryArgument(cursor);
  if (op >= 0x45 && op <= 0xc4) return 'plain';
  switch (op) {
    case 0x02: // block
    case 0x04: // if
    case 0x06: // try
      blockType(cursor);
      return 'open';
    case 0x03:
      blockType(cursor);
      return 'loop';
    case 0x1f:
      tryTable(cursor);
      return 'open';
    case 0x0b:
      return 'end';
    case 0x18:
      cursor.u32();
      return 'delegate';
    case 0x3f:
      onlyMemory(cursor);
      return 'memory_size';
    case 0x40:
      onlyMemory(cursor);
      return 'memory_grow';
    case 0xfc:
      return prefixed(cursor);
    case 0xfd:
      return vector(cursor);
    default:
      return simple(cursor, op);
  }
}

function simple(cursor: WasmCursor, op: number): Instruction {
  const kind = BRANCHES.has(op) ? 'branch' : 'plain';
  if (NO_IMMEDIATE.has(op)) return kind;
  if (ONE_INDEX.has(op)) {
    cursor.u32();
    return kind;
  }
  switch (op) {
    case 0x0e: // br_table
      for (let left = cursor.count() + 1; left > 0; left -= 1) cursor.u32();
      return kind;
    case 0x11: // call_indirect
    case 0x13: // return_call_indirect
      cursor.u32();
      cursor.u32();
      return kind;
    case 0x1c: // select with types
      for (let left = cursor.count(); left > 0; left -= 1) cursor.valueType();
      return 'plain';
    case 0x41:
      cursor.signed(32);
      return 'plain';
    case 0x42:
      cursor.signed(64);
      return 'plain';
    case 0x43:
      cursor.skip(4);
      return 'plain';
    case 0x44:
      cursor.skip(8);
      return 'plain';
    case 0xd0: // ref.null
      cursor.valueType();
      return 'plain';
    default:
      throw cursor.unsupported(`instruction 0x${op.toString(16)}`);
  }
}

// In order: unreachable nop else throw_ref return catch_all drop select ref.is_null
const NO_IMMEDIATE: ReadonlySet<number> = new Set([
  0x00, 0x01, 0x05, 0x0a, 0x0f, 0x19, 0x1a, 0x1b, 0xd1,
]);
// catch throw rethrow br br_if call return_call local.* global.* table.get table.set ref.func
const ONE_INDEX: ReadonlySet<number> = new Set([
  0x07, 0x08, 0x09, 0x0c, 0x0d, 0x10, 0x12, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0xd2,
]);

// unreachable else catch throw rethrow throw_ref br br_if br_table return return_call return_call_indirect catch_all
const BRANCHES: ReadonlySet<number> = new Set([
  0x00, 0x05, 0x07, 0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x0e, 0x0f, 0x12, 0x13, 0x19,
]);

function blockType(cursor: WasmCursor): void {
  const first = cursor.peek();
  if (first === 0x40) {
    cursor.byte();
  } else if (first < 0x40 || first >= 0x80) {
    if (cursor.signed(33)) throw cursor.malformed('block type');
  } else {
    cursor.valueType();
  }
}

function tryTable(cursor: WasmCursor): void {
  blockType(cursor);
  for (let left = cursor.count(); left > 0; left -= 1) {
    const kind = cursor.byte();
    if (kind > 3) throw cursor.malformed('catch clause');
    if (kind < 2) cursor.u32();
    cursor.u32();
  }
}

function memoryArgument(cursor: WasmCursor): Instruction {
  const align = cursor.u32();
  if (align >= 0x40) throw cursor.unsupported('more than one memory');
  cursor.u32();
  return 'plain';
}

function onlyMemory(cursor: WasmCursor): void {
  if (cursor.byte() !== 0) throw cursor.unsupported('more than one memory');
}

function prefixed(cursor: WasmCursor): Instruction {
  const op = cursor.u32();
  switch (op) {
    case 8: // memory.init
      cursor.u32();
      onlyMemory(cursor);
      return 'bulk_bytes';
    case 10: // memory.copy
      onlyMemory(cursor);
      onlyMemory(cursor);
      return 'bulk_bytes';
    case 11: // memory.fill
      onlyMemory(cursor);
      return 'bulk_bytes';
    case 12: // table.init
    case 14: // table.copy
      cursor.u32();
      cursor.u32();
      return 'bulk_elements';
    case 15: // table.grow
    case 17: // table.fill
      cursor.u32();
      return 'bulk_elements';
    case 9: // data.drop
    case 13: // elem.drop
    case 16: // table.size
      cursor.u32();
      return 'plain';
    default:
      if (op > 7) throw cursor.unsupported(`instruction 0xfc ${op}`);
      return 'plain';
  }
}

function vector(cursor: WasmCursor): Instruction {
  const op = cursor.u32();
  // Codes from 256 are relaxed SIMD, whose results differ between processors
  if (op > 255) throw cursor.unsupported(`instruction 0xfd ${op}`);
  if (op <= 11 || op === 92 || op === 93) return memoryArgument(cursor);
  if (op === 12 || op === 13) {
    cursor.skip(16);
  } else if (op >= 21 && op <= 34) {
    cursor.byte();
  } else if (op >= 84 && op <= 91) {
    memoryArgument(cursor);
    cursor.byte();
  }
  return 'plain';
}
