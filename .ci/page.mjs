// Bundles clients/view for browsers: its page, and its preview in hosts of MCP Apps. The same sources give the same bytes.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { rolldown } from 'rolldown';

const SOURCE = join(import.meta.dirname, '..', 'clients', 'view');
/** The style sheets of the page that the preview uses. */
const APP_STYLES = [
  '00-tokens.css',
  '10-base.css',
  '20-controls.css',
  '40-views.css',
  '50-panels.css',
  '55-changes.css',
];

/** The files of the page by name, as bytes: page.js with its parts, page.css and index.html. */
export async function pageOf() {
  const output = await bundled({ page: join(SOURCE, 'main.tsx') });
  const styles = readdirSync(join(SOURCE, 'style')).toSorted();
  return new Map([
    ...output.map(({ fileName, code }) => [fileName, Buffer.from(code)]),
    ['page.css', Buffer.concat(styles.map(styleOf))],
    ['index.html', readFileSync(join(SOURCE, 'index.html'))],
  ]);
}

/** The preview as the bytes of one HTML file: hosts receive it as a text and load nothing else. */
export async function appOf() {
  const folder = join(SOURCE, 'preview');
  const [{ code }] = await bundled({ preview: join(folder, 'main.tsx') }, { codeSplitting: false });
  const styles = [...APP_STYLES.map(styleOf), readFileSync(join(folder, 'preview.css'))];
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
    .replace('<style></style>', () => `<style>\n${Buffer.concat(styles).toString()}</style>`)
    .replace(
      '<script type="module"></script>',
      () => `<script type="module">${inHtml(code)}</script>`,
    );
  return Buffer.from(html);
}

/** The outputs of an entry. */
async function bundled(input, options = {}) {
  const bundle = await rolldown({
    input,
    platform: 'browser',
    tsconfig: join(SOURCE, 'tsconfig.json'),
  });
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    ...options,
  });
  await bundle.close();
  return output;
}

function styleOf(name) {
  return readFileSync(join(SOURCE, 'style', name));
}

/** A script that a parser of HTML does not end early; in a script these sequences occur in texts and patterns only. */
function inHtml(code) {
  return code.replaceAll(/<(?=\/script|!--)/gi, '\\x3C');
}
