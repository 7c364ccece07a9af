/** @module tests of what hides a topic from readers of some places. */
import { expect, test } from 'vitest';

import { hiddenBy } from '../../../../kernel/building/view/hidden-by.ts';
import type { StoredEvent } from '../../../../schemas/events.ts';
import type { Sight } from '../../../../schemas/sight.ts';
import { MANY_NAMED, MANY_UNKNOWN, unknownElement } from '../../../../schemas/topics/topics.ts';
import { EXAMPLE_EVENTS } from '../../../schemas/example-events.ts';
import { storedEvent } from '../../../schemas/stored-event.ts';

function topicOf(...element_ids: readonly string[]): StoredEvent {
  const { payload } = EXAMPLE_EVENTS['topic.created'];
  return storedEvent({
    type: 'topic.created',
    aggregate_id: 'topics',
    payload: { ...payload, element_ids: [...element_ids] },
  });
}

/** What hides the topic from its author, and from another reader, who both see `seen` and nothing else. */
function hiddenFrom(topic: StoredEvent): readonly unknown[] {
  return [true, false].map((isOwn) => {
    const sight: Sight = {
      key: 'k',
      maker: 'm',
      own: () => isOwn,
      branch: () => true,
      place: () => true,
    };
    const sees = (id: string): boolean => id === 'seen';
    return hiddenBy(topic, { sight, sees, sees_in_log: sees });
  });
}

test.each([
  ['a visible element', ['seen'], [null, null]],
  ['no element', [], [null, { id: null }]],
  ['a hidden or deleted element', ['seen', 'gone'], [{ id: 'gone' }, { id: 'gone' }]],
  ['an unknown component', [unknownElement('x')], [null, { id: 'ifc x' }]],
  ['many unknown components', ['seen', MANY_UNKNOWN], [null, { id: MANY_UNKNOWN }]],
  ['many elements of an earlier version', [MANY_NAMED], [{ id: MANY_NAMED }, { id: MANY_NAMED }]],
])('a topic about %s is hidden from its author and from others as it should', (_of, ids, by) => {
  expect(hiddenFrom(topicOf(...ids))).toEqual(by);
});
