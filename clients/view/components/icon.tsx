/** @module icon: the drawings of the page, 16 × 16, in the colour of the text. */
import type { JSX } from 'preact';

/** Paths by name; strokes of 1.4. */
const PATHS = {
  tree: 'M3 3h4M5 3v10M5 7h4M5 13h4M11 7h2M11 13h2',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.3 10.3L14 14',
  list: 'M2 3.5h12v9H2zM2 6.5h12M2 9.5h12M6.5 3.5v9',
  element: 'M8 1.8l5.5 3v6.4l-5.5 3l-5.5-3V4.8zM2.5 4.8L8 8l5.5-3.2M8 8v6.2',
  changes: 'M5 2.5v11M2.5 5L5 2.5L7.5 5M11 13.5v-11M8.5 11l2.5 2.5l2.5-2.5',
  approvals: 'M2.5 3h11v10h-11zM5 8l2.2 2.2L11 6.2',
  play: 'M5 3l7.5 5L5 13z',
  pause: 'M5.5 3v10M10.5 3v10',
  time: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M8 4.5V8l2.5 1.8',
  findings: 'M8 2l6.3 11.5H1.7zM8 6.2v3.6M8 11.6v.4',
  close: 'M4 4l8 8M12 4l-8 8',
  chevron: 'M6 3.5L10.5 8L6 12.5',
  down: 'M3.5 6L8 10.5L12.5 6',
  up: 'M3.5 10L8 5.5L12.5 10',
  eye: 'M1.5 8C3.2 5 5.4 3.5 8 3.5S12.8 5 14.5 8C12.8 11 10.6 12.5 8 12.5S3.2 11 1.5 8M8 6a2 2 0 1 0 0 4a2 2 0 1 0 0-4',
  hidden:
    'M1.5 8C3.2 5 5.4 3.5 8 3.5S12.8 5 14.5 8C12.8 11 10.6 12.5 8 12.5S3.2 11 1.5 8M2.5 13.5l11-11',
  isolate: 'M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3M5.5 5.5h5v5h-5z',
  orbit:
    'M8 5.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5M2 9.5C1 6 6 3.5 10.5 4.3S15 8.5 12 10.5M12.8 7.8L12 10.6l2.8.2',
  walk: 'M8.5 1.8a1.3 1.3 0 1 0 0 2.6a1.3 1.3 0 1 0 0-2.6M8.3 5.5L7.5 9.5L10 11.5L10.7 14.5M7.5 9.5L6.3 12L4.2 14M5 8.5L6 6.3L8.3 5.5L10 7.8L12 8.3',
  fit: 'M2 5.5V2h3.5M10.5 2H14v3.5M14 10.5V14h-3.5M5.5 14H2v-3.5M5 8h6M8 5v6',
  views: 'M8 2l5 2.8v6.4L8 14l-5-2.8V4.8zM8 8V14M8 8L3 4.8M8 8l5-3.2',
  section: 'M2 10.5l4-4h8l-4 4zM3.5 6.5V3h7v3M3.5 10.5V13h7v-2.5',
  explode: 'M3 11h10v2.5H3zM3 6.7h10v2.6H3zM3 2.5h10V5H3z',
  xray: 'M2.5 5.5l5.5-3l5.5 3v5l-5.5 3l-5.5-3zM5.5 7l2.5-1.4L10.5 7v2.6L8 11l-2.5-1.4z',
  spaces: 'M2.5 2.5h11v11h-11zM2.5 8.5h5v5M7.5 2.5v3M10.5 8.5h3',
  colour:
    'M8 2C4.5 2 2 4.6 2 8s2.6 6 5.6 6c1.3 0 1.5-.9 1-1.6c-.6-.9-.1-2 1-2h1.9C13 10.4 14 9.3 14 7.7C14 4.4 11.5 2 8 2M5 7.5v.2M6.5 5v.2M9.5 5v.2M11.3 7.2v.2',
  measure: 'M1.8 10.8l9-9l3.4 3.4l-9 9zM4.5 8.1l1.5 1.5M6.8 5.8l2 2M9.1 3.5l1.5 1.5',
  bookmark: 'M4 2h8v12l-4-3l-4 3z',
  camera: 'M1.8 4.5h3l1.2-1.8h4l1.2 1.8h3v8.5H1.8zM8 6.2a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5',
  link: 'M6.5 9.5l3-3M7 4.5l1.7-1.7a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5l-1.7 1.7a2.8 2.8 0 0 1-4-4L5 7.5',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  sun: 'M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M8 1.2v1.6M8 13.2v1.6M1.2 8h1.6M13.2 8h1.6M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M3.2 12.8l1.1-1.1M11.7 4.3l1.1-1.1',
  moon: 'M13 9.6A5.6 5.6 0 0 1 6.4 3A5.6 5.6 0 1 0 13 9.6',
  auto: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M8 2v12M8 5l4.5-1M8 8h6M8 11l4.5 1',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.2M6.6 6.5h.2M9.2 6.5h.2M11.8 6.5h.2M4.5 9.5h7',
  exit: 'M9.5 2.5h-7v11h7M6.5 8h7.5M11.5 5.5L14 8l-2.5 2.5',
  plan: 'M2 2.5h12v11H2zM2 7h5.5M7.5 7v1.5M7.5 11v2.5M10 2.5v4',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  download: 'M8 2v8M4.8 7L8 10.2L11.2 7M2.5 13.5h11',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.7 9.5h6.6L12 4',
  branch: 'M4.5 2.5v11M4.5 9.5c0-3 7-1 7-5M4.5 2.5v.1M11.5 3v1.5',
  agent: 'M3 5.5h10v7H3zM8 5.5v-3M5.8 8.5v.8M10.2 8.5v.8M1.2 8v2.5M14.8 8v2.5',
  person:
    'M8 2.5a2.7 2.7 0 1 0 0 5.4a2.7 2.7 0 1 0 0-5.4M2.8 13.8c.4-3 2.5-4.3 5.2-4.3s4.8 1.3 5.2 4.3',
  target: 'M8 3.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M8 1v4M8 11v4M1 8h4M11 8h4',
} as const;

/** Name of a drawing. */
export type IconName = keyof typeof PATHS;

/** A drawing; the control around it has the label. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
