/** @module elements: the kinds that a building is made of, and the types of their elements. */
import type * as z from 'zod';

import { beam } from './beam.ts';
import { column } from './column.ts';
import { door } from './door.ts';
import { floor } from './floor.ts';
import { grid } from './grid.ts';
import { group } from './group.ts';
import { Kinds } from './kinds.ts';
import { level } from './level.ts';
import { opening } from './opening.ts';
import { railing } from './railing.ts';
import { ramp } from './ramp.ts';
import { roof } from './roof.ts';
import { room } from './room.ts';
import { site } from './site.ts';
import { solid } from './solid.ts';
import { stair } from './stair.ts';
import { material } from './types/material.ts';
import { type } from './types/type.ts';
import { wall } from './wall.ts';
import { window } from './window.ts';

/**
 * Every kind; levels and hosts before what needs them. The order is that of answers and of the events of a merge, so a
 * new kind goes to the end.
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
] as const;

/** The kinds of a building. */
export const KINDS = new Kinds(BUILT_IN);
/** Category of each kind, by its name. */
export const CATEGORY_OF = KINDS.categoryOf;

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
