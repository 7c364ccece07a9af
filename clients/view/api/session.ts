/** @module session: the sign-in of this tab. Its secret is in the storage of the tab, which no other site and no other port can read. */

const KEY = 'plumbline-page';

/** The secret that only this page has; null if nobody is signed in. */
export function pageSecret(): string | null {
  return sessionStorage.getItem(KEY);
}

/** Signs in with a one-time link or a token. Throws an error with the words of the hub. */
export async function signIn(
  by: { readonly link: string } | { readonly token: string },
): Promise<void> {
  const response = await fetch('/view/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(by),
  });
  const body: unknown = await response.json();
  if (response.ok && isObject(body) && typeof body['page'] === 'string') {
    sessionStorage.setItem(KEY, body['page']);
    return;
  }
  throw new Error(messageIn(body));
}

/** Whether the address has a link that signs in. */
export function hasLink(): boolean {
  return new URLSearchParams(location.hash.slice(1)).has('in');
}

/** Signs in with the link in the address, if it has one, and removes it from the address and the history. */
export async function signInByAddress(): Promise<void> {
  const pairs = new URLSearchParams(location.hash.slice(1));
  const link = pairs.get('in');
  if (link === null) return;
  pairs.delete('in');
  const rest = pairs.size === 0 ? '' : `#${pairs.toString()}`;
  history.replaceState(null, '', `${location.pathname}${rest}`);
  await signIn({ link });
}

/** Signs out: the hub forgets the sign-in, and this tab its secret. */
export async function signOut(): Promise<void> {
  const secret = pageSecret();
  forgetSecret();
  if (secret === null) return;
  await fetch('/view/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-plumbline-page': secret },
    body: '{}',
  }).catch(() => null);
}

/** Forgets the secret. */
export function forgetSecret(): void {
  sessionStorage.removeItem(KEY);
}

/** The message of a refusal of the hub. */
export function messageIn(body: unknown): string {
  const error = isObject(body) ? body['error'] : undefined;
  const message = isObject(error) ? error['message'] : undefined;
  return typeof message === 'string' ? message : 'the hub gave no reason';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
