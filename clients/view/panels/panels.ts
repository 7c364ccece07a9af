/** @module panels: all panels, in the order of their buttons. A new panel is one row. */
import type { Dock } from '../state/store.ts';
import { STRINGS } from '../strings.ts';
import { ApprovalsPanel } from './approvals/approvals-panel.tsx';
import { pendingCount } from './approvals/pending-count.ts';
import { ChangesPanel } from './changes/changes-panel.tsx';
import { ElementPanel } from './element/element-panel.tsx';
import { FindingsPanel } from './findings/findings-panel.tsx';
import { ListPanel } from './list/list-panel.tsx';
import type { Panel } from './panel.ts';
import { SearchPanel } from './search/search-panel.tsx';
import { TimePanel } from './time/time-panel.tsx';
import { TreePanel } from './tree/tree-panel.tsx';

const { panels } = STRINGS;

export const PANELS: readonly Panel[] = [
  {
    id: 'tree',
    label: panels.tree,
    icon: 'tree',
    dock: 'left',
    shortcut: 't',
    component: TreePanel,
  },
  {
    id: 'search',
    label: panels.search,
    icon: 'search',
    dock: 'left',
    shortcut: '/',
    component: SearchPanel,
  },
  {
    id: 'list',
    label: panels.list,
    icon: 'list',
    dock: 'bottom',
    shortcut: 'l',
    component: ListPanel,
  },
  {
    id: 'element',
    label: panels.element,
    icon: 'element',
    dock: 'right',
    shortcut: 'e',
    component: ElementPanel,
  },
  {
    id: 'changes',
    label: panels.changes,
    icon: 'changes',
    dock: 'left',
    shortcut: 'c',
    component: ChangesPanel,
  },
  {
    id: 'approvals',
    label: panels.approvals,
    icon: 'approvals',
    dock: 'left',
    shortcut: 'a',
    component: ApprovalsPanel,
    badge: pendingCount,
  },
  {
    id: 'findings',
    label: STRINGS.findings.title,
    icon: 'findings',
    dock: 'left',
    shortcut: 'n',
    component: FindingsPanel,
  },
  {
    id: 'time',
    label: panels.time,
    icon: 'time',
    dock: 'bottom',
    shortcut: 'g',
    component: TimePanel,
  },
];

/** A panel by its id. */
export function panelOf(id: string | null): Panel | null {
  return PANELS.find((panel) => panel.id === id) ?? null;
}

/** The dock of a panel; null for an unknown one. */
export function dockOf(id: string): Dock | null {
  return panelOf(id)?.dock ?? null;
}
