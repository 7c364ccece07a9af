/** @module terminal-size: the size of a terminal, with defaults for terminals that report none. */

/** Rows and columns of the layout. */
export type TerminalSize = { readonly rows: number; readonly columns: number };

/** Default size for terminals that report none or 0, as in containers and over serial lines. */
const UNKNOWN: TerminalSize = { rows: 24, columns: 80 };
/** Smallest size of a layout; smaller terminals cut it. */
const LEAST: TerminalSize = { rows: 8, columns: 40 };

/** The size of the layout for a reported size. */
export function terminalSize(reported: {
  readonly rows: number | undefined;
  readonly columns: number | undefined;
}): TerminalSize {
  const sized = (of: keyof TerminalSize): number =>
    Math.max(LEAST[of], reported[of] || UNKNOWN[of]);
  return { rows: sized('rows'), columns: sized('columns') };
}
