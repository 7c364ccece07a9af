/** @module drawn-on: views and sheets of a branch: those made on it, before its fork, and on what was merged into it. */
import { liesOn, type EventSource, type Line } from './event-source.ts';
import type { DrawingEvent } from './view.ts';

/** Merges of one branch that are looked through. */
const MERGES_READ = 1000;
/** Lines of branches that are looked through: so many merges of merges nobody makes. */
const LINES_MOST = 200;

/** What the search reads. */
type Lines = {
  readonly events: EventSource;
  /** A branch with its ancestors; empty for one that there has never been. */
  readonly lineOf: (branch: string) => Line;
};

/**
 * The view or sheet of an id, where it belongs to the branch; null where it does not. A merge takes over what its source
 * had then: a view is a definition, and what it draws is the model of the branch that it is asked for on.
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
  for (let at = 0; at < lines.length && at < LINES_MOST; at += 1) {
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
