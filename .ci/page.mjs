// Bundles the page of clients/view for browsers: page.js, page.css and index.html by name, as bytes.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { rolldown } from 'rolldown';

const SOURCE = join(import.meta.dirname, '..', 'clients', 'view');

/** The files of the page. The same sources give the same bytes. */
export async function pageOf() {
  const bundle = await rolldown({
    input: { page: join(SOURCE, 'main.tsx') },
    platform: 'browser',
    tsconfig: join(SOURCE, 'tsconfig.json'),
  });
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  });
  await bundle.close();
  const styles = readdirSync(join(SOURCE, 'style')).toSorted();
  return new Map([
    ...output.map(({ fileName, code }) => [fileName, Buffer.from(code)]),
    ['page.css', Buffer.concat(styles.map((name) => readFileSync(join(SOURCE, 'style', name))))],
    ['index.html', readFileSync(join(SOURCE, 'index.html'))],
  ]);
}
