/** @module terminal-size: the size of a terminal, with defaults for terminals that report none. */

/** Size of a layout. */
export type TerminalSize = { readonly rows: number; readonly columns: number };

/** Default size for terminals that report none or 0, as in containers and over serial lines. */
const DEFAULT: TerminalSize = { rows: 24, columns: 80 };
/** Smallest size of a layout; a smaller terminal truncates it. */
const MIN: TerminalSize = { rows: 8, columns: 40 };

/** The size of the layout for a reported size. */
export function terminalSize(reported: {
  readonly rows: number | undefined;
  readonly columns: number | undefined;
}): TerminalSize {
  const sizeOf = (side: keyof TerminalSize): number =>
    Math.max(MIN[side], reported[side] || DEFAULT[side]);
  return { rows: sizeOf('rows'), columns: sizeOf('columns') };
}
