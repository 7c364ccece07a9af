/** @module tests of changed sets as an approver sees them: the net change of all events of the plan. */
import { expect, test } from 'vitest';

import type {
  IdentifiedEvent,
  MembersChange,
  ParamValues,
  PlannedEvent,
} from '../../../schemas/events.ts';
import { effectOf } from '../../../servers/approvals/effect.ts';
import { created, Site } from '../../kernel/building/model/build.ts';
import { siteReader } from '../../kernel/building/model/projection/site-reader.ts';

const IDS = Array.from({ length: 12 }, (_, i) => `c${i}`);
const FIRST = IDS.slice(0, 11);
const AT = { number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false };

/** The parameters of the set that the events change, as shown. */
async function shown(...events: readonly PlannedEvent[]): Promise<unknown> {
  const site = new Site();
  site.commit('main', [
    created('level', 'L1'),
    ...IDS.map((id, i) => created('column', id, { location: { x: 1000 * i, y: 0 } })),
    created('group', 'G', { name: 'Set', members: [FIRST], placements: [AT] }),
  ]);
  const identified: IdentifiedEvent[] = [];
  for (const event of events) identified.push({ ...event, event_id: String(identified.length) });
  const { items, notes } = await effectOf(siteReader(site), { branch: 'main', events: identified });
  expect(notes).toEqual([]);
  return items.map((item) =>
    item.change === 'modified' ? item.params.filter(({ name }) => name === 'members') : item.change,
  );
}

function modified(updates: ParamValues, previous: ParamValues, members?: MembersChange) {
  const payload = { updates, previous, ...(members === undefined ? {} : { members }) };
  return { type: 'element.modified' as const, aggregate_id: 'G', payload };
}

const placed = (ids: readonly string[]) => ids.map((id, at) => ({ at, id }));
const members = (to: string) => [[{ name: 'members', from: '11 members', to }]];

test('two events of one set are shown as their sum', async () => {
  const removed = modified({}, {}, { added: [], removed: placed(IDS.slice(0, 10)) });
  const added = modified({}, {}, { added: [{ at: 1, id: 'c11' }], removed: [] });
  expect(await shown(removed, added)).toEqual(
    members(`2 members; removed: ${IDS.slice(0, 10).join(', ')}; added: c11`),
  );
  const listed = modified({ members: [['c0']] }, { members: [FIRST] });
  expect(await shown(listed, added)).toEqual(
    members(`2 members; removed: ${IDS.slice(1, 11).join(', ')}; added: c11`),
  );
});

test('members that are removed and added again do not hide the one that is removed', async () => {
  const padded = { added: placed(IDS.slice(0, 10)), removed: placed(FIRST) };
  expect(await shown(modified({}, {}, padded))).toEqual(members('10 members; removed: c10'));
});

test('a set that keeps its members is shown without any', async () => {
  const same = { added: placed(FIRST), removed: placed(FIRST) };
  expect(await shown(modified({}, {}, same))).toEqual([[]]);
});
