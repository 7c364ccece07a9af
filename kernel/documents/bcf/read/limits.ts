/** @module limits: limits of the BCF files that are read. They bound time and memory; public files stay far below. */

/** Limits of an archive and of the XML files in it. */
export const BCF_LIMITS = {
  /** Bytes of the archive. */
  archive_bytes: 268_435_456,
  /** Number of entries. */
  entries: 20_000,
  /** Inflated bytes of one file, and of all files. */
  file_bytes: 134_217_728,
  total_bytes: 536_870_912,
  /** Ratio of inflated to stored size; it applies to files above `free_bytes`. XML files have 5 to 20. */
  ratio: 200,
  free_bytes: 1_048_576,
  /** Ratio of the inflated size of all files to the size of the archive; it applies above `free_bytes`. */
  total_ratio: 100,
  /** Bytes of one XML file, and of all. */
  xml_bytes: 33_554_432,
  xml_total_bytes: 134_217_728,
  /** Elements of all XML files: a tree needs some 300 bytes for each. */
  xml_elements: 1_000_000,
  /** Depth of elements; the deepest of the format has 8. */
  xml_depth: 32,
  /** Attributes of one element. */
  xml_attributes: 64,
  /** Topics of one archive. */
  topics: 5000,
} as const;

/** Most warnings of one archive; the last one counts the others. */
export const WARNINGS_MAX = 50;
