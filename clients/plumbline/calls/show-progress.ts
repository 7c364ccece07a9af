/** @module show-progress: the progress of a call as a line on the terminal. */
import type { Terminal } from '../terminal.ts';
import type { Progress } from './server-connection.ts';

/** Shows what the call does and its share in percent, if that is known. */
export function showProgress(
  { progress }: Pick<Terminal, 'progress'>,
  { done, total, message }: Progress,
): void {
  const share = total === null || total <= 0 ? '' : ` ${Math.floor((100 * done) / total)} %`;
  progress(`${message === '' ? 'working' : message}${share} …`);
}
