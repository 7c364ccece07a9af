/** @module import-laws: what restricted views answer about imports. Tests of get_import cover imports that are in the log. */
import { expect } from 'vitest';

import type { BuildingView } from '../../../kernel/building/view/view.ts';

/** A whole view, and the restricted one. */
type Views = { readonly whole: BuildingView; readonly seen: BuildingView };

/** The laws by member of the view. */
export const IMPORT_LAWS = {
  importedFile: async ({ whole, seen }: Views): Promise<void> => {
    for (const view of [whole, seen]) expect(await view.importedFile('import_1')).toBeNull();
  },
  importedBytes: async ({ seen }: Views): Promise<void> =>
    expect(await seen.importedBytes('import_1')).toBeNull(),
  topicArchive: async ({ whole, seen }: Views): Promise<void> => {
    const source = { sha256: '0'.repeat(64), bytes: 1 };
    for (const view of [whole, seen]) expect(await view.topicArchive(source)).toBeNull();
  },
  topicEvents: async ({ whole, seen }: Views): Promise<void> => {
    for (const view of [whole, seen]) {
      for await (const event of view.topicEvents()) expect(event).toBeUndefined();
    }
  },
  mergeRevision: ({ whole, seen }: Views): void => {
    const nothing = { superseded: [], revision: [], taken: new Map() };
    expect(whole.mergeRevision(nothing)).toMatchObject({ events: [], conflicts: [] });
    expect(seen.mergeRevision(nothing)).toBeNull();
  },
};
