/** @module elements: the kinds that a building is made of, and the types of their elements. */
import type * as z from 'zod';

import { beam } from './beam/beam.ts';
import { body } from './body/body.ts';
import { column } from './column/column.ts';
import { door } from './door/door.ts';
import { floor } from './floor/floor.ts';
import { furniture } from './furniture/furniture.ts';
import { grid } from './grid/grid.ts';
import { group } from './group/group.ts';
import { Kinds } from './kinds.ts';
import { level } from './level/level.ts';
import { material } from './material/material.ts';
import { opening } from './opening/opening.ts';
import { railing } from './railing/railing.ts';
import { ramp } from './ramp/ramp.ts';
import { roof } from './roof/roof.ts';
import { room } from './room/room.ts';
import { separation } from './separation/separation.ts';
import { site } from './site/site.ts';
import { solid } from './solid/solid.ts';
import { stair } from './stair/stair.ts';
import { type } from './type/type.ts';
import { wall } from './wall/wall.ts';
import { window } from './window/window.ts';

/**
 * Every kind; levels and hosts before the elements that need them. It is the order of answers and of the events of a
 * merge, so a new kind is added at the end.
 */
const BUILT_IN = [
  level,
  wall,
  floor,
  roof,
  column,
  beam,
  stair,
  ramp,
  railing,
  grid,
  room,
  opening,
  door,
  window,
  solid,
  type,
  material,
  site,
  group,
  furniture,
  body,
  separation,
] as const;

/** The kinds of a building. */
export const KINDS = new Kinds(BUILT_IN);
/** Names of the kinds, in the same order. */
export const ELEMENT_KINDS: readonly ElementKind[] = BUILT_IN.map(({ kind }) => kind);
/** Kinds that cover what is below them: floors and roofs. */
export const COVERING: readonly ElementKind[] = BUILT_IN.flatMap(({ kind, covers }) =>
  covers === 'none' ? [] : [kind],
);

type ParamsByKind = {
  [Listed in (typeof BUILT_IN)[number] as Listed['kind']]: z.output<Listed['params']>;
};

/** Kind of an element. */
export type ElementKind = keyof ParamsByKind;
/** Parameters of one kind. */
export type ParamsOf<K extends ElementKind> = ParamsByKind[K];
/** An element of one of these kinds. */
export type ElementOf<K extends ElementKind> = {
  readonly [Kind in K]: {
    readonly id: string;
    readonly kind: Kind;
    readonly params: ParamsOf<Kind>;
  };
}[K];
/** Any element of a building. */
export type Element = ElementOf<ElementKind>;
