/** @module theme: light, dark, or as the system is. */
import { effect, signal } from '@preact/signals';

import { remember, remembered } from '../state/remembered.ts';

/** The themes in the order in which the switch shows them. */
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The chosen theme. */
export const theme = signal<Theme>(THEMES.find((one) => one === remembered('theme')) ?? 'auto');

/** Applies the theme to the page when it changes, and keeps it. */
export function keepTheme(): () => void {
  return effect(() => {
    const { value } = theme;
    document.documentElement.dataset['theme'] = value;
    remember('theme', value);
  });
}

/** The next theme of the switch. */
export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto';
}
