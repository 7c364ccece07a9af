/** @module problem-notice: an error as in the terminal: what happened, why, and the next step. */
import type { ComponentChildren, JSX } from 'preact';

import type { Problem } from '../state/store.ts';
import { STRINGS } from '../strings.ts';
import { Words } from './words.tsx';

/** `onRetry`: for problems that may be over. */
export function ProblemNotice({
  problem,
  onRetry,
}: {
  readonly problem: Problem;
  readonly onRetry?: () => void;
}): JSX.Element {
  const { message, hint } = problem;
  return (
    <div class="problem" role="alert">
      <p class="problem-what">
        <Words text={sentence(message)} />
      </p>
      {hint === '' ? null : (
        <p>
          <Words text={STRINGS.next(hint)} />
        </p>
      )}
      {onRetry === undefined ? null : (
        <button type="button" class="button" onClick={onRetry}>
          {STRINGS.common.retry}
        </button>
      )}
    </div>
  );
}

/** A sentence where there is nothing to show. */
export function EmptyNotice({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** Refusals start in lower case and have no full stop. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
