/** @module findings: texts of the panel of findings. */
import { byWords, COUNT, counted, DECIMAL } from './numbers.ts';

export const FINDINGS = {
  findings: {
    title: 'Findings',
    noRuns: 'No check has run on this branch',
    noRunsText:
      'Checks for clashes, standards and missing data are run by agents or in a terminal. Their findings appear here. For example:',
    command:
      '`plumbline call code_compliance --arg standard=IBC-2021 --arg severity_threshold=warning`',
    commandName: 'command',
    cut: (count: number) => `Earlier runs than these ${count} are not listed.`,
    back: 'All runs',
    first: 'First run with these arguments',
    compared: ({
      added,
      resolved,
      remaining,
    }: {
      readonly added: number;
      readonly resolved: number;
      readonly remaining: number;
    }) =>
      `${COUNT.format(added)} new, ${COUNT.format(resolved)} resolved, ${COUNT.format(remaining)} unchanged`,
    by: (who: string, isAgent: boolean) => `${byWords(who, isAgent)},`,
    onBranch: (branch: string) => `on branch ${branch}`,
    none: 'No findings',
    severities: { error: 'Error', warning: 'Warning', advisory: 'Advisory' },
    signs: { error: '✕', warning: '!', advisory: 'i' },
    resolvedSign: '✓',
    count: {
      error: (count: number) => counted(count, 'error', 'errors'),
      warning: (count: number) => counted(count, 'warning', 'warnings'),
      advisory: (count: number) => counted(count, 'advisory', 'advisories'),
    },
    states: { new: 'New', remains: 'Unchanged', resolved: 'Resolved' },
    severity: 'Severity',
    allSeverities: 'All severities',
    state: 'State',
    allStates: 'All states',
    onlySelected: 'Of the selection',
    colours: 'Colours',
    ghosts: 'Rest as ghosts',
    groupedBy: { title: 'Grouped by', rule: 'By rule', level: 'By storey' },
    /** `resolved`: how many of all no longer exist; they are listed, too. */
    listed: (listed: number, total: number, resolved: number) => {
      const open = counted(total - resolved, 'finding', 'findings');
      const all = resolved === 0 ? open : `${open} and ${COUNT.format(resolved)} resolved`;
      return listed === total ? all : `${COUNT.format(listed)} listed of ${all}`;
    },
    moreElements: (count: number) => `and ${COUNT.format(count)} more`,
    more: (count: number) => `Show more (${COUNT.format(count)})`,
    kept: (kept: number, found: number) =>
      `The run recorded ${COUNT.format(kept)} of its ${counted(found, 'finding', 'findings')}.`,
    ofFile: 'This run checked a file, not the model of this branch.',
    compareWith: 'Compare with',
    runBefore: 'The run before it',
    otherRun: (at: string, who: string, findings: number) =>
      `${at}, ${who}: ${counted(findings, 'finding', 'findings')}`,
    changed: 'changed since the run',
    gone: (element: string) => `${element} (no longer exists)`,
    fix: 'Fix',
    clause: 'Clause',
    rule: 'Rule',
    level: 'Storey',
    place: 'Place',
    at: ([x, y, z]: readonly [number, number, number]) =>
      `${DECIMAL.format(x)}, ${DECIMAL.format(y)}, ${DECIMAL.format(z)} mm`,
    picture: 'Picture',
    enlarge: 'Enlarge the picture',
    bcf: 'Save as BCF',
    saved: 'The BCF file was saved',
  },
} as const;
