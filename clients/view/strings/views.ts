/** @module views: texts of the views and of their tools. */
import { COUNT, elements, millimetres } from './numbers.ts';

export const VIEWS = {
  stage: {
    label: 'Views',
    progress: (done: number, total: number) => `${COUNT.format(done)} of ${elements(total)} loaded`,
    empty: 'This model has no elements with a shape',
    emptyText:
      'Connect an agent with `plumbline config --for HOST` and let it build, or import a file. Elements appear here as soon as they are committed.',
  },

  space: {
    label: '3D view',
    keys: 'Arrow keys turn the camera, with Shift they move it. Plus and minus zoom. Home shows everything. In a walk, arrow keys or W, A, S and D walk.',
    behind: 'The selection is behind other elements, outside the picture, or hidden.',
    seenThrough: 'The rest is seen through, because it covers the selection',
    seeThrough: 'See through the rest',
    none: 'There is no 3D view, because this browser has no WebGL 2. The plan, the tree, the list and the element panel work without it. To get it, switch on graphics acceleration in the settings of the browser.',
  },

  tools: {
    label: 'Tools',
    orbit: 'Orbit',
    walk: 'Walk',
    fit: 'Zoom to everything',
    views: 'Standard views',
    section: 'Section',
    explode: 'Explode storeys',
    explodeBy: 'Distance',
    explodeValue: (value: number) => (value === 0 ? 'as built' : `${value.toFixed(2)} storeys`),
    xray: 'X-ray',
    spaces: 'Rooms',
    spacesText: 'Rooms: draw the volume of each room; walls may hide it',
    spacesNow: (isOn: boolean, count: number) => {
      if (count === 0) return 'The model has no rooms';
      return isOn
        ? `${COUNT.format(count)} ${count === 1 ? 'room is' : 'rooms are'} drawn; walls and roofs may hide them`
        : 'Rooms are not drawn';
    },
    colour: 'Colours',
    measure: 'Measure',
    isolate: 'Isolate the selection',
    hide: 'Hide the selection',
    showAll: 'Show all',
    showAllText: 'Show all: end the cut, x-ray, isolation, hiding and distances of storeys',
    screenshot: 'Save a screenshot',
    screenshotSaved: 'The screenshot was saved',
    screenshotFailed: 'The browser could not make the screenshot',
    viewpoints: 'Viewpoints',
    link: 'Copy a link to this state',
    linkName: 'the link to this state',
    localLinkName: 'the link to this state. It opens on this machine only',
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
    side: 'Which moment the plan shows',
    sides: { before: 'Earlier', after: 'Later' },
  },
} as const;
