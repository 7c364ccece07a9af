/** @module app: the page: a sign-in, or the workspace. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { ask, HubError } from '../api/ask.ts';
import { forgetSecret, pageSecret } from '../api/session.ts';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { problemOf } from '../state/loader.ts';
import { type Problem, store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';
import { SignIn } from './sign-in.tsx';
import { keepTheme } from './theme.ts';
import { Workspace } from './workspace.tsx';

/** The whole page. `failure`: why the link in the address signed nobody in. */
export function App({ failure }: { readonly failure: string | null }): JSX.Element {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [reason, setReason] = useState(failure);
  const [isAsking, setIsAsking] = useState(failure === null && pageSecret() !== null);
  const isSignedOut = store.isSignedOut.value;
  const load = async (): Promise<void> => {
    setProblem(null);
    setIsAsking(true);
    try {
      store.session.value = await ask('session', {});
      store.isSignedOut.value = false;
    } catch (error) {
      if (error instanceof HubError && error.isSignedOut) forgetSecret();
      else setProblem(problemOf(error));
    }
    setIsAsking(false);
  };
  useEffect(keepTheme, []);
  useEffect(() => {
    if (isAsking) void load();
  }, []);
  useEffect(() => {
    if (!isSignedOut) return;
    forgetSecret();
    store.session.value = null;
    setReason(STRINGS.signIn.ended);
  }, [isSignedOut]);
  if (problem !== null) {
    return (
      <main class="sign-in">
        <ProblemNotice problem={problem} onRetry={() => void load()} />
      </main>
    );
  }
  if (isAsking) return <main class="sign-in">{STRINGS.loading}</main>;
  const { value: session } = store.session;
  if (session === null) return <SignIn reason={reason} onSignedIn={() => void load()} />;
  return <Workspace />;
}
