/** @module change-checks: clashes and violations that a change of the building makes and resolves, where it is asked for. */
import type { ChangeChecks } from '../../../governance/tool/change-checks.ts';
import type { BuildingView } from '../view.ts';

/** What commands of the building can be asked to check; what carries it out is loaded with the first question. */
export const changeChecks: ChangeChecks<BuildingView> = {
  description: 'clash, compliance.',
  async run({ before, seen, events }, { after, touches, carried }, asked) {
    const { checkedChange } = await import('./checked-change.ts');
    const views = { before: seen, after: seen === before ? after : seen.apply(events) };
    const changed = new Set([...touches, ...carried].map(({ id }) => id));
    return await checkedChange({ ...views, changed }, asked);
  },
};
