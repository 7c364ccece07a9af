/** @module approval-sheet: one approval: its whole plan, its checks, and how to decide it. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import type { ApprovalAnswer, MarkShown } from '../../../../servers/view/protocol/approvals.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { shown } from '../../components/shown.ts';
import { Time } from '../../components/time.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { compareWith, flyTo, select, showAll } from '../../state/actions.ts';
import { comparison, idsBefore } from '../../state/comparison.ts';
import { namePlans } from '../../state/known-steps.ts';
import { model } from '../../state/model.ts';
import { namedText, titleOfId } from '../../state/naming.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { ChangeList } from '../changes/change-list.tsx';
import { CompareTool } from '../changes/compare-tool.tsx';
import { Counts } from '../changes/counts.tsx';
import { isComplete, type Missing, missingOf } from './completeness.ts';
import { Countdown } from './countdown.tsx';
import { DecisionForm } from './decision-form.tsx';
import { headingOf } from './heading.ts';

const { approvals: words } = STRINGS;

/** Everything about an approval. */
export function ApprovalSheet({ approval_id }: { readonly approval_id: string }): JSX.Element {
  const { answer, problem } = useAnswer('approval', { approval_id });
  useEffect(() => {
    if (answer !== null) namePlans([[approval_id, headingOf(answer.approval)]]);
  }, [answer]);
  if (problem !== null) return <ProblemNotice problem={problem} />;
  if (answer === null) return <p class="status-line">{STRINGS.loading}</p>;
  return (
    <article class="approval">
      <Head answer={answer} />
      <Reasoning text={answer.reasoning} />
      {answer.misfit === null ? null : (
        <p class="warning" role="alert">
          {words.misfit(shown(answer.misfit))}
        </p>
      )}
      {answer.warnings.map((warning) => (
        <p class="warning" key={warning}>
          {namedText(warning)}
        </p>
      ))}
      <Checks answer={answer} />
      <section class="block">
        <h3>{words.effect}</h3>
        <Counts counts={answer.changes.counts} />
        <Indirect answer={answer} />
        <CompareTool />
        <ChangeList rows={answer.changes.rows} />
      </section>
      <Talk answer={answer} />
      <Decision answer={answer} />
      <Facts answer={answer} />
      <Lines lines={answer.lines} isOpen={answer.changes.total === 0} />
    </article>
  );
}

function Head({ answer }: { readonly answer: ApprovalAnswer }): JSX.Element {
  const { approval, now } = answer;
  const { requested_by, branch, created_at, expires_at, status } = approval;
  return (
    <header class="approval-head">
      <h3>{headingOf(approval)}</h3>
      <p>
        {words.by(shown(requested_by), shown(branch))}, <Time at={created_at} />
      </p>
      {status === 'pending' ? (
        <Countdown until={expires_at} now={now} />
      ) : (
        <span class={`status status-${status}`}>{words.statuses[status] ?? shown(status)}</span>
      )}
    </header>
  );
}

/** Why the list has more indirect changes than the plan counts. */
function Indirect({ answer }: { readonly answer: ApprovalAnswer }): JSX.Element | null {
  const { indirect, changes } = answer;
  const { follows } = changes.counts;
  if (indirect === null || indirect >= follows) return null;
  return <p class="quiet">{words.indirect(indirect, follows)}</p>;
}

/** What a person compares with the terminal. */
function Facts({ answer }: { readonly answer: ApprovalAnswer }): JSX.Element {
  const { approval, digest, approvers_required } = answer;
  const { approval_id, tool } = approval;
  return (
    <details class="block">
      <summary>{words.facts}</summary>
      <dl class="values">
        <dt>{words.call}</dt>
        <dd>
          <code>{shown(tool)}</code>
        </dd>
        <dt>{words.needs}</dt>
        <dd>{words.people(approvers_required)}</dd>
        <dt>{words.id}</dt>
        <dd class="with-action">
          <code>{shown(approval_id)}</code>
          <CopyButton text={approval_id} what={words.id} />
        </dd>
        <dt>{words.digest}</dt>
        <dd class="with-action">
          <code>{shown(digest)}</code>
          <CopyButton text={digest} what={words.digest} />
        </dd>
      </dl>
    </details>
  );
}

function Reasoning({ text }: { readonly text: string }): JSX.Element {
  if (text === '') return <p class="quiet">{words.noReason}</p>;
  return (
    <figure class="reason">
      <figcaption>{words.reason}</figcaption>
      <blockquote>{text.split('\n').map(shown).join('\n')}</blockquote>
    </figure>
  );
}

function Checks({ answer: { checks } }: { readonly answer: ApprovalAnswer }): JSX.Element {
  if (checks === null) return <p class="quiet">{words.unchecked}</p>;
  return (
    <section class="block">
      <h3>{words.checks}</h3>
      <Found title={words.added} texts={checks.added} state="added" />
      <Found title={words.resolved} texts={checks.resolved} state="resolved" />
      <details>
        <summary>{words.checkLines}</summary>
        <ul class="quiet">
          {checks.text.map((text) => (
            <li key={text}>{namedText(text)}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function Found({
  title,
  texts,
  state,
}: {
  readonly title: string;
  readonly texts: readonly string[];
  readonly state: 'added' | 'resolved';
}): JSX.Element | null {
  if (texts.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul class={`findings findings-${state}`}>
        {texts.map((text) => (
          <li key={text}>{namedText(text)}</li>
        ))}
      </ul>
    </>
  );
}

/** Decisions and comments with their marks. */
function Talk({ answer }: { readonly answer: ApprovalAnswer }): JSX.Element | null {
  const { decisions, comments } = answer;
  const all = [
    ...decisions.map(({ by, at, verdict, reason, marks }) => ({
      by,
      at,
      marks,
      what: words.verdicts[verdict] ?? shown(verdict),
      text: reason ?? '',
    })),
    ...comments.map(({ by, at, text, marks }) => ({ by, at, marks, text, what: words.commented })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1));
  if (all.length === 0) return null;
  return (
    <section class="block">
      <h3>{words.talk}</h3>
      <ol class="talk">
        {all.map(({ by, at, what, text, marks }) => (
          <li key={`${by} ${at}`}>
            <strong>{shown(by)}</strong> {what} <Time at={at} />
            <p>{shown(text)}</p>
            <Marks marks={marks} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Marks({ marks }: { readonly marks: readonly MarkShown[] }): JSX.Element | null {
  if (marks.length === 0) return null;
  return (
    <ul class="marks">
      {marks.map(({ text, element_id, at }) => (
        <li key={`${element_id ?? ''} ${text}`}>
          {element_id === null ? (
            <span class="quiet">{at === null ? '' : words.place(at.x, at.y, at.z)}</span>
          ) : (
            <button
              type="button"
              class="link"
              onClick={() => {
                select([element_id]);
                flyTo([element_id]);
              }}
            >
              {titleOfId(element_id)}
            </button>
          )}
          {': '}
          {shown(text)}
        </li>
      ))}
    </ul>
  );
}

/** The same words as in the terminal, for comparison with it. */
function Lines({
  lines,
  isOpen,
}: {
  readonly lines: readonly string[];
  readonly isOpen: boolean;
}): JSX.Element | null {
  if (lines.length === 0) return null;
  return (
    <details class="block" open={isOpen}>
      <summary>{words.lines}</summary>
      <pre class="terminal-lines" tabIndex={0}>
        {lines.join('\n')}
      </pre>
    </details>
  );
}

/** The decision, unless the page shows less than the plan contains. */
function Decision({ answer }: { readonly answer: ApprovalAnswer }): JSX.Element | null {
  if (answer.approval.status !== 'pending') return null;
  const isLoaded = store.loading.value.kind === 'ready' && comparison.before.value !== null;
  void model.version.value;
  if (!isLoaded) return <p class="status-line">{words.stillLoading}</p>;
  if (answer.terminal_only !== null) {
    return <p class="warning">{words.terminalOnly(shown(answer.terminal_only))}</p>;
  }
  if (isFiltered()) return <Filtered />;
  const { value: view } = store.view;
  const missing = missingOf(answer, {
    after: view?.ids ?? model.rows,
    before: idsBefore(),
    has_picture: view !== null,
    isHidden: (id) => store.hidden.value.has(id),
  });
  if (!isComplete(missing)) return <Incomplete missing={missing} />;
  return <DecisionForm approval={answer.approval} />;
}

/** Whether the picture leaves out parts of the model by choice: a link can do that, too. */
function isFiltered(): boolean {
  const { hidden, isolated, section, compared, moment } = store;
  const [from, to] = [compared.value, moment.value];
  const isPlan =
    from !== null &&
    'plan' in from &&
    from.before === true &&
    'plan' in to &&
    from.plan === to.plan;
  return (
    !isPlan || hidden.value.size > 0 || isolated.value !== null || section.value.kind !== 'none'
  );
}

function Filtered(): JSX.Element {
  return (
    <div class="warning" role="status">
      <p>{words.filtered}</p>
      <button type="button" class="button" onClick={showWholePlan}>
        {words.showWhole}
      </button>
    </div>
  );
}

/** Shows everything of the plan, before and after. */
function showWholePlan(): void {
  const { value: moment } = store.moment;
  showAll();
  if ('plan' in moment) compareWith({ plan: moment.plan, before: true });
}

function Incomplete({ missing }: { readonly missing: Missing }): JSX.Element {
  const { unlisted, undrawn, imported } = missing;
  const ids = [...new Set([...unlisted, ...undrawn])];
  return (
    <div class="incomplete" role="alert">
      <p>
        <strong>{words.incomplete(ids.length + imported)}</strong>
      </p>
      <p>{words.incompleteNext}</p>
      <ul>
        {ids.slice(0, 20).map((id) => (
          <li key={id}>
            <code>{shown(id)}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
