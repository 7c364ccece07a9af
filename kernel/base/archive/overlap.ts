/** @module overlap: finds entries of a ZIP archive that share bytes, with which a tiny archive inflates to any size. */

/** The place of an entry in its archive, bytes. */
type Placed = {
  readonly fileName: string;
  readonly relativeOffsetOfLocalHeader: number;
  readonly compressedSize: number;
};

/** Bytes of the header before the name and the content of an entry; honest entries are at least this much longer. */
const HEADER_BYTES = 30;

/** The name of an entry that begins before another one ends; null if there is none. Time n log n. */
export function overlappingEntry(entries: readonly Placed[]): string | null {
  const placed = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const { fileName, relativeOffsetOfLocalHeader: start, compressedSize } of placed) {
    if (start < end) return fileName;
    end = start + HEADER_BYTES + compressedSize;
  }
  return null;
}
