/**
 * @module drawn-on: finds the views and sheets of a branch: those created on it or before its fork, and those merged
 * into it.
 */
import { liesOn, type EventSource, type Line } from '../../kernel/building/view/event-source.ts';
import type { DrawingEvent } from '../../kernel/building/view/view.ts';

/** Maximum number of merges of one branch that are searched. */
const MERGES_READ = 1000;
/** Maximum number of branch lines that are searched; nested merges of this number do not occur in practice. */
const MAX_LINES = 200;

/** Inputs of the search. */
type Lines = {
  readonly events: EventSource;
  /** A branch with its ancestors; empty for a branch that never existed. */
  readonly lineOf: (branch: string) => Line;
};

/**
 * Returns the view or sheet with this id if it belongs to the branch, else null. A merge takes over the views and
 * sheets that its source had at that time. A view is a definition: it draws the model of the branch on which it is
 * requested.
 */
export async function drawingOn(
  { events, lineOf }: Lines,
  branch: string,
  id: string,
): Promise<DrawingEvent | null> {
  const [made] = await events.eventsOfAggregate(id, null, 1);
  if (made?.type !== 'view.created' && made?.type !== 'sheet.created') return null;
  const lines: Line[] = [lineOf(branch)];
  const known = new Map<string, number>();
  for (let at = 0; at < lines.length && at < MAX_LINES; at += 1) {
    const line = lines[at] ?? new Map<string, number>();
    if (liesOn(line, made)) return made;
    for (const [name, until] of line) {
      if ((known.get(name) ?? -1) >= until) continue;
      known.set(name, until);
      for (const merge of await events.eventsOfAggregate(name, name, MERGES_READ, until + 1)) {
        if (merge.type !== 'branch.merged') continue;
        const { source, source_seq } = merge.payload;
        lines.push(cutAt(lineOf(source), source_seq));
      }
    }
  }
  return null;
}

function cutAt(line: Line, seq: number): Line {
  return new Map([...line].map(([name, until]) => [name, Math.min(until, seq)] as const));
}
