/** @module chunks: lists the chunks of a PNG file. */

/** Types of the chunks, in file order. */
export function chunksOf(png: Buffer): readonly string[] {
  const names: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    names.push(png.toString('latin1', at + 4, at + 8));
  }
  return names;
}
