/** @module strings: every text of the page. Values are inserted as text, never as HTML. */

const COUNT = new Intl.NumberFormat('en');
const DECIMAL = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });

function counted(count: number, one: string, many: string): string {
  return `${COUNT.format(count)} ${count === 1 ? one : many}`;
}

function elements(count: number): string {
  return counted(count, 'element', 'elements');
}

function metres(value: number): string {
  return `${value.toFixed(2)} m`;
}

/** Millimetres with a separator of thousands. */
function millimetres(value_m: number): string {
  return `${COUNT.format(Math.round(value_m * 1000))} mm`;
}

export const STRINGS = {
  title: 'Plumbline',
  loading: 'Loading …',
  reloadPage: 'reload the page',
  skip: 'Skip to the views',
  next: (hint: string) => `Next step: ${hint}`,

  signIn: {
    title: 'Sign in',
    text: 'Run this command in the workspace and open the link that it prints. A link works once, within ten minutes.',
    command: 'plumbline view',
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
    live: { live: 'Live', connecting: 'Connecting', offline: 'Not live', past: 'Earlier state' },
    liveText: {
      live: 'Changes appear as soon as they are committed',
      connecting: 'Connecting to the hub',
      offline: 'The hub does not answer. What you see may be out of date; the page keeps trying',
      past: 'This is not the present of the branch, so that it does not change',
    },
  },

  moment: {
    now: 'now',
    plan: (id: string) => `Planned change ${id}`,
    seq: (seq: number) => `As of event ${COUNT.format(seq)}`,
    event: (event: string) => `As of ${event}`,
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

  stage: {
    label: 'Views',
    progress: (done: number, total: number) => `${COUNT.format(done)} of ${elements(total)} loaded`,
    empty: 'This model has no elements with a shape',
    emptyText:
      'Connect an agent with `plumbline config --for HOST` and let it build, or import a file. Elements appear here as soon as they are committed.',
  },

  space: {
    label: '3D view',
    keys: 'Arrow keys turn the camera, with Shift they move it. Plus and minus zoom.',
    none: 'There is no 3D view, because this browser has no WebGL 2. The plan, the tree, the list and the element panel work without it. To get it, switch on graphics acceleration in the settings of the browser.',
  },

  tools: {
    label: 'Tools',
    orbit: 'Orbit',
    walk: 'Walk',
    fit: 'Show everything',
    views: 'Standard views',
    section: 'Section',
    explode: 'Explode storeys',
    explodeBy: 'Distance',
    explodeValue: (value: number) => (value === 0 ? 'as built' : `${value.toFixed(2)} storeys`),
    xray: 'X-ray',
    spaces: 'Rooms',
    colour: 'Colours',
    measure: 'Measure',
    isolate: 'Isolate the selection',
    hide: 'Hide the selection',
    showAll: 'Show all',
    screenshot: 'Save a screenshot',
    screenshotSaved: 'The screenshot was saved',
    screenshotFailed: 'The browser could not make the screenshot',
    viewpoints: 'Viewpoints',
    link: 'Copy a link to this state',
    linkName: 'the link to this state',
    plan: 'Plan',
  },

  views: {
    corner: 'Corner',
    top: 'Top',
    south: 'From the south',
    east: 'From the east',
    north: 'From the north',
    west: 'From the west',
  },

  section: {
    kind: 'Kind of section',
    kinds: { none: 'None', plane: 'Plane', box: 'Box' },
    side: 'Cut away',
    sides: {
      above: 'everything above',
      below: 'everything below',
      east: 'everything to the east',
      west: 'everything to the west',
      north: 'everything to the north',
      south: 'everything to the south',
    },
    position: 'Position',
    storeys: 'Cut a storey 1.2 m above its floor',
    faces: ['West', 'South', 'Bottom', 'East', 'North', 'Top'],
    aroundSelection: 'Around the selection',
  },

  colours: {
    by: 'Colour by',
    natural: 'Material',
    kind: 'Kind',
    storey: 'Storey',
    use: 'Room use',
    fire_rating: 'Fire rating',
    finding: 'Finding',
    age: 'Age',
    author: 'Author',
    isolate: 'Show only these; again: show all',
    none: 'No element has this property',
    rest: 'Elements without this property are grey.',
  },

  measure: {
    start: 'Click two points. The ends snap to corners and edges.',
    distance: millimetres,
    parts: (x: number, y: number, z: number) =>
      `X ${millimetres(x)}, Y ${millimetres(y)}, height ${millimetres(z)}`,
  },

  viewpoints: {
    name: 'Name of the viewpoint',
    save: 'Save',
    none: 'A viewpoint keeps the camera, the section, the selection and the moment under a name, in this browser.',
    untitled: (number: number) => `Viewpoint ${number}`,
    saved: (name: string) => `Saved: ${name}`,
    remove: (name: string) => `Delete ${name}`,
    notKept: 'The browser keeps no data of this page; the viewpoint lasts until the page is closed',
    export: 'Export as a file',
  },

  plan: {
    label: 'Plan',
    storey: 'Storey of the plan',
    noStorey: 'No storey',
    none: 'The model has no storey, so that there is no plan',
    keys: (storey: string) =>
      `Plan of ${storey}. Arrow keys move it, plus and minus zoom, Home shows all of it.`,
    in: 'Zoom in',
    out: 'Zoom out',
    fit: 'Show the whole plan',
  },

  tree: {
    arrangedBy: 'By',
    arrangements: { storey: 'Storey', kind: 'Kind', type: 'Type', group: 'Group' },
    noStorey: 'No storey',
    noType: 'No type',
    noGroups: 'The model has no groups',
    nothing: (loading: string) => (loading === 'ready' ? 'There are no elements' : 'Loading …'),
    elements: 'elements',
    hidden: ', hidden',
    hide: (label: string) => `Hide ${label}`,
    show: (label: string) => `Show ${label}`,
    isolate: (label: string) => `Isolate ${label}`,
  },

  search: {
    label: 'Search elements by name, kind, type, id or IFC GUID',
    placeholder: 'Name, kind, type, id, GUID',
    results: 'Results',
    count: (count: number) => elements(count),
    start: 'Enter a part of a name, a kind, a type, an id or an IFC GUID',
    none: 'No element matches',
  },

  list: {
    table: 'Elements',
    kind: 'Kind',
    kindOption: (label: string, count: number) => `${label} (${COUNT.format(count)})`,
    storey: 'Storey',
    allStoreys: 'All storeys',
    name: 'Name',
    count: (count: number) => elements(count),
  },

  element: {
    nothing: 'Nothing is selected',
    nothingText: 'Click an element in a view, in the tree or in the list.',
    many: (count: number) => `${elements(count)} selected`,
    selected: 'Selected elements',
    unknown: 'Not in this model',
    kind: 'Kind',
    storey: 'Storey',
    type: 'Type',
    selectType: 'Select all elements of this type',
    id: 'Id',
    guid: 'IFC GUID',
    parameters: 'Parameters',
    quantities: 'Quantities',
    properties: 'Properties',
    related: 'Related elements',
    zoom: 'Zoom to it',
    isolate: 'Isolate it',
    hide: 'Hide it',
    show: 'Show it',
  },

  history: {
    title: 'History',
    agent: 'agent',
    person: 'person',
    reason: (who: string) => `Reason stated by ${who}, not verified`,
    approved: (names: readonly string[], approval_id: string | null) => {
      const by = names.length === 0 ? 'Approved' : `Approved by ${names.join(', ')}`;
      return approval_id === null ? by : `${by} (${approval_id})`;
    },
    show: 'Show the model after this change',
    more: 'There are earlier changes.',
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
    after: (what: string, at: string) => `after: ${what} (${at} UTC)`,
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
    details: (count: number) => (count === 0 ? 'Who and why' : `Values (${count})`),
    fromTo: (from: string, to: string, unit: string) =>
      `${from === '' ? '–' : from} → ${to === '' ? '–' : to}${unit === '' ? '' : ` ${unit}`}`,
    by: (who: string, isAgent: boolean) => `${isAgent ? 'Agent' : 'Person'} ${who},`,
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
    talk: 'Decisions and comments',
    commented: 'commented',
    verdicts: { approve: 'approved', reject: 'rejected' } as Readonly<Record<string, string>>,
    place: (x: number, y: number, z: number) => `${x}, ${y}, ${z} mm`,
    lines: 'As in the terminal',
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
    as: 'Your approver name',
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
    none: 'Nothing has happened on this branch',
    play: 'Play',
    pause: 'Pause',
    slider: 'Moment of the log',
    position: (index: number, total: number) => `${index} of ${total}`,
    cut: 'The slider has the newest steps only; the list has all.',
    compareNow: 'Compare with now',
    restore: 'To return to this moment:',
    restoreCommand: 'command',
    nothingNew: 'Nothing has changed since you last looked',
    sinceLast: 'Changes since I last looked',
    log: 'What was done',
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
  },
} as const;
