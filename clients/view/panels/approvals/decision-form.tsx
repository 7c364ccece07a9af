/** @module decision-form: the command with which a person decides in a terminal. The page signs nothing. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import {
  approveCommand,
  commentCommand,
  rejectCommand,
} from '../../../../schemas/command-line/command-text.ts';
import type { ApprovalRow } from '../../../../servers/view/protocol/approvals.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Segments } from '../../components/segments.tsx';
import { titleOfId } from '../../state/naming.ts';
import { remember, remembered } from '../../state/remembered.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';

const { approvals: words } = STRINGS;
const VERBS = ['approve', 'reject', 'comment'] as const;
/** Longest text of a reason or comment and of a mark, characters, and number of marks: the keeper refuses more. */
const [TEXT_MAX, MARK_MAX, MARKS_MAX] = [1000, 500, 50];
type Verb = (typeof VERBS)[number];
type Mark = { readonly text: string; readonly element_id: string };

/** The choice, the reason with marks, and the command to paste. */
export function DecisionForm({ approval }: { readonly approval: ApprovalRow }): JSX.Element {
  const verb = useSignal<Verb>('approve');
  const known = remembered('approver');
  const name = useSignal(typeof known === 'string' ? known : '');
  const text = useSignal('');
  const marks = useSignal<readonly Mark[]>([]);
  const isReasonMissing = verb.value !== 'approve' && text.value.trim() === '';
  const command = commandOf(verb.value, approval, {
    name: name.value,
    text: text.value,
    marks: marks.value,
  });
  return (
    <section class="block decision">
      <h3>{words.decide}</h3>
      <p class="quiet">{words.decideText}</p>
      <Segments
        title={words.decide}
        values={VERBS}
        labels={words.verbs}
        value={verb.value}
        onChange={(one) => (verb.value = one)}
      />
      <label class="field">
        <span>{words.as}</span>
        <input
          value={name.value}
          autocomplete="off"
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value;
            remember('approver', currentTarget.value);
          }}
        />
      </label>
      {verb.value === 'approve' ? null : (
        <>
          <label class="stacked">
            <span>{verb.value === 'reject' ? words.whyRejected : words.comment}</span>
            <textarea
              rows={3}
              maxLength={TEXT_MAX}
              value={text.value}
              onInput={({ currentTarget }) => (text.value = currentTarget.value)}
            />
          </label>
          <MarkList marks={marks.value} onChange={(next) => (marks.value = next)} />
        </>
      )}
      {isReasonMissing ? (
        <p class="status-line">{words.reasonMissing}</p>
      ) : (
        <div class="command with-action">
          <code>{command}</code>
          <CopyButton text={command} what={words.command} />
        </div>
      )}
    </section>
  );
}

function commandOf(
  verb: Verb,
  { approval_id, digest }: ApprovalRow,
  {
    name,
    text,
    marks,
  }: { readonly name: string; readonly text: string; readonly marks: readonly Mark[] },
): string {
  const deciding = { approval_id, digest, as: name.trim() === '' ? null : name.trim() };
  switch (verb) {
    case 'approve':
      return approveCommand(deciding);
    case 'reject':
      return rejectCommand({ ...deciding, reason: text, marks });
    case 'comment':
      return commentCommand({ ...deciding, text, marks });
    default:
      return verb satisfies never;
  }
}

/** Marks on elements: the selected element gets the next one. */
function MarkList({
  marks,
  onChange,
}: {
  readonly marks: readonly Mark[];
  readonly onChange: (marks: readonly Mark[]) => void;
}): JSX.Element {
  const text = useSignal('');
  const [selected] = store.selection.value;
  const add = (): void => {
    if (selected === undefined || text.value.trim() === '') return;
    onChange([...marks, { element_id: selected, text: text.value.trim() }]);
    text.value = '';
  };
  return (
    <fieldset class="mark-list">
      <legend>{words.marks}</legend>
      <ul>
        {marks.map((mark, index) => (
          <li key={`${mark.element_id} ${index}`} class="with-action">
            <span>
              <strong>{titleOfId(mark.element_id)}</strong>: {mark.text}
            </span>
            <IconButton
              icon="trash"
              label={words.removeMark(titleOfId(mark.element_id))}
              onClick={() => onChange(marks.filter((one) => one !== mark))}
            />
          </li>
        ))}
      </ul>
      {selected === undefined ? (
        <p class="quiet">{words.selectToMark}</p>
      ) : (
        <div class="with-action">
          <label class="stacked">
            <span>{words.markOn(titleOfId(selected))}</span>
            <input
              value={text.value}
              maxLength={MARK_MAX}
              onInput={({ currentTarget }) => (text.value = currentTarget.value)}
            />
          </label>
          <button
            type="button"
            class="button"
            disabled={text.value.trim() === '' || marks.length >= MARKS_MAX}
            onClick={add}
          >
            {words.addMark}
          </button>
        </div>
      )}
    </fieldset>
  );
}
