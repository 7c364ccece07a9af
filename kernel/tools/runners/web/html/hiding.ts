/** @module hiding: what the attributes and the inline style of an element hide from readers. */

/** How an element is shown. */
export type Showing = {
  /** Whether the element is hidden with all of its content. */
  readonly gone: boolean;
  /** Whether its text is hidden, or shown again; undefined if the element does not change that. */
  readonly unseen: boolean | undefined;
  /** Whether its text has the size 0, or a size again; undefined if the element does not change that. */
  readonly sizeless: boolean | undefined;
  /** Whether an inline element is shown as a block. */
  readonly block: boolean;
  /** The marker of a list, such as `lower-alpha`. */
  readonly marker: string | undefined;
};

const PLAIN: Showing = {
  gone: false,
  unseen: undefined,
  sizeless: undefined,
  block: false,
  marker: undefined,
};

/** A number 0 with or without a unit. */
const ZERO = /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:[a-z]+|%)?$/;
/** A font size that is relative to the size around it. */
const RELATIVE_SIZE = /(?:[\d.]em|%|^smaller|^larger|^inherit|^unset)$/;
/** A `font` property with the size 0. */
const ZERO_FONT = /(?:^|\s)0+(?:\.0*)?(?:[a-z]+|%)?(?:\/|\s)/;

/**
 * What hides an element. An element that fades in is shown later: its opacity is 0 and has a transition or animation. So
 * are the panels of tabs, and content that browsers open when it is searched.
 */
export function showingOf(attributes: Readonly<Record<string, string>>): Showing {
  const { hidden, role, style } = attributes;
  const closed =
    hidden !== undefined && hidden.toLowerCase() !== 'until-found' && role !== 'tabpanel';
  if (style === undefined) return closed ? { ...PLAIN, gone: true } : PLAIN;
  const properties = propertiesOf(style);
  const display = properties.get('display');
  return {
    gone: closed || display === 'none' || isTransparent(properties),
    unseen: unseenBy(properties.get('visibility')),
    sizeless: sizelessBy(properties.get('font-size'), properties.get('font')),
    block: display !== undefined && /^(?:block|flex|grid|list-item|table|flow-root)$/.test(display),
    marker: properties.get('list-style-type') ?? properties.get('list-style'),
  };
}

/** The declarations of an inline style, by the whole name of their property. */
function propertiesOf(style: string): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  for (const declaration of style.replaceAll(/\/\*[^]*?(?:\*\/|$)/g, ' ').split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const value = declaration.slice(colon + 1).toLowerCase();
    properties.set(
      declaration.slice(0, colon).trim().toLowerCase(),
      value.replace(/!\s*important/, '').trim(),
    );
  }
  return properties;
}

function isTransparent(properties: ReadonlyMap<string, string>): boolean {
  if (!ZERO.test(properties.get('opacity') ?? '')) return false;
  return ![...properties].some(
    ([name, value]) => /^(?:-webkit-)?(?:transition|animation)/.test(name) && value !== 'none',
  );
}

function unseenBy(visibility: string | undefined): boolean | undefined {
  if (visibility === 'hidden' || visibility === 'collapse') return true;
  return visibility === 'visible' || visibility === 'initial' ? false : undefined;
}

function sizelessBy(size: string | undefined, font: string | undefined): boolean | undefined {
  if (size !== undefined) {
    if (ZERO.test(size)) return true;
    return RELATIVE_SIZE.test(size) ? undefined : false;
  }
  return font !== undefined && ZERO_FONT.test(font) ? true : undefined;
}
