/** @module words: sentences in which commands and input are in backticks, as in the terminal. */
import type { JSX } from 'preact';

import { shown } from './shown.ts';

/** The text with everything between backticks as code. */
export function Words({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split(/`([^`]*)`/);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 ? <code key={index}>{shown(part)}</code> : shown(part),
      )}
    </>
  );
}
