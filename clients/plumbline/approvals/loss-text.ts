/** @module loss-text: what an effect takes of elements that stay, as lines for the person who signs. */
import type { ElementRecord } from '../../../schemas/events.ts';
import type { Loss } from '../../../schemas/governance.ts';

/** One line for each loss, with its figures; `named` says what an element is. */
export function lossTexts(
  losses: readonly Loss[],
  named: (element_id: string) => string,
): readonly string[] {
  return losses.map((loss) => `${named(loss.element_id)} ${lossText(loss)}`);
}

/** Kind, id and name of an element; the id of one that is not there. */
export function briefly(element: ElementRecord | undefined, id: string): string {
  if (element === undefined) return id;
  const { name } = element.params;
  const said = typeof name === 'string' ? ` ${JSON.stringify(name)}` : '';
  return `${element.kind} ${id}${said}`;
}

function lossText(loss: Loss): string {
  switch (loss.loss) {
    case 'body': {
      const { name, unit, scale } = MEASURES[loss.measure];
      const [before, after] = [loss.before / scale, loss.after / scale].map(figure);
      const left = loss.before === 0 ? 0 : (100 * loss.after) / loss.before;
      return `keeps ${figure(left)} % of its ${name}: ${before} → ${after} ${unit}`;
    }
    case 'value':
      return `loses its ${loss.parameter} ${JSON.stringify(loss.was)}${givenText(loss)}`;
    case 'place':
      return `ends ${figure(loss.outside_mm / 1000)} m outside the building`;
    default:
      return loss satisfies never;
  }
}

/** What stood there before agents changed it: an approver is not asked about the last of several values alone. */
function givenText({ given }: Extract<Loss, { readonly loss: 'value' }>): string {
  if (given === undefined) return '';
  return `, which was ${JSON.stringify(given)} before agents changed it unsigned`;
}

const MEASURES = {
  volume_mm3: { name: 'volume', unit: 'm³', scale: 1e9 },
  area_mm2: { name: 'area', unit: 'm²', scale: 1e6 },
  length_mm: { name: 'length', unit: 'm', scale: 1e3 },
} as const;

/** Three digits that count. */
function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}
