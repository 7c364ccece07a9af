/** @module main: starts the preview in a host of MCP Apps. */
import { render } from 'preact';

import { connect } from './host.ts';
import { PreviewPage } from './preview-page.tsx';

const root = document.getElementById('app');
if (root !== null) {
  render(<PreviewPage />, root);
  await connect();
}
