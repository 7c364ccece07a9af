/** @module icon-button: a button with a drawing, a label for everyone, and its key in the tooltip. */
import type { JSX } from 'preact';

import { Icon, type IconName } from './icon.tsx';

/** `isPressed`: for a switch; `isText`: whether the label is visible. */
export function IconButton({
  icon,
  label,
  onClick,
  keys,
  text = label,
  isPressed,
  isText = false,
  isDisabled = false,
  expanded,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly keys?: string;
  /** What the tooltip says; default: the label. */
  readonly text?: string;
  readonly isPressed?: boolean;
  readonly isText?: boolean;
  readonly isDisabled?: boolean;
  /** For a button that opens something: whether it is open. */
  readonly expanded?: boolean;
}): JSX.Element {
  return (
    <button
      type="button"
      class={isText ? 'button' : 'icon-button'}
      aria-label={isText ? undefined : label}
      aria-pressed={isPressed}
      aria-expanded={expanded}
      aria-keyshortcuts={keys}
      data-tip={keys === undefined ? text : `${text} (${keys})`}
      title={keys === undefined ? text : `${text} (${keys})`}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {isText ? <span>{label}</span> : null}
    </button>
  );
}
