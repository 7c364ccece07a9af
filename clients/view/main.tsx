/** @module main: starts the page. */
import { render } from 'preact';

import { hasLink, signInByAddress } from './api/session.ts';
import { App } from './app/app.tsx';

// A link that is opened in a tab with this page changes only the fragment.
globalThis.addEventListener('hashchange', () => {
  if (hasLink()) location.reload();
});
const root = document.getElementById('app');
if (root !== null) {
  let failure: string | null = null;
  try {
    await signInByAddress();
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  render(<App failure={failure} />, root);
}
