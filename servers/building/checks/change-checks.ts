/** @module change-checks: clashes and rule violations that a change creates and resolves, on request. */
import type { ChangeChecks } from '../../../governance/tool/change-checks.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { IfcFiles } from '../../files/ifc-files.ts';

/** The checks of building commands; the code that runs them is imported on first use. `files`: where IDS files are. */
export function changeChecksOf(files: IfcFiles | null): ChangeChecks<BuildingView> {
  return {
    description: 'Checks: clash, compliance, a standard, ids:FILE. Default: none.',
    async run({ before, seen, events }, { after, touches, carried }, asked) {
      const { checkedChange } = await import('./checked-change.ts');
      const there = seen === before ? after : seen.apply(events);
      const views = { before: seen, after: there };
      const changed = new Set([...touches, ...carried].map(({ id }) => id));
      return await checkedChange({ ...views, changed }, { ...asked, files });
    },
  };
}
