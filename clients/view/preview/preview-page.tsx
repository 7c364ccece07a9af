/** @module preview-page: a planned or pending change, as the model received it. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

import { commandText } from '../../../schemas/command-line/command-text.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { EmptyNotice, ProblemNotice } from '../components/problem-notice.tsx';
import { shown } from '../components/shown.ts';
import { Countdown } from '../panels/approvals/countdown.tsx';
import { ChangeList } from '../panels/changes/change-list.tsx';
import { Counts } from '../panels/changes/counts.tsx';
import { store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';
import type { PendingApproval, Preview } from './answer.ts';
import { askMore, askPicture, askSides, host } from './host.ts';
import { UNKNOWN } from './rows.ts';
import { Space } from './space.tsx';
import { PREVIEW_STRINGS } from './strings.ts';

const words = PREVIEW_STRINGS;

/** The page. */
export function PreviewPage(): JSX.Element {
  const { value: preview } = host.preview;
  const { value: absence } = host.absence;
  return (
    <main class="preview">
      {preview === null ? <EmptyNotice title={words[absence]} /> : <Shown preview={preview} />}
      <p class="visually-hidden" role="status">
        {store.notice.value}
      </p>
    </main>
  );
}

function Shown({ preview }: { readonly preview: Preview }): JSX.Element {
  const { state, approval, message, hint, needed, counts, losses, warnings } = preview;
  const { value: sides } = host.sides;
  return (
    <article class="approval">
      <h1>{words.titles[state]}</h1>
      {message === '' ? null : <ProblemNotice problem={{ message, hint }} />}
      {approval === null ? null : <Pending approval={approval} />}
      {approval !== null || needed === null ? null : <p>{words.needed(needed.approvers)}</p>}
      {needed === null || needed.because.length === 0 ? null : (
        <p class="quiet">{words.because(needed.because.map(shown).join(', '))}</p>
      )}
      {warnings.map((warning) => (
        <p class="warning" key={warning}>
          {shown(warning)}
        </p>
      ))}
      {counts === null ? null : (
        <section class="block">
          <h2>{words.changes}</h2>
          {sides === null ? (
            <>
              <Counts counts={counts} />
              <Actions approval={approval} />
              <ChangeList rows={preview.rows} />
              <Rest preview={preview} />
            </>
          ) : (
            <>
              <Counts counts={sides.changes.counts} />
              <Space sides={sides} />
              <ChangeList rows={sides.changes.rows} />
              {sides.changes.rows.length < sides.changes.total ? (
                <p class="warning">
                  {STRINGS.changes.cut(sides.changes.rows.length, sides.changes.total)}
                </p>
              ) : null}
            </>
          )}
        </section>
      )}
      {losses.length === 0 ? null : (
        <section class="block">
          <h2>{words.losses}</h2>
          <ul class="findings findings-added">
            {losses.map((loss) => (
              <li key={loss}>{shown(loss)}</li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

/** The command with which a person reads and decides the approval in a terminal. */
function Pending({
  approval: { id, expires_at },
}: {
  readonly approval: PendingApproval;
}): JSX.Element {
  const command = commandText(['approvals', 'show', shown(id)]);
  return (
    <div class="pending">
      {Number.isNaN(Date.parse(expires_at)) ? null : <Countdown until={expires_at} now={null} />}
      <p>{words.signsNothing}</p>
      <p class="command with-action">
        <code>{command}</code>
        <CopyButton text={command} what={words.command} />
      </p>
    </div>
  );
}

/** Changes that are not listed: a button if the host lets the page ask, otherwise their number. */
function Rest({ preview }: { readonly preview: Preview }): JSX.Element | null {
  const { next, counts, rows } = preview;
  const canAsk = host.canCall.value && host.call.value !== null;
  const listed = rows.filter(({ cause }) => cause !== UNKNOWN).length;
  const total = counts === null ? 0 : counts.created + counts.modified + counts.deleted;
  const { value: failure } = host.failure;
  return (
    <>
      {listed < total ? <p class="quiet">{STRINGS.changes.cut(listed, total)}</p> : null}
      {next === null ? null : canAsk ? (
        <Ask label={words.more} onClick={() => void askMore()} />
      ) : listed < total ? (
        <p class="warning">{words.notShown(total - listed)}</p>
      ) : null}
      {failure === '' ? null : (
        <p class="warning" role="alert">
          {shown(failure)}
        </p>
      )}
    </>
  );
}

/** Buttons that ask the server for more: the plan, and for a pending approval both sides in 3D. */
function Actions({ approval }: { readonly approval: PendingApproval | null }): JSX.Element {
  const [picture, setPicture] = useState<Blob | null>(null);
  const address = useMemo(() => (picture === null ? '' : URL.createObjectURL(picture)), [picture]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const canDraw = address === '' && host.canCall.value && host.call.value !== null;
  return (
    <>
      {address === '' ? null : <img class="plan-picture" src={address} alt={words.pictureOf} />}
      <p class="actions">
        {canDraw ? (
          <Ask label={words.picture} onClick={() => void askPicture().then(setPicture)} />
        ) : null}
        {approval !== null && host.canRead.value ? (
          <Ask
            label={words.space}
            onClick={() => void askSides(approval.id).then((sides) => (host.sides.value = sides))}
          />
        ) : null}
      </p>
    </>
  );
}

function Ask({
  label,
  onClick,
}: {
  readonly label: string;
  readonly onClick: () => void;
}): JSX.Element {
  return (
    <button type="button" class="button" disabled={host.isAsking.value} onClick={onClick}>
      {label}
    </button>
  );
}
