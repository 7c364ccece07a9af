/** @module full-readers: file access for tests, with unrestricted readers or with the readers of a workspace. */
import { type FileReader, fileReader } from '../../../governance/access/file-reading.ts';
import type { Principal } from '../../../schemas/governance.ts';
import { WorkspaceFiles } from '../../../servers/files/workspace-files.ts';
import type { Harness } from '../../governance/gate/harness.ts';

/** A reader that may read every file. */
export function fullReader(principal: Principal): FileReader {
  return { principal, readsAll: true, readsOwn: false, sight: '0'.repeat(32), mayRead: () => true };
}

/** The files of a folder, readable for every principal. */
export function openFiles(folder: string): WorkspaceFiles {
  return new WorkspaceFiles({
    folder,
    events: { eventsOfAggregate: () => [] },
    readerOf: fullReader,
    isSealed: async () => await Promise.resolve(false),
  });
}

/** The harness of the workspace; null until it is open. */
export type Opened = { harness: Pick<Harness, 'directory' | 'reader'> | null };

/** The files of a folder, readable according to the workspace of a harness that is opened later. */
export function filesOf(folder: string, opened: Opened): WorkspaceFiles {
  const harness = (): NonNullable<Opened['harness']> => {
    if (opened.harness === null) throw new Error('the harness is not open');
    return opened.harness;
  };
  return new WorkspaceFiles({
    folder,
    events: { eventsOfAggregate: (...of) => harness().reader.eventsOfAggregate(...of) },
    readerOf: (principal) => fileReader(harness().directory, principal),
    isSealed: async () => await Promise.resolve(false),
  });
}
