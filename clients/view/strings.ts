/** @module strings: every text of the page. Values are inserted as text, never as HTML. */
export const STRINGS = {
  title: 'Plumbline',
  signInTitle: 'Sign in',
  signInText:
    'Run `plumbline view` in the workspace and open the link that it prints, or enter the token of an agent or a person.',
  token: 'Token',
  signIn: 'Sign in',
  loading: 'Loading …',
  signedInAs: (person: string) => `Signed in as ${person}`,
  next: (hint: string) => `Next step: ${hint}`,
} as const;
