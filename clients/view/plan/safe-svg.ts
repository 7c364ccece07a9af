/**
 * @module safe-svg: puts a drawing of the hub into the page. Only known elements and attributes are taken over; rules of
 * its style sheet become attributes, because the page allows no inline styles.
 */

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

const ELEMENTS = new Set([
  'svg',
  'g',
  'defs',
  'use',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'clipPath',
]);

/** Attributes that say where and how something is drawn. */
const ATTRIBUTES = new Set(
  'viewBox d x y x1 y1 x2 y2 cx cy r rx ry width height points transform fill fill-rule fill-opacity stroke opacity stroke-width stroke-dasharray stroke-linejoin stroke-linecap stroke-opacity font-size font-weight font-family text-anchor textLength lengthAdjust dominant-baseline clip-rule data-id data-layer data-kind data-scale'.split(
    ' ',
  ),
);

/** A style sheet; the hub writes no markup into it. */
const STYLE = /<style>([^<]*)<\/style>/g;

/** Properties of a rule that are also attributes. */
const RULE = /([a-z]*)\.?([\w-]*)\{([^{}]*)\}/g;
/** Values of properties: colours, numbers and words; no `url()`, so that nothing is loaded. */
const VALUE = /^[#\w\s.,'%-]*$/;

type Rules = ReadonlyMap<string, readonly (readonly [string, string])[]>;

/** The drawing as an element of this document. Throws Error if the text is not an SVG drawing. */
export function svgOf(text: string): SVGSVGElement {
  // The parser would report a style sheet as a violation of the policy of the page.
  const styles = [...text.matchAll(STYLE)].map(([, css = '']) => css).join('\n');
  const parsed = new DOMParser().parseFromString(text.replaceAll(STYLE, ''), 'image/svg+xml');
  const { documentElement: root } = parsed;
  if (root.localName !== 'svg' || root.namespaceURI !== SVG) {
    throw new Error('the hub sent a plan that is not a drawing');
  }
  const rules = rulesOf(styles);
  const svg = document.createElementNS(SVG, 'svg');
  takeAttributes(root, svg, rules);
  takeChildren(root, svg, rules);
  replaceUses(svg);
  return svg;
}

/** Copies each block to where it is used: style rules for a selected door do not reach the inside of a `use`. */
function replaceUses(svg: SVGSVGElement): void {
  for (const use of svg.querySelectorAll(':scope > use[data-id]')) {
    const name = use.getAttribute('href')?.slice(1) ?? '';
    const block = svg.querySelector(`:scope > defs > g[id="${CSS.escape(name)}"]`);
    if (block === null || block.querySelector('use') !== null) continue;
    const group = document.createElementNS(SVG, 'g');
    for (const { name: key, value } of use.attributes) {
      if (key !== 'href') group.setAttribute(key, value);
    }
    for (const child of block.children) group.append(child.cloneNode(true));
    use.replaceWith(group);
  }
}

function takeChildren(from: Element, to: Element, rules: Rules): void {
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      if (to.localName === 'text' || to.localName === 'tspan') to.append(child.textContent ?? '');
      continue;
    }
    if (!(child instanceof Element) || child.namespaceURI !== SVG) continue;
    if (!ELEMENTS.has(child.localName) || child.localName === 'svg') continue;
    const copy = document.createElementNS(SVG, child.localName);
    takeAttributes(child, copy, rules);
    takeChildren(child, copy, rules);
    to.append(copy);
  }
}

/** Ids get a prefix: they must not name elements of the page. */
function takeAttributes(from: Element, to: Element, rules: Rules): void {
  for (const [name, value] of rules.get(from.localName) ?? []) to.setAttribute(name, value);
  for (const one of from.classList) {
    for (const [name, value] of rules.get(`.${one}`) ?? []) to.setAttribute(name, value);
  }
  for (const { localName, namespaceURI, value } of from.attributes) {
    if (namespaceURI === null && ATTRIBUTES.has(localName) && isHarmless(localName, value)) {
      to.setAttribute(localName, value);
    }
    if (namespaceURI === null && localName === 'id') to.setAttribute('id', `plan-${value}`);
    if (localName === 'href' && to.localName === 'use' && value.startsWith('#')) {
      if (namespaceURI === null || namespaceURI === XLINK) {
        to.setAttribute('href', `#plan-${value.slice(1)}`);
      }
    }
  }
}

function isHarmless(name: string, value: string): boolean {
  return name.startsWith('data-') || !/url\s*\(|[<>\\]/i.test(value);
}

/** The rules for element names and for classes. */
function rulesOf(css: string): Rules {
  const rules = new Map<string, (readonly [string, string])[]>();
  for (const [, element = '', name = '', body = ''] of css.matchAll(RULE)) {
    const declarations = body
      .split(';')
      .map((one) => one.split(':', 2).map((part) => part.trim()))
      .flatMap(([property = '', value = '']) =>
        ATTRIBUTES.has(property) && VALUE.test(value) ? [[property, value] as const] : [],
      );
    const key = name === '' ? element : `.${name}`;
    rules.set(key, [...(rules.get(key) ?? []), ...declarations]);
  }
  return rules;
}
