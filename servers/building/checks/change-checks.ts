/** @module change-checks: clashes and violations that a change of the building makes and resolves, where it is asked for. */
import type { ChangeChecks } from '../../../governance/tool/change-checks.ts';
import { drained } from '../drained.ts';
import type { BuildingView } from '../view.ts';

/** What commands of the building can be asked to check; what carries it out is loaded with the first question. */
export const changeChecks: ChangeChecks<BuildingView> = {
  description: 'clash, compliance.',
  async run({ before, seen, events }, { after, touches, carried }, asked) {
    const { checkedChange } = await import('./checked-change.ts');
    const there = seen === before ? after : await drained(seen.applying(events), asked);
    const views = { before: seen, after: there };
    const changed = new Set([...touches, ...carried].map(({ id }) => id));
    return await checkedChange({ ...views, changed }, asked);
  },
};
