/** @module keys: parses the input of a terminal in raw mode into named keys and typed characters. */

/** A named key, or a typed character. */
export type Key =
  | { readonly kind: 'named'; readonly name: NamedKey }
  | { readonly kind: 'typed'; readonly text: string };
export type NamedKey =
  | 'up'
  | 'down'
  | 'page_up'
  | 'page_down'
  | 'home'
  | 'end'
  | 'enter'
  | 'escape'
  | 'backspace'
  | 'interrupt';

const SEQUENCES: Readonly<Record<string, NamedKey>> = {
  '\u001b[A': 'up',
  '\u001bOA': 'up',
  '\u001b[B': 'down',
  '\u001bOB': 'down',
  '\u001b[5~': 'page_up',
  '\u001b[6~': 'page_down',
  '\u001b[H': 'home',
  '\u001b[1~': 'home',
  '\u001b[F': 'end',
  '\u001b[4~': 'end',
  '\r': 'enter',
  '\n': 'enter',
  '\u001b': 'escape',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0003': 'interrupt',
  '\u0004': 'interrupt',
};

/** An escape sequence of a terminal, or one character. */
// oxlint-disable-next-line no-control-regex -- escape sequences begin with a control character
const PIECE = /\u001b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])?|[^]/gu;

/** The keys of one chunk of input, without unknown sequences. */
export function keysIn(chunk: string): readonly Key[] {
  return (chunk.match(PIECE) ?? []).flatMap((piece): readonly Key[] => {
    const name = SEQUENCES[piece];
    if (name !== undefined) return [{ kind: 'named', name }];
    const isText = !/^\p{Cc}/u.test(piece);
    return isText ? [{ kind: 'typed', text: piece }] : [];
  });
}
