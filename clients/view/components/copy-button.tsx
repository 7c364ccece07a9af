/** @module copy-button: copies a text. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { announce } from '../state/actions.ts';
import { STRINGS } from '../strings.ts';
import { IconButton } from './icon-button.tsx';

/** Time for which the button shows that the text was copied, ms. */
const SHOWN_MS = 1500;

/** Copies `text`; `what` names it. */
export function CopyButton({
  text,
  what,
}: {
  readonly text: string;
  readonly what: string;
}): JSX.Element {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    setIsCopied(await copyText(text, what));
    setTimeout(() => setIsCopied(false), SHOWN_MS);
  };
  return (
    <IconButton
      icon={isCopied ? 'check' : 'copy'}
      label={STRINGS.common.copy(what)}
      onClick={() => void copy()}
    />
  );
}

/** Copies a text and says so. Returns whether the browser allowed it. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(STRINGS.common.copied(what));
    return true;
  } catch {
    announce(STRINGS.common.notCopied(what));
    return false;
  }
}
