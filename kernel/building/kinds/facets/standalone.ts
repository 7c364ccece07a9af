/** @module standalone: facets of elements with a body that have no host and host nothing. */

/**
 * Such an element needs no free space for its use, covers nothing and follows nothing; a kind overrides the
 * differences.
 */
export const STANDALONE = {
  workspace: 'none',
  covers: 'none',
  file_mesh: 'none',
  follows: 'none',
  fills: 'none',
  holds: 'none',
} as const;

/** A solid body that may be impossible to build, and whose volume is known only from the body. */
export const MATTER = { occupies: 'matter', may_fail: true, least_volume: 'of_body' } as const;
