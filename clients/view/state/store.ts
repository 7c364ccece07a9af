/** @module store: the state of the page. Panels read its signals and change them by `actions.ts`. */
import { signal } from '@preact/signals';

import type { Moment, ShownMoment } from '../../../servers/view/protocol/moment.ts';
import type { Colouring, ColourGroup, SceneIndex } from '../../../servers/view/protocol/scene.ts';
import type { SessionAnswer } from '../../../servers/view/protocol/session.ts';
import type { CameraState, Measured, SceneView, Section } from '../scene/scene-view.ts';
import { START } from './address.ts';

/** A refusal or a failure that a person sees: what happened, and the next step. */
export type Problem = { readonly message: string; readonly hint: string };

/** The stream of changes. */
export type LiveState = 'connecting' | 'live' | 'offline';

/** Progress of the scene. */
export type Loading =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly done: number; readonly total: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** What a click in the 3D view does. */
export type Tool = 'select' | 'measure';

/** The popover of the toolbar that is open. */
export type Popover = 'section' | 'colour' | 'viewpoints' | 'views' | 'explode' | null;

/** All signals. */
export const store = {
  session: signal<SessionAnswer | null>(null),
  moment: signal<Moment>(START.moment),
  /** The moment of the answer; null until the first one. */
  at: signal<ShownMoment | null>(null),
  /** The moment of `at` as text; that of `moment` may still be loading. */
  loaded: signal<string | null>(null),
  compared: signal<Moment | null>(START.compared),
  selection: signal<ReadonlySet<string>>(new Set()),
  /** Ids of open panels by dock; null: the dock is closed. */
  docks: signal<Readonly<Record<Dock, string | null>>>({
    left: 'tree',
    right: 'element',
    bottom: null,
  }),
  /** The dock that a narrow page shows. */
  front: signal<Dock>('left'),
  storey: signal<string | null>(START.storey),

  camera: signal<CameraState | null>(START.camera),
  section: signal<Section>(START.section),
  hidden: signal<ReadonlySet<string>>(new Set()),
  isolated: signal<ReadonlySet<string> | null>(null),
  xray: signal(START.xray),
  spaces: signal(START.spaces),
  explode: signal(START.explode),
  colouring: signal<Colouring | null>(START.colouring),
  colours: signal<readonly ColourGroup[] | null>(null),
  /** Id of the run of a check that is shown, of the run with which it is compared, and its finding that is shown. */
  run: signal<string | null>(START.run),
  runFrom: signal<string | null>(START.run_from),
  finding: signal<string | null>(START.finding),
  isWalking: signal(false),
  tool: signal<Tool>('select'),
  measured: signal<Measured | null>(null),
  popover: signal<Popover>(null),

  /** The picture in space; null without WebGL, and until it is made. */
  view: signal<SceneView | null>(null),
  /** Whether the browser can draw in space; null until it is known. */
  hasSpace: signal<boolean | null>(null),
  /** Width of the 3D view by its height. */
  aspect: signal(1),
  index: signal<SceneIndex | null>(null),
  loading: signal<Loading>({ kind: 'idle' }),
  live: signal<LiveState>('connecting'),
  /** Grows when the log may have changed: answers that are shown are asked for again. */
  revision: signal(0),
  isSignedOut: signal(false),
  /** A sentence for screen readers and the status line. */
  notice: signal(''),
  /** The sentence that is shown for some seconds. */
  toast: signal(''),
  dialog: signal<'shortcuts' | null>(null),
} as const;

/** A place for panels. */
export type Dock = 'left' | 'right' | 'bottom';

export const DOCKS: readonly Dock[] = ['left', 'right', 'bottom'];
