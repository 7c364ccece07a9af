/** @module controls: the text that stands for the form controls of a page. */

/** Inputs that show no value. */
const WITHOUT_VALUE: ReadonlySet<string> = new Set(
  'hidden password submit button reset image file color range'.split(' '),
);

type Attributes = Readonly<Record<string, string>>;
type Option = { readonly selected: boolean; readonly parts: string[] };

/**
 * Follows the tags of a page. In the cells of tables an input becomes its value and a select its choice; a checkbox of a cell
 * or list item becomes ☑ or ☐. A button is set off by spaces.
 */
export class Controls {
  #cells = 0;
  #items = 0;
  /** The options of the open select of a cell. */
  #options: Option[] | undefined;

  get inCell(): boolean {
    return this.#cells > 0;
  }

  /** Whether the open element is written as its choice. */
  get inSelect(): boolean {
    return this.#options !== undefined;
  }

  /** Opens an element that is not inside of a dropped one; returns the text that stands for it. */
  open(name: string, attributes: Attributes, hidden: boolean): string {
    if (name === 'td' || name === 'th') this.#cells += 1;
    if (name === 'li') this.#items += 1;
    if (hidden) return '';
    if (name === 'button') return ' ';
    if (name === 'select' && this.inCell) this.#options = [];
    return name === 'input' ? this.#valueOf(attributes) : '';
  }

  /** Opens an option of the open select. */
  option(attributes: Attributes): void {
    this.#options?.push({ selected: attributes['selected'] !== undefined, parts: [] });
  }

  /** Takes the text of an option. */
  text(text: string): void {
    this.#options?.at(-1)?.parts.push(text);
  }

  /** Closes an element that `open` opened; returns the text after it. */
  close(name: string): string {
    if (name === 'td' || name === 'th') this.#cells -= 1;
    if (name === 'li') this.#items -= 1;
    if (name === 'button') return ' ';
    if (name !== 'select' || this.#options === undefined) return '';
    const options = this.#options;
    this.#options = undefined;
    const chosen = options.filter((option) => option.selected);
    const shown = chosen.length > 0 ? chosen : options.slice(0, 1);
    return ` ${shown.map((option) => option.parts.join('').trim()).join(', ')} `;
  }

  #valueOf({ type = 'text', value = '', checked }: Attributes): string {
    const kind = type.toLowerCase();
    if (kind === 'checkbox' || kind === 'radio') {
      return this.#cells + this.#items > 0 ? ` ${checked === undefined ? '☐' : '☑'} ` : '';
    }
    return this.inCell && !WITHOUT_VALUE.has(kind) ? ` ${value} ` : '';
  }
}
