/** @module findings-panel: the runs of all checks on the branch, and one run with its findings. */
import type { JSX } from 'preact';

import type { RunRow, RunsAnswer } from '../../../../servers/view/protocol/findings.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { EmptyNotice, ProblemNotice } from '../../components/problem-notice.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { kindWords } from '../../state/naming.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { chosen, openRun } from './findings-state.ts';
import { Counts, RunFacts } from './run-facts.tsx';
import { RunSheet } from './run-sheet.tsx';

const { findings: words } = STRINGS;

/** The list, or the chosen run. */
export function FindingsPanel(): JSX.Element {
  const branch = store.at.value?.branch ?? 'main';
  const { answer, problem } = useAnswer('runs', { branch });
  const { value: run_id } = chosen.run_id;
  return (
    <div class="panel-body scroll" tabIndex={0} role="group" aria-label={words.title}>
      {run_id === null ? (
        <>
          {problem === null ? null : <ProblemNotice problem={problem} />}
          {answer === null && problem === null ? (
            <p class="status-line">{STRINGS.loading}</p>
          ) : null}
          {answer === null ? null : <Runs answer={answer} branch={branch} />}
        </>
      ) : (
        <RunSheet key={run_id} run_id={run_id} branch={branch} runs={answer?.rows ?? []} />
      )}
    </div>
  );
}

function Runs({
  answer: { rows, is_cut },
  branch,
}: {
  readonly answer: RunsAnswer;
  readonly branch: string;
}): JSX.Element {
  if (rows.length === 0) return <NoRuns />;
  return (
    <>
      {[...Map.groupBy(rows, ({ check }) => check)].map(([check, runs]) => (
        <section key={check} class="run-group">
          <h3>{kindWords(check)}</h3>
          <ul class="approval-list">
            {runs.map((run) => (
              <Run key={run.run_id} run={run} branch={branch} />
            ))}
          </ul>
        </section>
      ))}
      {is_cut ? <p class="status-line">{words.cut(rows.length)}</p> : null}
    </>
  );
}

function NoRuns(): JSX.Element {
  const command = words.command.replaceAll('`', '');
  return (
    <EmptyNotice title={words.noRuns}>
      <p>{words.noRunsText}</p>
      <div class="command with-action">
        <code>{command}</code>
        <CopyButton text={command} what={words.commandName} />
      </div>
    </EmptyNotice>
  );
}

function Run({ run, branch }: { readonly run: RunRow; readonly branch: string }): JSX.Element {
  return (
    <li>
      <button type="button" class="approval-item" onClick={() => openRun(run.run_id)}>
        <span class="run-line">
          <Counts counts={run.counts} />
        </span>
        <RunFacts run={run} branch={branch} />
      </button>
    </li>
  );
}
