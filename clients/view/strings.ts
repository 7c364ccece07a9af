/** @module strings: every text of the page. Values are inserted as text, never as HTML. */

import { ELEMENTS } from './strings/elements.ts';
import { FINDINGS } from './strings/findings.ts';
import { byWords, COUNT, DECIMAL, metres } from './strings/numbers.ts';
import { VIEWS } from './strings/views.ts';

export const STRINGS = {
  ...VIEWS,
  ...ELEMENTS,
  ...FINDINGS,
  title: 'Plumbline',
  loading: 'Loading …',
  reloadPage: 'reload the page',
  skip: 'Skip to the views',
  next: (hint: string) => `Next step: ${hint}`,

  signIn: {
    title: 'Sign in',
    text: 'Run this command in the workspace and open the link that it prints. A link works once, within ten minutes.',
    command: '`plumbline view`',
    orToken: 'Or enter the token of an agent or a person:',
    token: 'Token',
    button: 'Sign in',
    noToken:
      'The token is empty. Enter the token that was printed when the agent or person was added.',
    ended: 'You are signed out. Run `plumbline view` for a new link.',
  },

  common: {
    close: 'Close',
    retry: 'Try again',
    copy: (what: string) => `Copy ${what}`,
    copied: (what: string) => `Copied: ${what}`,
    notCopied: (what: string) => `The browser did not allow to copy: ${what}`,
    number: (value: number) => DECIMAL.format(value),
    metres,
  },

  topBar: {
    workspace: 'Workspace',
    branch: 'Branch',
    discarded: (name: string) => `${name} (discarded)`,
    toPresent: 'Back to the present',
    compared: (moment: string) => `Compared with: ${moment}`,
    endComparison: 'End the comparison',
    theme: (name: string) => `Theme: ${name}. Change it`,
    themes: { auto: 'as the system', light: 'light', dark: 'dark' },
    person: (isWhole: boolean) =>
      isWhole ? 'You see the whole model' : 'You see the part of the model that you may read',
    signedInAs: 'Signed in as',
    restricted: 'restricted',
    signOut: 'Sign out',
    live: {
      live: 'Live',
      connecting: 'Connecting',
      offline: 'Not live',
      past: 'Earlier state',
      planned: 'Planned change',
    },
    liveText: {
      live: 'Changes appear as soon as they are committed',
      connecting: 'Connecting to the hub',
      offline: 'The hub does not answer. What you see may be out of date; the page keeps trying',
      past: 'This is not the present of the branch, so that it does not change',
      planned: 'This has not happened: it is the branch as a planned change would make it',
    },
  },

  moment: {
    now: 'now',
    plan: (name: string) => `Planned, not done: ${name}`,
    beforePlan: (name: string) => `Before the planned change: ${name}`,
    after: (what: string, at: string) => `After: ${what}, ${at}`,
    seq: (seq: number) => `As of event ${COUNT.format(seq)}`,
    earlier: 'An earlier moment',
  },

  docks: {
    resize: (area: string) => `Size of ${area}`,
    close: (panel: string) => `Close ${panel}`,
  },

  panels: {
    label: 'Panels',
    tree: 'Tree',
    search: 'Search',
    list: 'List',
    element: 'Element',
    changes: 'Changes',
    approvals: 'Approvals',
    time: 'Time',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    short: 'Keys',
    areOn: 'Single keys are shortcuts',
    groups: {
      panels: 'Panels',
      view: 'View',
      selection: 'Selection',
      page: 'Page',
      within: 'Within a view or panel',
    },
    keys: { Escape: 'Esc', ',': ', (comma)', '.': '. (full stop)' } as Readonly<
      Record<string, string>
    >,
    zoom: 'Zoom to the selection',
    escape: 'Close the popover, or clear the selection',
    storeyBelow: 'Plan of the storey below',
    storeyAbove: 'Plan of the storey above',
    within: [
      ['← → ↑ ↓', '3D: turn the camera; plan: move it; lists: next row'],
      ['Shift + arrows', '3D: move the camera'],
      ['+ −', 'Zoom'],
      ['→ ←', 'Tree: open or close a branch'],
      ['Enter', 'Select the row and zoom to it'],
      ['Space', 'Tree: add the row to the selection'],
      ['Tab, then arrows', 'Dividers: change the size of an area'],
    ] as readonly (readonly [string, string])[],
  },

  changes: {
    title: 'Changes',
    with: 'Compare with',
    nothing: 'Nothing',
    another: 'Another moment',
    branches: 'Branches',
    operations: 'This branch, as it was',
    after: (what: string, at: string) => `after: ${what} (${at})`,
    none: 'No comparison',
    noneText: 'Choose a branch or an earlier moment to see what differs from what is shown.',
    same: 'Both moments are the same.',
    cut: (listed: number, total: number) => `${listed} of ${total} changes are listed.`,
    more: (count: number) => `Show more (${count})`,
    signs: { created: '+', modified: '~', moved: '→', deleted: '−', follows: '↳' },
    classes: {
      created: 'created',
      modified: 'modified',
      moved: 'moved',
      deleted: 'deleted',
      follows: 'follows',
    },
    count: (count: number, what: string) => `${count} ${what}`,
    following: (count: number) =>
      count === 1 ? '1 changes indirectly' : `${count} change indirectly`,
    details: (count: number) => (count === 0 ? 'Who and why' : `Values (${count})`),
    fromTo: (from: string, to: string, unit: string) =>
      `${from === '' ? '–' : from} → ${to === '' ? '–' : to}${unit === '' ? '' : ` ${unit}`}`,
    by: (who: string, isAgent: boolean) => `${byWords(who, isAgent)},`,
    reason: (text: string) => `Stated reason, not verified: ${text}`,
    modes: {
      title: 'How both moments are shown',
      ghost: 'Over each other',
      swipe: 'Swipe',
      side: 'Side by side',
      blend: 'Blend',
    },
    slider: 'Earlier, later',
    percent: (value: number) => `${value} %`,
    rest: 'Show unchanged elements as ghosts',
    filters: {
      title: 'Which changes are listed',
      all: 'All',
      geometry: 'Geometry',
      data: 'Data',
      own: 'Without consequences',
    },
    csv: 'Save as CSV',
    bcf: 'Save as BCF',
  },

  approvals: {
    title: 'Approvals',
    one: 'Approval',
    back: 'All approvals',
    none: 'Nothing waits for approval',
    noneText: 'Requests of agents that need a signature appear here.',
    more: (count: number) =>
      `These are the newest ${count}. All are listed by \`plumbline approvals list\`.`,
    decided: (count: number) => `Decided (${count})`,
    by: (who: string, branch: string) => `Requested by ${who} on branch ${branch}`,
    comments: (count: number) => (count === 1 ? '1 comment' : `${count} comments`),
    expired: 'Expired',
    expires: (left: string) => `Expires in ${left}`,
    statuses: {
      pending: 'Waits for a decision',
      approved: 'Approved',
      executed: 'Approved and executed',
      rejected: 'Rejected',
      expired: 'Expired',
      cancelled: 'Cancelled by the requester',
      stale: 'The model has changed; it can no longer be executed',
    } as Readonly<Record<string, string>>,
    call: 'Call',
    needs: 'Needs',
    people: (count: number) => (count === 1 ? '1 signature' : `${count} signatures`),
    id: 'Approval id',
    digest: 'SHA-256 of the plan',
    reason: 'Written by the requester, not verified',
    noReason: 'The requester gave no reason.',
    misfit: (why: string) => `The plan no longer fits the model: ${why}`,
    unchecked: 'The requester asked for no check of this change.',
    checks: 'Checks of the change',
    added: 'New',
    resolved: 'Resolved',
    checkLines: 'All results of the checks',
    effect: 'What would change',
    does: { deleted: 'Delete', modified: 'Change', created: 'Create' },
    /** `named`: kinds with names. */
    heading: (what: string, named: readonly string[], more: number, summary: string) =>
      `${what} ${named.join(', ')}${more === 0 ? '' : ` and ${more} more`} (${summary})`,
    element: (kind: string, name: string) => `${kind.toLowerCase()} ${name}`,
    indirect: (counted: number, listed: number) =>
      `The plan counts ${counted} of these ${listed} indirect changes. The others keep their place, such as a wall that is trimmed at a joint.`,
    facts: 'Approval id, digest and call',
    talk: 'Decisions and comments',
    commented: 'commented',
    verdicts: { approve: 'approved', reject: 'rejected' } as Readonly<Record<string, string>>,
    place: (x: number, y: number, z: number) => `${x}, ${y}, ${z} mm`,
    lines: 'As in the terminal',
    terminalOnly: (why: string) =>
      `Decide this in a terminal with \`plumbline approvals show ID\`: ${why}.`,
    filtered: 'Parts of the plan are hidden, isolated or cut away. Show all of it to decide.',
    showWhole: 'Show all of it',
    stillLoading: 'The plan is still being loaded; it can be decided when all of it is shown.',
    incomplete: (count: number) =>
      count === 1
        ? 'This page does not show 1 element of the plan'
        : `This page does not show ${count} elements of the plan`,
    incompleteNext:
      'Decide nothing here. Reload the page, or read the plan with `plumbline approvals show ID`.',
    decide: 'Decide',
    decideText:
      'This page signs nothing. Paste the command into a terminal; it shows the plan again and asks for your passphrase.',
    verbs: { approve: 'Approve', reject: 'Reject', comment: 'Comment' },
    as: 'Your approver name (as in `plumbline approver list`)',
    whyRejected: 'Reason, which the requester reads',
    comment: 'Comment, which the requester reads',
    reasonMissing: 'Write a text; the command then appears here.',
    command: 'command',
    marks: 'Marks on elements',
    selectToMark: 'Select an element of the plan to mark it.',
    markOn: (element: string) => `Mark on ${element}`,
    addMark: 'Add mark',
    removeMark: (element: string) => `Remove the mark on ${element}`,
  },

  time: {
    by: { title: 'Steps of the slider', event: 'Changes', session: 'Sessions', day: 'Days' },
    /** What a step is, where it is more than one change. */
    byText: {
      event: null,
      session: 'One step for all that one connection of an agent or a person did in a row.',
      day: 'One step for each day.',
    },
    operations: (count: number) =>
      count === 1 ? '1 operation' : `${COUNT.format(count)} operations`,
    none: 'Nothing has happened on this branch',
    play: 'Play',
    pause: 'Pause',
    slider: 'Moment of the log',
    position: (index: number, total: number) => `${index} of ${total}`,
    cut: 'The slider has the newest steps only; the list has all.',
    compareNow: 'Compare with now',
    planned: 'A planned change is shown, which is not in the log. Move the slider to leave it.',
    restore: 'To return to this moment:',
    restoreCommand: 'command',
    nothingNew: 'Nothing has changed since you last looked',
    sinceLast: 'Changes since I last looked',
    log: 'What was done',
    withRecords: 'Also runs, checks and exports',
    older: 'Show older',
    kinds: {
      change: 'change',
      import: 'import',
      merge: 'merge',
      branch: 'branch',
      undo: 'undo',
      check: 'check',
      export: 'export',
      run: 'run',
      refusal: 'refused',
      rejection: 'rejected',
    },
    undone: 'undone',
    reason: (text: string) => `Stated reason, not verified: ${text}`,
    approval: (id: string) => `Approval ${id}`,
    showAfter: 'Show the model after this',
    selectChanged: (count: number) =>
      count === 1 ? 'Select the element' : `Select the ${COUNT.format(count)} elements`,
  },
} as const;
