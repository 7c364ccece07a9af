/** @module loss-text: the losses of remaining elements, as lines for the signer. */
import type { ElementRecord } from '../../schemas/events.ts';
import type { Loss } from '../../schemas/governance.ts';

/** What the texts say about elements. */
export type LossWords = {
  /** The description of an element. */
  readonly nameOf: (element_id: string) => string;
  /** The value of a parameter before the effect as answers show it, such as words for a mesh; undefined if as stored. */
  readonly shownOf: (element_id: string, parameter: string) => unknown;
};

/** One line for each loss, with its figures. */
export function lossTexts(losses: readonly Loss[], words: LossWords): readonly string[] {
  return losses.map((loss) => `${words.nameOf(loss.element_id)} ${lossText(loss, words)}`);
}

/** Kind, id and name of an element; only the id of a missing one. */
export function shortName(element: ElementRecord | undefined, id: string): string {
  if (element === undefined) return id;
  const { name } = element.params;
  const shown = typeof name === 'string' ? ` ${JSON.stringify(name)}` : '';
  return `${element.kind} ${id}${shown}`;
}

function lossText(loss: Loss, { shownOf }: LossWords): string {
  switch (loss.loss) {
    case 'body': {
      const { name, unit, scale } = MEASURES[loss.measure];
      const [before, after] = [loss.before / scale, loss.after / scale].map(figure);
      const left = loss.before === 0 ? 0 : (100 * loss.after) / loss.before;
      return `keeps ${figure(left)} % of its ${name}: ${before} → ${after} ${unit}`;
    }
    case 'value':
      return `loses its ${loss.parameter} ${JSON.stringify(shownOf(loss.element_id, loss.parameter) ?? loss.was)}${originalText(loss)}`;
    case 'place':
      return `ends ${figure(loss.outside_mm / 1000)} m outside the building`;
    default:
      return loss satisfies never;
  }
}

/** The value before agents changed it, because `was` is only the last of several values. */
function originalText({ given }: Extract<Loss, { readonly loss: 'value' }>): string {
  if (given === undefined) return '';
  return `, which was ${JSON.stringify(given)} before agents changed it without a signature`;
}

const MEASURES = {
  volume_mm3: { name: 'volume', unit: 'm³', scale: 1e9 },
  area_mm2: { name: 'area', unit: 'm²', scale: 1e6 },
  length_mm: { name: 'length', unit: 'm', scale: 1e3 },
} as const;

/** A number with three significant digits. */
function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}
