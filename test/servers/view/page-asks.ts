/** @module page-asks: asks questions of a page hub without a browser, as the page does. */
import type { JsonAsk, PageAnswers } from '../../../servers/view/protocol/answers.ts';
import type { AskInput, AskName } from '../../../servers/view/protocol/asks.ts';
import type { Viewer } from '../../../servers/view/thread/messages.ts';
import type { PageHub } from '../../clients/view/open-page.ts';

/** A page that is signed in. */
export type AskingPage = {
  readonly json: <N extends JsonAsk>(name: N, input: AskInput<N>) => Promise<PageAnswers[N]>;
  /** The answer as received, also a refusal. */
  readonly raw: (name: AskName, input: unknown) => Promise<Response>;
  /** Headers with the secrets of the page. */
  readonly headers: Readonly<Record<string, string>>;
};

/** Signs a viewer in, by default the owner. */
export async function askingPage(hub: PageHub, viewer?: Viewer): Promise<AskingPage> {
  const link = new URLSearchParams(new URL(hub.link(viewer)).hash.slice(1)).get('in');
  const own = { origin: hub.origin, 'content-type': 'application/json' };
  const signIn = await fetch(`${hub.origin}/view/sign-in`, {
    method: 'POST',
    headers: own,
    body: JSON.stringify({ link }),
  });
  const { page } = Object(await signIn.json());
  const cookie = (signIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const headers = { ...own, cookie, 'x-plumbline-page': String(page) };
  const raw: AskingPage['raw'] = async (name, input) =>
    await fetch(`${hub.origin}/view/api/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    });
  return {
    headers,
    raw,
    json: async (name, input) => {
      const response = await raw(name, input);
      if (!response.ok) throw new Error(await response.text());
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer has the type of its question
      return (await response.json()) as PageAnswers[typeof name];
    },
  };
}
