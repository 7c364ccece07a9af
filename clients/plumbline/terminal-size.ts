/** @module terminal-size: the size of a terminal as far as it says so. */

/** Rows and columns that lines are laid out for. */
export type TerminalSize = { readonly rows: number; readonly columns: number };

/** Some terminals report nothing or 0, in containers and over serial lines: they are taken for 24 × 80. */
const UNKNOWN: TerminalSize = { rows: 24, columns: 80 };
/** Less than this is laid out as this and cut by the terminal. */
const LEAST: TerminalSize = { rows: 8, columns: 40 };

/** The size to lay out for. */
export function terminalSize(reported: {
  readonly rows: number | undefined;
  readonly columns: number | undefined;
}): TerminalSize {
  const sized = (of: keyof TerminalSize): number =>
    Math.max(LEAST[of], reported[of] || UNKNOWN[of]);
  return { rows: sized('rows'), columns: sized('columns') };
}
