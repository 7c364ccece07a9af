/** @module masked: masks secrets and personal data in the values of a report, as the audit log masks arguments. */
import { maskCall, maskReasoning } from '../../../governance/audit/entry.ts';
import type { Drawing, Item } from '../../../kernel/documents/drawings/drawing.ts';
import type { ElementRecord, IdentifiedEvent, Json } from '../../../schemas/events.ts';

/** The text in place of one that contains a secret, as in the reasons of entries. */
const MASKED = '[masked:secret]';

/** Parameters whose values may be in a report. Values that are not set stay as they are. */
export function maskedParams(
  params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const set = Object.entries(params).filter(([, value]) => value !== undefined);
  const masked: Readonly<Record<string, Json>> = maskCall(Object.fromEntries(set));
  const shown = Object.entries(masked).map(([name, value]) => [name, asText(value, params[name])]);
  return { ...params, ...Object.fromEntries(shown) };
}

/** A masked text as a text, so that it is shown where the text would be. */
function asText(masked: Json, original: unknown): Json {
  const isMasked = typeof masked === 'object' && masked !== null && 'masked' in masked;
  return isMasked && typeof original === 'string' ? MASKED : masked;
}

/** One value of a parameter. */
export function maskedValue(name: string, value: unknown): unknown {
  return maskedParams({ [name]: value })[name];
}

/** A text of the model. */
export function maskedText(text: string): string {
  return maskReasoning(text);
}

/** A planned event whose element has a masked name, for summaries. */
export function withMaskedName(event: IdentifiedEvent): IdentifiedEvent {
  if (event.type === 'element.deleted') {
    return {
      ...event,
      payload: { ...event.payload, element: maskedElement(event.payload.element) },
    };
  }
  if (event.type === 'level.created' || event.type === 'element.created') {
    return { ...event, payload: { element: maskedElement(event.payload.element) } };
  }
  return event;
}

function maskedElement(element: ElementRecord): ElementRecord {
  const { name = null } = element.params;
  if (typeof name !== 'string') return element;
  return { ...element, params: { ...element.params, name: maskedText(name) } };
}

/**
 * A drawing without texts that are masked.
 *
 * @param names names of the drawn elements, which the drawing may have shortened or broken into lines
 */
export function maskedDrawing(drawing: Drawing, names: Iterable<string>): Drawing {
  const secret = [...names].filter((name) => maskedText(name) !== name);
  const items = drawing.items.map((item): Item => {
    if (item.shape !== 'text') return item;
    const text = maskedLine(item.text, secret);
    return text === item.text ? item : { ...item, text };
  });
  return { ...drawing, title: maskedLine(drawing.title, secret), items };
}

/** Most characters of a name that a drawing shows before it is shortened. */
const SHORTENED_CHARS = 6;

function maskedLine(text: string, secret: readonly string[]): string {
  const shown = text.replace(/…$/, '');
  const isPart = secret.some(
    (name) => name.includes(shown) || text.includes(name.slice(0, SHORTENED_CHARS)),
  );
  return isPart && shown.length > 0 ? MASKED : maskedText(text);
}
