/** @module elements: texts of the tree, the search, the list and the element panel. */
import { byWords, COUNT, elements } from './numbers.ts';

export const ELEMENTS = {
  tree: {
    arrangedBy: 'By',
    arrangements: { storey: 'Storey', kind: 'Kind', type: 'Type', group: 'Group' },
    noStorey: 'No storey',
    noType: 'No type',
    noGroups: 'The model has no groups',
    nothing: (loading: string) => {
      if (loading === 'failed') return 'The model was not loaded';
      return loading === 'ready' ? 'There are no elements' : 'Loading …';
    },
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
    deleted: 'Deleted; as it was before',
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
    by: byWords,
    reason: (who: string) => `Reason stated by ${who}, not verified`,
    approved: (names: readonly string[], approval_id: string | null) => {
      const by = names.length === 0 ? 'Approved' : `Approved by ${names.join(', ')}`;
      return approval_id === null ? by : `${by} (${approval_id})`;
    },
    show: 'Show the model after this change',
    all: (count: string) => `Show all ${count} changes`,
    newest: 'Show only the newest change',
    more: 'There are earlier changes.',
  },
} as const;
