/** @module viewpoints-tool: named states of the page, kept by this browser for each workspace. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { IconButton } from '../components/icon-button.tsx';
import { shown } from '../components/shown.ts';
import { announce } from '../state/actions.ts';
import { addressOf, fragmentOf } from '../state/address.ts';
import { remember, remembered } from '../state/remembered.ts';
import { store } from '../state/store.ts';
import { currentAddress, showAddress } from '../state/sync-address.ts';
import { STRINGS } from '../strings.ts';
import { saveFile } from './screenshot.ts';

/** A state with a name. */
type Viewpoint = { readonly name: string; readonly fragment: string };

/** Maximum number of viewpoints, and of characters of a name. */
const COUNT_MAX = 200;
const NAME_MAX = 100;

const { viewpoints: words } = STRINGS;

/** The list, and a field to add one. */
export function ViewpointsTool(): JSX.Element {
  const key = `viewpoints:${store.session.value?.workspace ?? ''}`;
  const list = useSignal(viewpointsIn(remembered(key)));
  const name = useSignal('');
  const change = (next: readonly Viewpoint[]): void => {
    list.value = next;
    if (!remember(key, next)) announce(words.notKept);
  };
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = name.value.trim() || words.untitled(list.value.length + 1);
    const fragment = fragmentOf({ ...currentAddress(), panels: null });
    change([...list.value.filter((one) => one.name !== text), { name: text, fragment }]);
    name.value = '';
    announce(words.saved(shown(text)));
  };
  return (
    <>
      <form class="inline-form" onSubmit={add}>
        <input
          value={name.value}
          maxLength={NAME_MAX}
          placeholder={words.name}
          aria-label={words.name}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
        <button type="submit" class="button" disabled={list.value.length >= COUNT_MAX}>
          {words.save}
        </button>
      </form>
      {list.value.length === 0 ? <p class="quiet">{words.none}</p> : null}
      <ul class="plain viewpoints">
        {list.value.map((one) => (
          <li key={one.name}>
            <button type="button" class="link" onClick={() => showAddress(addressOf(one.fragment))}>
              {shown(one.name)}
            </button>
            <IconButton
              icon="trash"
              label={words.remove(shown(one.name))}
              onClick={() => change(list.value.filter((other) => other !== one))}
            />
          </li>
        ))}
      </ul>
      {list.value.length === 0 ? null : (
        <IconButton
          icon="download"
          label={words.export}
          isText
          onClick={() => {
            const text = JSON.stringify({ viewpoints: list.value }, null, 2);
            saveFile(new Blob([text], { type: 'application/json' }), 'viewpoints.json');
          }}
        />
      )}
    </>
  );
}

function viewpointsIn(value: unknown): readonly Viewpoint[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, COUNT_MAX)
    .filter(
      (one: unknown): one is Viewpoint =>
        typeof one === 'object' &&
        one !== null &&
        'name' in one &&
        typeof one.name === 'string' &&
        'fragment' in one &&
        typeof one.fragment === 'string',
    );
}
