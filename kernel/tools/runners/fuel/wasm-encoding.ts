/** @module wasm-encoding: encodes LEB128 numbers, names and sections of WebAssembly. */

/** Unsigned LEB128 in its shortest form. */
export function unsigned(value: number): readonly number[] {
  const low = value % 128;
  const rest = Math.floor(value / 128);
  return rest === 0 ? [low] : [low | 0x80, ...unsigned(rest)];
}

/** Signed LEB128 in its shortest form. */
export function signed(value: bigint): readonly number[] {
  const low = Number(value & 0x7fn);
  const rest = value >> 7n;
  const done = (rest === 0n && low < 0x40) || (rest === -1n && low >= 0x40);
  return done ? [low] : [low | 0x80, ...signed(rest)];
}

/** A name: its length in bytes, then UTF-8. */
export function encodedName(text: string): readonly number[] {
  const bytes = new TextEncoder().encode(text);
  return [...unsigned(bytes.length), ...bytes];
}

/** A piece of the output: copied bytes or new ones. */
export type Chunk = Uint8Array | readonly number[];

/** Total length of the chunks, in bytes. */
export function lengthOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

/** A section: id, length, content. */
export function section(id: number, content: readonly Chunk[]): readonly Chunk[] {
  return [[id, ...unsigned(lengthOf(content))], ...content];
}

/** Concatenates the chunks. */
export function joined(chunks: readonly Chunk[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(lengthOf(chunks));
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}
