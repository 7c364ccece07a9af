/** @module many-archives-worker: keeps the topics of many archives in a thread with little memory. */
import { parentPort } from 'node:worker_threads';

import { zipOf } from '../../../../../kernel/base/archive/zip.ts';
import { readBcf } from '../../../../../kernel/documents/bcf/read/read-bcf.ts';
import { NO_EDITS } from '../../../../../kernel/documents/bcf/rewrite/edits.ts';
import { KeptArchives } from '../../../../../kernel/documents/bcf/rewrite/kept-topics.ts';

/** Archives, and elements of the markup in each: some 25 MB as a tree. */
const [ARCHIVES, ELEMENTS] = [9, 120_000];

const archives = new KeptArchives('3.0');
for (let index = 10; index < 10 + ARCHIVES; index += 1) {
  const guid = `${index}345678-3616-44c6-9af4-31151e8e0363`;
  const markup = `<Markup><Topic Guid="${guid}"><Title>t</Title><X>${'<a/>'.repeat(ELEMENTS)}</X></Topic></Markup>`;
  const archive = await readBcf(
    zipOf([
      { name: 'bcf.version', content: '<Version VersionId="2.1"/>' },
      { name: `${guid}/markup.bcf`, content: markup },
    ]),
  );
  archives.add(
    archive,
    archive.topics.map((topic) => ({ archive, topic, edits: NO_EDITS })),
  );
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin
parentPort?.postMessage(archives.result().parts.length);
