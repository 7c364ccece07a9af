/** @module top-bar: the workspace, the branch and moment that are shown, whether they are live, and the person. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import type { Moment } from '../../../servers/view/protocol/moment.ts';
import { signOut } from '../api/session.ts';
import { IconButton } from '../components/icon-button.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { shown } from '../components/shown.ts';
import { useAnswer } from '../components/use-answer.ts';
import { compareWith, showMoment } from '../state/actions.ts';
import { START } from '../state/address.ts';
import { comparison } from '../state/comparison.ts';
import { knownSteps } from '../state/known-steps.ts';
import { isPresent } from '../state/loader.ts';
import { momentWords } from '../state/naming.ts';
import { store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';
import { nextTheme, type Theme, theme } from './theme.ts';

const { topBar: words } = STRINGS;
const THEME_ICONS: Readonly<Record<Theme, IconName>> = { auto: 'auto', light: 'sun', dark: 'moon' };

/** The bar. */
export function TopBar(): JSX.Element {
  const { value: session } = store.session;
  return (
    <header class="top-bar">
      <h1 class="brand" title={`${words.workspace} ${shown(session?.workspace ?? '')}`}>
        {STRINGS.title}
      </h1>
      <BranchChoice />
      <MomentChips />
      <span class="top-space" />
      <Live />
      <IconButton
        icon={THEME_ICONS[theme.value]}
        label={words.theme(words.themes[theme.value])}
        onClick={nextTheme}
      />
      <span class="person" title={words.person(session?.whole ?? false)}>
        <Icon name="person" />
        <span class="person-name">
          <span class="visually-hidden">{words.signedInAs} </span>
          {shown(session?.person ?? '')}
        </span>
        {session?.whole === false ? <span class="tag">{words.restricted}</span> : null}
      </span>
      <IconButton
        icon="exit"
        label={words.signOut}
        onClick={() => {
          void signOut();
          store.isSignedOut.value = true;
        }}
      />
    </header>
  );
}

function BranchChoice(): JSX.Element {
  const { answer } = useAnswer('session', {});
  const branches = (answer ?? store.session.value)?.branches ?? [];
  const { value: moment } = store.moment;
  const branch = 'plan' in moment ? (store.at.value?.branch ?? '') : moment.branch;
  const isListed = branches.some(({ name }) => name === branch);
  return (
    <label class="branch-choice">
      <Icon name="branch" />
      <span class="visually-hidden">{words.branch}</span>
      <select
        value={branch}
        onChange={({ currentTarget }) => showMoment({ branch: currentTarget.value })}
      >
        {isListed ? null : <option value={branch}>{shown(branch)}</option>}
        {branches.map(({ name, status }) => (
          <option key={name} value={name}>
            {status === 'open' ? shown(name) : words.discarded(shown(name))}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The moment, if it is not the present, and the one that it is compared with. */
function MomentChips(): JSX.Element {
  const { value: moment } = store.moment;
  const { value: compared } = store.compared;
  const branch = 'plan' in moment ? store.at.value?.branch : moment.branch;
  useSteps([moment, ...(compared === null ? [] : [compared])]);
  const earlier =
    compared === null ? '' : momentWords(compared, comparison.answer.value?.from.seq ?? null);
  const { value: at } = store.at;
  const text = momentWords(moment, store.loading.value.kind === 'ready' ? (at?.seq ?? null) : null);
  return (
    <>
      {isPresent(moment) ? null : (
        <span class="moment-chip">
          <Icon name="time" />
          <span title={text}>{text}</span>
          <button
            type="button"
            class="link"
            onClick={() => {
              showMoment(branch === undefined ? START.moment : { branch });
              compareWith(null);
            }}
          >
            {words.toPresent}
          </button>
        </span>
      )}
      {compared === null || ('plan' in compared && compared.before === true) ? null : (
        <span class="moment-chip">
          <Icon name="changes" />
          <span title={earlier}>{words.compared(earlier)}</span>
          <IconButton icon="close" label={words.endComparison} onClick={() => compareWith(null)} />
        </span>
      )}
    </>
  );
}

/** Asks for the steps of the log that name these moments. */
function useSteps(moments: readonly Moment[]): void {
  const named = moments.find((one) => !('plan' in one) && !isPresent(one));
  const branch = named === undefined || 'plan' in named ? null : named.branch;
  const { answer } = useAnswer('steps', branch === null ? null : { branch, by: 'event' });
  useEffect(() => {
    if (answer === null || branch === null) return;
    knownSteps.value = new Map([...knownSteps.value, [branch, answer.steps]]);
  }, [answer]);
}

function Live(): JSX.Element {
  const { value: live } = store.live;
  const { value: moment } = store.moment;
  const earlier = 'plan' in moment ? 'planned' : 'past';
  const state = live === 'live' && !isPresent(moment) ? earlier : live;
  return (
    <span class={`live live-${state}`} role="status" title={words.liveText[state]}>
      <span class="live-dot" aria-hidden="true" />
      <span class="live-label">{words.live[state]}</span>
    </span>
  );
}
