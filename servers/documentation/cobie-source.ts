/** @module cobie-source: what a COBie workbook needs from the log: who created elements, files, and findings of a run. */
import { readsFiles } from '../../kernel/building/view/shown-run.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import type {
  CobieDocument,
  CobieIssues,
  CobieSource,
  Origin,
} from '../../kernel/documents/cobie/source.ts';
import { type StoredEvent, touchedIds } from '../../schemas/events.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { requireRunOfBranch } from '../building/required-run.ts';
import { findingsInModel, type GuidView } from '../files/file-elements.ts';

/** Events in one page of history. */
const PAGE = 2000;
/** The tool whose own files are no documents: otherwise each workbook would differ from the one before. */
const OWN_TOOL = 'export_cobie';

/** What the log shows to the caller. */
export type Recorded = Pick<CobieSource, 'originOf' | 'documents'>;

/** What is read of a branch. */
type RecordedView = Pick<BuildingView, 'seq' | 'whole' | 'history' | 'importedAs'>;

/**
 * Reads the history of a branch once: the first visible event of each element, and the newest record of each file that
 * the caller may read. An imported element without an event of its own has the origin of its import.
 *
 * @param sight digest of the READ scope of the caller, which marks files with content of that scope
 */
export async function recordedIn(view: RecordedView, sight: string): Promise<Recorded> {
  const origins = new Map<string, Origin>();
  const files = new Map<string, Origin>();
  const documents = new Map<string, CobieDocument>();
  for await (const event of newestFirst(view)) {
    const origin = originIn(event);
    if (event.type === 'model.imported') {
      files.set(event.payload.file.sha256, origin);
    } else if (event.type === 'export.created' || event.type === 'schedule.generated') {
      const { tool, file, whole, sight: of, of_files = false } = event.payload;
      const { path, sha256 } = file;
      const isReadable = of === sight || (view.whole && whole && of === undefined && !of_files);
      if (isReadable && tool !== OWN_TOOL && !documents.has(path)) {
        documents.set(path, { path, tool, sha256, origin });
      }
    } else {
      for (const id of touchedIds(event)) origins.set(id, origin);
    }
  }
  return {
    originOf: (id) => {
      const file = view.importedAs(id)?.file;
      return origins.get(id) ?? (file === undefined ? null : (files.get(file) ?? null));
    },
    documents: [...documents.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

async function* newestFirst(view: RecordedView): AsyncGenerator<StoredEvent> {
  let before: number | undefined;
  for (;;) {
    const page = { element_id: null, limit: PAGE, ...(before === undefined ? {} : { before }) };
    const events = await view.history(page);
    yield* events.filter(({ seq }) => seq <= view.seq);
    const last = events.at(-1);
    if (last === undefined || events.length < PAGE) return;
    before = last.seq;
  }
}

function originIn({ user_id, agent_id, at }: StoredEvent): Origin {
  return { user_id, agent_id, at };
}

/** The findings of a run of this branch; `of_files`: they show content of files. */
export type RunIssues = { readonly issues: CobieIssues; readonly of_files: boolean };

/**
 * Finds a run; a finding that names an element of the branch by its GUID is about that element. Refuses RUN_NOT_FOUND for an
 * unknown run and one of another branch.
 */
export async function issuesOf(
  id: string,
  view: Pick<BuildingView, 'branch' | 'validationRun'> & GuidView,
  refuse: Refuse<'RUN_NOT_FOUND'>,
): Promise<RunIssues> {
  const run = await requireRunOfBranch(id, view, refuse);
  const findings = findingsInModel(run.payload, view);
  return {
    issues: { tool: run.payload.tool, origin: originIn(run), findings },
    of_files: readsFiles(run.payload),
  };
}
