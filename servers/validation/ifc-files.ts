/** @module ifc-files: IFC files below `artifacts/`, read whole for a check. */
import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openBelow } from '../../kernel/runners/task/open-below.ts';
import { TaskStop } from '../../kernel/runners/task/task-stop.ts';
import type { Refuse } from '../../schemas/plan.ts';

/** Largest file that is read, bytes. */
const BYTES_MOST = 268_435_456;
/** How resources below `artifacts/` are addressed. */
const ARTEFACTS = 'plumbline://artifacts/';

type Context = { readonly refuse: Refuse<'INVALID_ARGUMENT'> };

/** Files of one workspace. */
export type IfcFiles = {
  /** Path below `artifacts/` of a path or of the address of an artefact. Refuses INVALID_ARGUMENT for one that leads elsewhere. */
  readonly pathOf: (
    given: { readonly path?: string | undefined; readonly artifact?: string | undefined },
    context: Context,
  ) => Promise<string>;
  /** The bytes of a file. Refuses INVALID_ARGUMENT for what is no file, leads elsewhere or is too large. */
  readonly read: (path: string, context: Context) => Promise<Buffer>;
};

/** Files below a folder; hidden ones are none. */
export function ifcFilesIn(folder: string): IfcFiles {
  return {
    async pathOf({ path, artifact }, { refuse }) {
      if ((path === undefined) === (artifact === undefined)) {
        return refuse('INVALID_ARGUMENT', 'got both or none of path and artifact, expected one');
      }
      const below = path ?? (await pathOfAddress(folder, artifact ?? ''));
      if (below === null) {
        const known = `${ARTEFACTS}… or file://… below artifacts/`;
        return refuse(
          'INVALID_ARGUMENT',
          `\`${artifact ?? ''}\` is no artefact, expected ${known}`,
        );
      }
      return below.normalize('NFC');
    },
    async read(path, { refuse }) {
      if (path.split(/[/\\]/u).some((part) => part.startsWith('.') || part === '')) {
        return refuse('INVALID_ARGUMENT', `path \`${path}\` is refused: a part is hidden or empty`);
      }
      try {
        await using file = await openBelow(folder, path);
        const { size } = await file.stat();
        if (size > BYTES_MOST) {
          const message = `\`${path}\` has ${size} bytes, expected at most ${BYTES_MOST}`;
          return refuse('INVALID_ARGUMENT', message);
        }
        return await file.readFile();
      } catch (error) {
        if (error instanceof TaskStop) return refuse('INVALID_ARGUMENT', error.message);
        throw error;
      }
    },
  };
}

/** The path of an address, null where it is none of a file below the folder. */
async function pathOfAddress(folder: string, address: string): Promise<string | null> {
  try {
    if (address.startsWith(ARTEFACTS)) return decodeURIComponent(address.slice(ARTEFACTS.length));
    if (!address.startsWith('file://')) return null;
    const file = fileURLToPath(address);
    for (const root of [folder, await realpath(folder)]) {
      if (file.startsWith(root + sep)) return relative(root, file).replaceAll('\\', '/');
    }
    return null;
  } catch (error) {
    // Neither address can be decoded.
    if (error instanceof URIError || error instanceof TypeError) return null;
    throw error;
  }
}
