/** @module app: the page: a sign-in, or the workspace. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { SessionAnswer } from '../../../servers/view/protocol/session.ts';
import { ask, HubError } from '../api/ask.ts';
import { pageSecret, signIn } from '../api/session.ts';
import { STRINGS } from '../strings.ts';

/** The whole page. `failure`: why the link in the address signed nobody in. */
export function App({ failure }: { readonly failure: string | null }): JSX.Element {
  const [session, setSession] = useState<SessionAnswer | null>(null);
  const [error, setError] = useState<string | null>(failure);
  const load = (): void => {
    void ask('session', {}).then(setSession, (reason: unknown) => {
      if (reason instanceof HubError && !reason.isSignedOut) setError(reason.message);
    });
  };
  useEffect(() => {
    if (pageSecret() !== null) load();
  }, []);
  if (session !== null) return <main>{STRINGS.signedInAs(session.person)}</main>;
  return <SignIn error={error} onSignedIn={load} />;
}

function SignIn({
  error,
  onSignedIn,
}: {
  readonly error: string | null;
  readonly onSignedIn: () => void;
}): JSX.Element {
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { currentTarget } = event;
    if (!(currentTarget instanceof HTMLFormElement)) return;
    const token = new FormData(currentTarget).get('token');
    if (typeof token !== 'string' || token === '') return;
    void signIn({ token }).then(onSignedIn, (reason: unknown) => {
      setRefusal(reason instanceof Error ? reason.message : String(reason));
    });
  };
  const shown = refusal ?? error;
  return (
    <main class="sign-in">
      <h1>{STRINGS.signInTitle}</h1>
      <p>{STRINGS.signInText}</p>
      {shown === null ? null : <p role="alert">{shown}</p>}
      <form onSubmit={submit}>
        <label>
          {STRINGS.token} <input name="token" type="password" autocomplete="off" />
        </label>
        <button type="submit">{STRINGS.signIn}</button>
      </form>
    </main>
  );
}
