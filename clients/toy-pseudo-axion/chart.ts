/** @module chart: bar and line charts of rates and times as SVG text, with error bars. */

/** A value, and the bounds of its 95 % confidence interval if it has one. */
export type Value = {
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
};

/** The values of an agent or interface, in the order of the groups. Null: no value. */
export type Series = {
  readonly name: string;
  readonly colour: string;
  readonly values: readonly (Value | null)[];
};

/** One chart. */
export type Panel = {
  readonly title: string;
  readonly groups: readonly string[];
  readonly series: readonly Series[];
  readonly kind: 'bars' | 'lines';
  /** Upper end of the axis, and the format of its tick labels. */
  readonly max: number;
  readonly label: (value: number) => string;
  /** Title of the group axis. */
  readonly axis: string;
};

/** Size of a panel, pixels. */
const WIDTH = 400;
const HEIGHT = 262;
/** Margins of a panel, pixels. */
const LEFT = 56;
const RIGHT = 14;
const TOP = 46;
const BOTTOM = 46;
/** Height of the title and the legend, pixels. */
const HEAD = 64;
/** Number of intervals on the value axis. */
const MARKS = 4;

/** A picture of panels in rows of two, below the title and the legend of the first panel. */
export function chartSvg(title: string, panels: readonly Panel[]): string {
  const columns = Math.min(2, panels.length);
  const width = columns * WIDTH;
  const height = HEAD + Math.ceil(panels.length / columns) * HEIGHT;
  const body = panels.map((panel, i) =>
    panelSvg(panel, (i % columns) * WIDTH, HEAD + Math.floor(i / columns) * HEIGHT),
  );
  return svgPage({ width, height, title }, [legend(panels[0]?.series ?? []), ...body]);
}

/** A complete picture with a white background and a title. */
export function svgPage(
  {
    width,
    height,
    title,
  }: { readonly width: number; readonly height: number; readonly title: string },
  body: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(LEFT, 24, title, 'font-size="15" font-weight="bold"'),
    ...body,
    '</svg>\n',
  ].join('\n');
}

/** A legend: one line of coloured squares with names. */
export function legend(series: readonly Pick<Series, 'name' | 'colour'>[]): string {
  let x = LEFT;
  return series
    .map(({ name, colour }) => {
      const at = x;
      x += 34 + name.length * 7;
      return `<rect x="${at}" y="38" width="12" height="12" fill="${colour}"/>${text(at + 17, 48, name)}`;
    })
    .join('');
}

/** A panel with its upper left corner at the given position. */
function panelSvg(panel: Panel, x: number, y: number): string {
  const marks = Array.from({ length: MARKS + 1 }, (_, i) => (panel.max * i) / MARKS);
  const step = (WIDTH - LEFT - RIGHT) / panel.groups.length;
  const rules = marks.map((mark) => {
    const at = heightOf(panel, mark);
    return `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}" stroke="#e2dfd6"/>${text(LEFT - 6, at + 4, panel.label(mark), 'text-anchor="end" fill="#555"')}`;
  });
  const names = panel.groups.map((group, i) =>
    text(LEFT + (i + 0.5) * step, HEIGHT - BOTTOM + 17, group, 'text-anchor="middle"'),
  );
  return [
    `<g transform="translate(${x} ${y})">`,
    text(LEFT, TOP - 22, panel.title, 'font-weight="bold"'),
    ...rules,
    ...names,
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, panel.axis, 'text-anchor="middle" fill="#555"'),
    ...(panel.kind === 'bars' ? bars(panel, step) : lines(panel, step)),
    '</g>',
  ].join('\n');
}

/** Grouped bars with error bars; null is drawn as a dash. */
function bars(panel: Panel, step: number): readonly string[] {
  const thick = Math.min(26, (step * 0.8) / panel.series.length);
  return panel.series.flatMap(({ colour, values }, s) =>
    values.map((one, g) => {
      const x = LEFT + (g + 0.5) * step + (s - panel.series.length / 2) * thick;
      const middle = x + thick / 2;
      if (one === null) {
        return text(middle, HEIGHT - BOTTOM - 4, '–', 'text-anchor="middle" fill="#555"');
      }
      const { value } = one;
      const top = heightOf(panel, value);
      const tall = HEIGHT - BOTTOM - top;
      const bar = `<rect x="${round(x + 1)}" y="${top}" width="${round(thick - 2)}" height="${round(Math.max(1, tall))}" fill="${colour}"/>`;
      const drawn = `${bar}${whisker(panel, middle, one, '#23262b')}`;
      // A value at the top is not labelled; the axis shows it.
      if (value >= panel.max) return drawn;
      const number = panel.label(value).replace(/ .*$/, '');
      const above = heightOf(panel, one.high ?? value);
      return `${drawn}${text(middle, above - 4, number, 'text-anchor="middle" font-size="11"')}`;
    }),
  );
}

/** An error bar: a vertical line over the interval, with a short line across each end. */
function whisker(panel: Panel, x: number, { low, high }: Value, colour: string): string {
  if (low === undefined || high === undefined) return '';
  const [top, bottom] = [heightOf(panel, high), heightOf(panel, low)];
  const across = (y: number): string => `M${round(x - 3)} ${y}h6`;
  return `<path d="M${round(x)} ${top}V${bottom}${across(top)}${across(bottom)}" fill="none" stroke="${colour}"/>`;
}

/** One line per series over the groups, with error bars. */
function lines(panel: Panel, step: number): readonly string[] {
  const { series } = panel;
  return series.flatMap(({ colour, values }, s) => {
    // Lines are drawn side by side, so that the intervals of equal values stay visible.
    const shift = (s - (series.length - 1) / 2) * 8;
    const points = values.flatMap((one, g) => {
      if (one === null) return [];
      return { x: LEFT + (g + 0.5) * step + shift, y: heightOf(panel, one.value), one };
    });
    const path = points.map(({ x, y }) => `${round(x)},${y}`).join(' ');
    // Each further line is thinner, so that overlapping lines stay visible.
    const thick = 2 * (series.length - s);
    const dots = points.map(
      ({ x, y, one }) =>
        `${whisker(panel, x, one, colour)}<circle cx="${round(x)}" cy="${y}" r="${thick / 2 + 2}" fill="${colour}"/>`,
    );
    const line = `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="${thick}"/>`;
    return [line].concat(dots);
  });
}

/** The y coordinate of a value, in pixels from the top of the panel. */
function heightOf({ max }: Panel, value: number): number {
  const share = Math.min(1, Math.max(0, value / max));
  return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM));
}

/** Rounds to a tenth of a pixel. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A text element at a position, with further attributes. */
export function text(x: number, y: number, words: string, attributes = ''): string {
  const safe = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${safe}</text>`;
}
