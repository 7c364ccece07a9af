/** @module artefacts: outputs that are too long to be answered, as files that an answer links to. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { ExtraContent } from '../../governance/tool/define.ts';
import type { Artefacts } from '../../kernel/mpt/kernel-parts.ts';
import type { ToolResult } from '../../kernel/mpt/ledger-entry.ts';

const FOLDER = 'mpt';

/** Keeps outputs below `artifacts/mpt/` by their digest, so that equal outputs are one file. */
export function artefactFiles(artifacts: string): Artefacts {
  return {
    keep: async ({ text, sha256, run_id }) => {
      const folder = join(artifacts, FOLDER);
      const name = `${sha256}.json`;
      await mkdir(folder, { recursive: true });
      // Nobody may find half a file
      const part = join(folder, `${run_id}.part`);
      await writeFile(part, text, { mode: 0o600 });
      await rename(part, join(folder, name));
      return { path: `${FOLDER}/${name}`, bytes: Buffer.byteLength(text), sha256 };
    },
  };
}

/** The link to the whole output of a run, where it was kept. */
export function linksOf(
  artifacts: string,
  { output, metrics }: ToolResult,
): readonly ExtraContent[] {
  const kept: unknown = output['artefact'];
  const path: unknown =
    typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'path') : null;
  if (typeof path !== 'string') return [];
  return [
    {
      type: 'resource_link',
      uri: pathToFileURL(join(artifacts, path)).href,
      name: path,
      mimeType: 'application/json',
      description: `the whole output of ${metrics.tool_id}`,
    },
  ];
}
