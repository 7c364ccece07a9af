/** @module prior-values: emptied values as they were before unsigned changes by agents, read from the log. */
import { deepEqual } from '../../kernel/base/canonical/deep-equal.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import type { EventPayloads, Json, StoredEvent } from '../../schemas/events.ts';
import { topicEdit } from '../../schemas/topics/topics.ts';
import {
  type Emptied,
  isEmpty,
  valueAt,
  valueLoss,
  type ValueLoss,
  type ValuePath,
} from './emptied-values.ts';

type Log = Pick<LedgerRead, 'branchHead' | 'eventsTouching'>;

/** Events of one element per page. Most elements have only a few. */
const PAGE = 32;

/** Upper bound of events read per element, about 0.1 s. Earlier values stay unknown. */
const READ_MAX = 10_000;

/**
 * The losses of a plan on a branch, each with its oldest value since a person last set or signed it. Unsigned changes by
 * agents can therefore not make a loss look smaller than it is. Only the events of elements that lose a value are read,
 * back to the last signed change of that value. A value that agents changed before the newest `READ_MAX` events of its
 * element is reported without a prior value.
 */
export async function valueLosses(
  log: Log,
  branch: string,
  emptied: readonly Emptied[],
): Promise<readonly ValueLoss[]> {
  const by_element = Map.groupBy(emptied, ({ element_id }) => element_id);
  const losses: ValueLoss[] = [];
  for (const [id, lost] of by_element) {
    const given = await givenBefore(log, branch, id, lost);
    losses.push(...lost.map((one, i) => valueLoss(one, given[i])));
  }
  return losses;
}

/** A value at some moment, while its events are read backwards. */
type Traced = { value: Json | undefined; given: Json | undefined; open: boolean };

/**
 * For each emptied value of the element, its oldest value since a person last set or signed it; undefined when that is the
 * current value, or when more than `READ_MAX` events would have to be read.
 */
async function givenBefore(
  log: Log,
  branch: string,
  id: string,
  lost: readonly Emptied[],
): Promise<readonly (Json | undefined)[]> {
  const traced = lost.map(({ was }): Traced => ({ value: was, given: undefined, open: true }));
  let read = 0;
  for await (const event of eventsBackwards(log, branch, id)) {
    read += 1;
    if (read > READ_MAX) {
      for (const one of traced) if (one.open) one.given = undefined;
      break;
    }
    if (event.aggregate_id !== id) continue;
    const { type, payload } = event;
    if (type === 'element.created' || type === 'level.created' || type === 'element.deleted') break;
    const change =
      type === 'element.modified' ? payload : type === 'topic.updated' ? topicEdit(payload) : null;
    if (change === null) continue;
    const unsigned = event.agent_id !== null && event.approval_id === null;
    for (const [i, one] of traced.entries()) {
      if (one.open) traceBack(one, lost[i]?.path ?? [], { payload: change, unsigned });
    }
    if (traced.every(({ open }) => !open)) break;
  }
  return traced.map(({ given }, i) => (deepEqual(given, lost[i]?.was) ? undefined : given));
}

/** Reverts one change of the element. A signed change of the value itself ends the trace. */
function traceBack(
  one: Traced,
  path: ValuePath,
  change: {
    readonly payload: Pick<EventPayloads['element.modified'], 'updates' | 'previous'>;
    readonly unsigned: boolean;
  },
): void {
  const { payload, unsigned } = change;
  if (!Object.hasOwn(payload.updates, path[0] ?? '')) return;
  const previous = valueAt(payload.previous, path);
  if (deepEqual(previous, one.value)) return;
  one.open = unsigned;
  if (!unsigned) return;
  one.value = previous;
  if (!isEmpty(previous)) one.given = previous;
}

/**
 * Events that wrote an id, newest first, on the branch and, before the fork, on its parents.
 *
 * @param until last ledger seq to read
 */
export async function* eventsBackwards(
  log: Log,
  branch: string,
  id: string,
  until = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<StoredEvent> {
  let [line, last]: [string | null, number] = [branch, until];
  while (line !== null) {
    const page: readonly StoredEvent[] = await log.eventsTouching(id, line, last, PAGE);
    yield* page;
    if (page.length === PAGE) {
      last = (page.at(-1)?.seq ?? 1) - 1;
      continue;
    }
    const head = await log.branchHead(line);
    last = Math.min(last, head?.from_seq ?? 0);
    line = head?.parent ?? null;
  }
}
