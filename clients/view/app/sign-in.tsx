/** @module sign-in: the page of a person who is not signed in. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { signIn } from '../api/session.ts';
import { Words } from '../components/words.tsx';
import { STRINGS } from '../strings.ts';

/** A form for a token. `reason`: why nobody is signed in; null for a first visit. */
export function SignIn({
  reason,
  onSignedIn,
}: {
  readonly reason: string | null;
  readonly onSignedIn: () => void;
}): JSX.Element {
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { currentTarget } = event;
    if (!(currentTarget instanceof HTMLFormElement)) return;
    const token = new FormData(currentTarget).get('token');
    if (typeof token !== 'string' || token === '') {
      setRefusal(STRINGS.signIn.noToken);
      return;
    }
    void signIn({ token }).then(onSignedIn, (error: unknown) => {
      setRefusal(error instanceof Error ? error.message : String(error));
    });
  };
  const text = refusal ?? reason;
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <p class="brand">{STRINGS.title}</p>
        <h1>{STRINGS.signIn.title}</h1>
        {text === null ? null : (
          <p class="problem" role="alert">
            <Words text={text} />
          </p>
        )}
        <p>{STRINGS.signIn.text}</p>
        <pre>
          <Words text={STRINGS.signIn.command} />
        </pre>
        <p>{STRINGS.signIn.orToken}</p>
        <form onSubmit={submit}>
          <label>
            <span>{STRINGS.signIn.token}</span>
            <input name="token" type="password" autocomplete="off" spellcheck={false} />
          </label>
          <button type="submit" class="button primary">
            {STRINGS.signIn.button}
          </button>
        </form>
      </div>
    </main>
  );
}
