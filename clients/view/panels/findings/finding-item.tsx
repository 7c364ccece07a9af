/** @module finding-item: one finding: severity, sentence, elements, and the picture that the server draws. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { FindingRow } from '../../../../servers/view/protocol/findings.ts';
import { askBytes } from '../../api/ask.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { shown } from '../../components/shown.ts';
import { settled } from '../../components/use-answer.ts';
import { select } from '../../state/actions.ts';
import { levelName, titleOfId } from '../../state/naming.ts';
import { type Problem, store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { chosen, keyOf, sentenceOf, showFinding } from './findings-state.ts';

const { findings: words } = STRINGS;
/** Elements that are named in a row; a click on the row selects all. */
const ELEMENTS = 12;

/** A row; the finding that is shown in the views has its facts and its picture below it. */
export function FindingItem({
  finding,
  branch,
  hasStates,
  ofFile,
}: {
  readonly finding: FindingRow;
  readonly branch: string;
  readonly hasStates: boolean;
  readonly ofFile: boolean;
}): JSX.Element {
  const { severity, state } = finding;
  const isActive = chosen.active.value === keyOf(finding);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <li
      ref={item}
      class={`finding severity-${severity}${state === 'resolved' ? ' is-resolved' : ''}`}
    >
      <button
        type="button"
        class="change-button finding-button"
        aria-current={isActive ? 'true' : undefined}
        onClick={() => showFinding(finding)}
      >
        <span class="change-sign" aria-hidden="true">
          {state === 'resolved' ? words.resolvedSign : words.signs[severity]}
        </span>
        <span>
          <strong class="severity-word">{words.severities[severity]}</strong>
          {hasStates ? <span class={`tag state-${state}`}>{words.states[state]}</span> : null}
          <br />
          {sentenceOf(finding)}
        </span>
      </button>
      <Elements finding={finding} ofFile={ofFile} />
      {isActive ? <Facts finding={finding} branch={branch} /> : null}
    </li>
  );
}

/** Links to the elements of a finding; those of a file, and those that no longer exist, are named only. */
function Elements({
  finding: { element_ids, gone, changed },
  ofFile,
}: {
  readonly finding: FindingRow;
  readonly ofFile: boolean;
}): JSX.Element {
  return (
    <ul class="finding-elements">
      {element_ids.slice(0, ELEMENTS).map((id) => (
        <li key={id}>
          {ofFile || gone.includes(id) ? (
            <span class="quiet">{ofFile ? shown(id) : words.gone(titleOfId(id))}</span>
          ) : (
            <button
              type="button"
              class="link"
              aria-pressed={store.selection.value.has(id)}
              onClick={() => select([id], { fly: true })}
            >
              {titleOfId(id)}
            </button>
          )}
          {changed.includes(id) ? <span class="quiet small"> {words.changed}</span> : null}
        </li>
      ))}
      {element_ids.length <= ELEMENTS ? null : (
        <li class="quiet">{words.moreElements(element_ids.length - ELEMENTS)}</li>
      )}
    </ul>
  );
}

/** What the sentence does not say, and the picture. */
function Facts({
  finding,
  branch,
}: {
  readonly finding: FindingRow;
  readonly branch: string;
}): JSX.Element {
  const { text, hint, clause, level_id, at, rule } = finding;
  const isNews = (fact: string | null): fact is string => fact !== null && !text.includes(fact);
  return (
    <div class="finding-facts">
      <dl class="values">
        {isNews(hint) ? <Fact name={words.fix} value={shown(hint)} /> : null}
        {isNews(clause) ? <Fact name={words.clause} value={shown(clause)} /> : null}
        <Fact name={words.rule} value={shown(rule)} />
        {level_id === null ? null : <Fact name={words.level} value={levelName(level_id)} />}
        {at === null ? null : <Fact name={words.place} value={words.at(at)} />}
      </dl>
      <details class="finding-picture" open>
        <summary>{words.picture}</summary>
        <Picture finding={finding} branch={branch} />
      </details>
    </div>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): JSX.Element {
  return (
    <div class="value">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The picture of a finding in the present model. */
function Picture({
  finding,
  branch,
}: {
  readonly finding: FindingRow;
  readonly branch: string;
}): JSX.Element {
  const { run_id, finding_id } = finding;
  const [url, setUrl] = useState<string | null>(null);
  const [isLarge, setIsLarge] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const made = useRef<string | null>(null);
  const { value: revision } = store.revision;
  useEffect(() => {
    const running = new AbortController();
    const { signal } = running;
    const question = askBytes('finding_picture', { branch, run_id, finding_id }, signal);
    void settled(question, signal, (bytes, why) => {
      setProblem(why);
      setUrl(bytes === null ? null : urlOf(bytes, made));
    });
    return () => running.abort();
  }, [branch, run_id, finding_id, revision]);
  useEffect(() => () => urlOf(null, made), []);
  if (problem !== null) return <ProblemNotice problem={problem} />;
  if (url === null) return <p class="status-line">{STRINGS.loading}</p>;
  return (
    <>
      <button
        type="button"
        class="picture-button"
        title={words.enlarge}
        onClick={() => setIsLarge(true)}
      >
        <img src={url} alt={sentenceOf(finding)} />
      </button>
      {isLarge ? (
        <Dialog title={sentenceOf(finding)} onClose={() => setIsLarge(false)}>
          <img class="large-picture" src={url} alt={sentenceOf(finding)} />
        </Dialog>
      ) : null}
    </>
  );
}

/** An address of the bytes in this page; the one before it is revoked. */
function urlOf(bytes: ArrayBuffer | null, made: { current: string | null }): string | null {
  if (made.current !== null) URL.revokeObjectURL(made.current);
  made.current =
    bytes === null ? null : URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
  return made.current;
}
