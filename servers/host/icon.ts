/** @module icon: the icon of the servers in the lists of hosts, a plumb line. */
import type { Icon } from './features.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 2h16v2h-7v9.2a4 4 0 0 1 3 3.8l-4 6-4-6a4 4 0 0 1 3-3.8V4H4z" fill="#b45309"/></svg>';

/** Legible at any size, on light and dark backgrounds; it is a data URI, so that a host fetches nothing. */
export const ICONS: readonly Icon[] = [
  {
    src: `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`,
    mimeType: 'image/svg+xml',
    sizes: ['any'],
  },
];
