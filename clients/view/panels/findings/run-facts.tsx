/** @module run-facts: the numbers of a run, and who ran it when. */
import type { JSX } from 'preact';

import type { RunRow, SeverityCounts } from '../../../../servers/view/protocol/findings.ts';
import { shown } from '../../components/shown.ts';
import { Time } from '../../components/time.tsx';
import { STRINGS } from '../../strings.ts';
import { SEVERITIES } from './findings-state.ts';

const { findings: words } = STRINGS;

/** Numbers by severity, each with its sign; zeros are left out. */
export function Counts({ counts }: { readonly counts: SeverityCounts }): JSX.Element {
  const some = SEVERITIES.filter((severity) => counts[severity] > 0);
  if (some.length === 0) return <span class="severity-none">{words.none}</span>;
  return (
    <>
      {some.map((severity) => (
        <span key={severity} class={`severity severity-${severity}`}>
          <span class="change-sign" aria-hidden="true">
            {words.signs[severity]}
          </span>
          {words.count[severity](counts[severity])}
        </span>
      ))}
    </>
  );
}

/** What has changed since the run before, who ran it, when, and with which arguments. */
export function RunFacts({
  run,
  branch,
}: {
  readonly run: RunRow;
  readonly branch: string;
}): JSX.Element {
  const { compared, who, is_agent, at, about } = run;
  return (
    <>
      <span>{compared === null ? words.first : words.compared(compared)}</span>
      <span class="quiet">
        {words.by(shown(who), is_agent)} <Time at={at} />
        {run.branch === branch ? '' : ` · ${words.onBranch(shown(run.branch))}`}
      </span>
      {about === '' ? null : <span class="quiet small">{shown(about)}</span>}
    </>
  );
}
