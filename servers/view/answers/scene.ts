/** @module scene: the storeys of a moment, and its shapes in parts. */
import { Refusal } from '../../../schemas/errors.ts';
import type { Looking } from '../looking/looking.ts';
import { ASKS } from '../protocol/asks.ts';
import type { Moment } from '../protocol/moment.ts';
import { PART_ELEMENTS, type SceneStorey } from '../protocol/scene.ts';
import { partOf, type PartPlace, partWithoutShapes } from '../shapes/part-bytes.ts';
import { inMetres, sceneBox } from '../shapes/scene-box.ts';
import type { Storey } from '../shapes/storey.ts';
import { storeysOf } from '../shapes/storeys.ts';
import { bytesAnswer, jsonAnswer } from './answer.ts';

/** The storeys of a moment. */
export const sceneAnswer = jsonAnswer('scene', ASKS.scene, async ({ at }, looking) => {
  const { shown, view } = await looking.at(at);
  const { box, origin } = sceneBox(view);
  looking.marks.keepOrigin(shown.mark, origin);
  const storeys = storeysOf(view);
  return {
    at: shown,
    origin_mm: origin,
    box: box === null ? null : inMetres(box, origin),
    storeys: storeys.map(storeyShown),
    elements: storeys.reduce((sum, { elements }) => sum + elements.length, 0),
  };
});

/** A part of a storey. Refuses ELEMENT_NOT_FOUND for an unknown level, and INVALID_ARGUMENT for a part past the last one. */
export const partAnswer = bytesAnswer('part', ASKS.part, async (asked, looking) => {
  const place = await placeOf(asked.at, looking);
  const storey = storeysOf(place.view).find(({ level }) => (level?.id ?? null) === asked.level_id);
  const from = asked.part * PART_ELEMENTS;
  const elements = storey?.elements.slice(from, from + PART_ELEMENTS) ?? [];
  if (elements.length === 0) throw noPart(asked, storey);
  return asked.shapes ? partOf(elements, place) : partWithoutShapes(elements, place);
});

/** The shapes of some elements; ids without a shape at this moment are left out. */
export const shapesAnswer = bytesAnswer(
  'shapes',
  ASKS.shapes,
  async ({ at, ids, origin_mm }, looking) => {
    const { shown, view } = await looking.at(at);
    const place = { shown, view, origin: origin_mm ?? sceneBox(view).origin };
    const elements = [...new Set(ids)].flatMap((id) => {
      const element = place.view.element(id);
      return element === undefined || place.view.kinds.of(element).body === 'none' ? [] : [element];
    });
    return partOf(elements, place);
  },
);

async function placeOf(at: Moment, looking: Looking): Promise<PartPlace> {
  const { shown, view } = await looking.at(at);
  const { origin } = sceneBox(view);
  looking.marks.keepOrigin(shown.mark, origin);
  return { shown, view, origin };
}

function storeyShown({ level, elements }: Storey): SceneStorey {
  return {
    level_id: level?.id ?? null,
    name: level?.params.name ?? '',
    elevation_mm: level?.params.elevation ?? null,
    height_mm: level?.params.height ?? null,
    elements: elements.length,
    parts: Math.ceil(elements.length / PART_ELEMENTS),
  };
}

function noPart(
  { level_id, part }: { readonly level_id: string | null; readonly part: number },
  storey: Storey | undefined,
): Refusal {
  const hint = 'ask for the storeys of the moment again; the model has changed';
  return storey === undefined
    ? new Refusal('LEVEL_NOT_FOUND', `no level \`${level_id}\``, hint)
    : new Refusal(
        'INVALID_ARGUMENT',
        `part ${part} was asked; the storey has ${Math.ceil(storey.elements.length / PART_ELEMENTS)}`,
        hint,
      );
}
