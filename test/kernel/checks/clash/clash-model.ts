/** @module clash model: a branch for tests of clashes, and clashes as one line each. */
import { loadSolidKernel } from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import type { ClashOptions } from '../../../../kernel/checks/clash/clash-options.ts';
import type { ClashResult } from '../../../../kernel/checks/clash/clash-result.ts';
import { clashes } from '../../../../kernel/checks/clash/clashes.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created, Site } from '../../building/model/build.ts';

export const solids = await loadSolidKernel();

/** Levels L1 at 0, L2 at 3,000 and L3 at 6,000 mm with these elements. */
export function modelOf(...elements: readonly PlannedEvent[]): StateView {
  const site = new Site(new Model({ solids }));
  site.commit('main', [
    created('level', 'L1', { name: 'Ground', elevation: 0, height: 3000 }),
    created('level', 'L2', { name: 'First', elevation: 3000, height: 3000 }),
    created('level', 'L3', { name: 'Second', elevation: 6000, height: 3000 }),
    ...elements,
  ]);
  return site.view();
}

export function clashesIn(view: StateView, options: Partial<ClashOptions> = {}): ClashResult {
  return clashes(view, { solids, ...options });
}

/** Type and elements of each clash. */
export function lines({ findings }: Pick<ClashResult, 'findings'>): readonly string[] {
  return findings.map(
    ({ check, element_ids }) => `${check.replace('clash.', '')} ${element_ids.join(' ')}`,
  );
}
