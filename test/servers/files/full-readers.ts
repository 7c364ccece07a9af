/** @module full-readers: the files of a folder, all of which everybody may read, or as a workspace says. */
import { type FileReader, fileReader } from '../../../governance/access/file-reading.ts';
import type { Principal } from '../../../schemas/governance.ts';
import { WorkspaceFiles } from '../../../servers/files/workspace-files.ts';
import type { Harness } from '../../governance/gate/harness.ts';

/** A principal as a reader of every file. */
export function fullReader(principal: Principal): FileReader {
  return { principal, readsAll: true, readsOwn: false, sight: '0'.repeat(32), mayRead: () => true };
}

/** The files of a folder, all of which everybody may read. */
export function openFiles(folder: string): WorkspaceFiles {
  return new WorkspaceFiles({
    folder,
    events: { eventsOfAggregate: () => [] },
    readerOf: fullReader,
    isSealed: async () => await Promise.resolve(false),
  });
}

/** The harness whose workspace the files belong to, once it is open. */
export type Opened = { harness: Pick<Harness, 'directory' | 'reader'> | null };

/** The files of a folder, read as the workspace of a harness that is opened later says. */
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
