/** @module approvals-panel: what waits for a signature, and one approval in full, next to the model before and after. */
import type { JSX } from 'preact';

import type { ApprovalRow } from '../../../../servers/view/protocol/approvals.ts';
import { EmptyNotice, ProblemNotice } from '../../components/problem-notice.tsx';
import { shown } from '../../components/shown.ts';
import { Time } from '../../components/time.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { compareWith, showAll, showMoment } from '../../state/actions.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { ApprovalSheet } from './approval-sheet.tsx';
import { Countdown } from './countdown.tsx';
import { headingOf } from './heading.ts';

const { approvals: words } = STRINGS;

/** The list, or the approval whose plan is shown. */
export function ApprovalsPanel(): JSX.Element {
  const { value: moment } = store.moment;
  if ('plan' in moment) {
    return (
      <div class="panel-body scroll" tabIndex={0} role="group" aria-label={words.one}>
        <p class="panel-tools">
          <button type="button" class="link" onClick={leave}>
            {words.back}
          </button>
        </p>
        <ApprovalSheet key={moment.plan} approval_id={moment.plan} />
      </div>
    );
  }
  return <ApprovalList />;
}

/** Shows the branch without the plan again. */
function leave(): void {
  const branch = store.at.peek()?.branch ?? 'main';
  compareWith(null);
  showMoment({ branch });
}

function ApprovalList(): JSX.Element {
  const pending = useAnswer('approvals', { status: 'pending' });
  const decided = useAnswer('approvals', { status: 'decided' });
  const { answer, problem } = pending;
  return (
    <div class="panel-body scroll" tabIndex={0} role="group" aria-label={words.title}>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {answer?.rows.length === 0 ? (
        <EmptyNotice title={words.none}>
          <p>{words.noneText}</p>
        </EmptyNotice>
      ) : null}
      <ul class="approval-list">
        {answer?.rows.map((row) => (
          <Item key={row.approval_id} row={row} />
        ))}
      </ul>
      {answer?.more === true ? <p class="quiet">{words.more(answer.rows.length)}</p> : null}
      {decided.answer === null || decided.answer.rows.length === 0 ? null : (
        <details class="block">
          <summary>{words.decided(decided.answer.rows.length)}</summary>
          <ul class="approval-list">
            {decided.answer.rows.map((row) => (
              <Item key={row.approval_id} row={row} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Item({ row }: { readonly row: ApprovalRow }): JSX.Element {
  const { approval_id, status, requested_by, branch, created_at, comments } = row;
  return (
    <li>
      <button
        type="button"
        class="approval-item"
        onClick={() => {
          showAll();
          compareWith({ plan: approval_id, before: true });
          showMoment({ plan: approval_id });
        }}
      >
        <strong>{headingOf(row)}</strong>
        <span class="quiet">{words.by(shown(requested_by), shown(branch))}</span>
        <span class="quiet">
          <Time at={created_at} />
          {comments === 0 ? '' : ` · ${words.comments(comments)}`}
        </span>
        {status === 'pending' ? (
          <Countdown until={row.expires_at} now={null} />
        ) : (
          <span class={`status status-${status}`}>{words.statuses[status] ?? shown(status)}</span>
        )}
      </button>
    </li>
  );
}
