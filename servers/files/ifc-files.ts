/** @module ifc-files: reads whole files below `artifacts/` that tools take as input: IFC, IDS and BCF files, lists, dictionaries. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, sep } from 'node:path';

import { pathOfFileUri, pathOfUri } from '../../kernel/base/files/artefact-address.ts';
import { checkpointBeforeLongWork } from '../../kernel/base/work/checkpoint.ts';
import { TaskStop } from '../../kernel/tools/runners/task/task-stop.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { Refuse } from '../../schemas/plan.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

/** Maximum size of a file, bytes. */
const MAX_BYTES = 268_435_456;
/**
 * Maximum size (bytes) of a file that the thread of the gate reads. Its check takes some 20 ms; a larger file may have
 * been made to take much longer, so it is read in an engine thread.
 */
const MAX_SMALL_BYTES = 65_536;
type Context = { readonly refuse: Refuse<'INVALID_ARGUMENT'> };

/** Files of one workspace. */
export type IfcFiles = {
  /**
   * Returns the path below `artifacts/` for a path or artefact address. Refuses INVALID_ARGUMENT for a path or address
   * outside `artifacts/`.
   */
  readonly pathOf: (
    given: { readonly path?: string | undefined; readonly artifact?: string | undefined },
    context: Context,
  ) => Promise<string>;
  /**
   * Returns the bytes of a file that the principal may read. Refuses INVALID_ARGUMENT for a path outside `artifacts/`,
   * and for a file that is too large. A missing file and a file that may not be read are refused with the same message.
   */
  readonly read: (
    path: string,
    context: Context & { readonly principal: Principal },
  ) => Promise<Buffer>;
};

/** The input files of a workspace; hidden files are excluded. */
export function ifcFilesIn(files: Pick<WorkspaceFiles, 'folder' | 'open' | 'adviceOn'>): IfcFiles {
  const { folder } = files;
  return {
    async pathOf({ path, artifact }, { refuse }) {
      if ((path === undefined) === (artifact === undefined)) {
        return refuse('INVALID_ARGUMENT', 'expected exactly one of `path` and `artifact`');
      }
      const below =
        path === undefined
          ? await pathOfAddress(folder, artifact ?? '')
          : await pathBelow(folder, path);
      if (below === null) {
        const known = 'plumbline://artifacts/… or file://… below artifacts/';
        return refuse(
          'INVALID_ARGUMENT',
          `\`${artifact ?? ''}\` is not an artefact; expected ${known}`,
        );
      }
      return belowArtifacts(below.normalize('NFC'));
    },
    async read(path, { principal, refuse }) {
      if (isAbsolute(path)) {
        return refuse(
          'INVALID_ARGUMENT',
          `path \`${path}\` is outside of artifacts/; expected a path below it such as model.ifc, to which the owner of the workspace can copy the file`,
        );
      }
      if (path.split(/[/\\]/u).some((part) => part.startsWith('.') || part === '')) {
        return refuse(
          'INVALID_ARGUMENT',
          `path \`${path}\` has a hidden or empty part; expected a path below artifacts/ such as model.ifc`,
        );
      }
      try {
        await using file = await files.open(path, principal);
        const { size } = await file.stat();
        if (size > MAX_BYTES) {
          const message = `\`${path}\` has ${size} bytes; this tool reads files of at most ${MAX_BYTES} bytes`;
          return refuse('INVALID_ARGUMENT', message);
        }
        if (size > MAX_SMALL_BYTES) checkpointBeforeLongWork();
        return await file.readFile();
      } catch (error) {
        if (!(error instanceof TaskStop)) throw error;
        const isMissing = error.code === 'TOOL_FAIL';
        const advice = isMissing ? await files.adviceOn(path, principal) : '';
        return refuse('INVALID_ARGUMENT', `${error.message}${advice}`);
      }
    },
  };
}

/** Converts a path relative to the workspace (`artifacts/m.ifc`) to the path below `artifacts/` (`m.ifc`). */
function belowArtifacts(path: string): string {
  return path.replace(/^artifacts\//u, '');
}

/** Converts a path to a path below the folder. It is absolute, as exports return it, or relative to the folder. */
async function pathBelow(folder: string, path: string): Promise<string> {
  if (!isAbsolute(path)) return path.replace(/^(?:\.\/)+/u, '');
  for (const root of [folder, await realpath(folder).catch(() => folder)]) {
    if (path.startsWith(`${root}${sep}`)) return path.slice(root.length + 1);
  }
  return path;
}

/** The path of an address; an artefact without a scheme is already a path. Null if it is not a file below the folder. */
async function pathOfAddress(folder: string, address: string): Promise<string | null> {
  if (!/^[a-z][a-z\d+.-]*:/iu.test(address)) return address;
  return (
    pathOfUri(address) ??
    pathOfFileUri(address, folder) ??
    pathOfFileUri(address, await realpath(folder))
  );
}
