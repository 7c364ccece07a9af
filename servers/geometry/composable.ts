/** @module composable: the tools that change elements; each of them can be part of one atomic change. */
import type { CommandValue } from '../../governance/tool/define.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { hintsFor } from '../building/hints.ts';
import { booleanOperation } from './tools/boolean-operation.ts';
import { copyElement } from './tools/copy-element.ts';
import { createBeam } from './tools/create-beam.ts';
import { createColumn } from './tools/create-column.ts';
import { createFloor } from './tools/create-floor.ts';
import { createFurniture } from './tools/create-furniture.ts';
import { createGrid } from './tools/create-grid.ts';
import { createGroup } from './tools/create-group.ts';
import { createLevel } from './tools/create-level.ts';
import { createMaterial } from './tools/create-material.ts';
import { createOpening } from './tools/create-opening.ts';
import { createRailing } from './tools/create-railing.ts';
import { createRamp } from './tools/create-ramp.ts';
import { createRoof } from './tools/create-roof.ts';
import { createRoom } from './tools/create-room.ts';
import { createSeparation } from './tools/create-separation.ts';
import { createStair } from './tools/create-stair.ts';
import { createType } from './tools/create-type.ts';
import { createWall } from './tools/create-wall.ts';
import { deleteElements } from './tools/delete-elements.ts';
import { editWalls } from './tools/edit-walls.ts';
import { joinElements } from './tools/join-elements.ts';
import { modifyParameter } from './tools/modify-parameter.ts';
import { moveElement } from './tools/move-element.ts';
import { placeDoor } from './tools/place-door.ts';
import { placeWindow } from './tools/place-window.ts';
import { rotateElement } from './tools/rotate-element.ts';
import { setProperties } from './tools/set-properties.ts';
import { setSite } from './tools/set-site.ts';
import { transformElements } from './tools/transform-elements.ts';

/** Tools that change elements, in the order of the tool list. */
export const ELEMENT_TOOLS = [
  createLevel,
  createWall,
  createFloor,
  createRoof,
  createColumn,
  createBeam,
  createStair,
  createRamp,
  createRailing,
  createFurniture,
  createGrid,
  createRoom,
  createSeparation,
  createOpening,
  placeDoor,
  placeWindow,
  booleanOperation,
  joinElements,
  editWalls,
  modifyParameter,
  moveElement,
  copyElement,
  transformElements,
  deleteElements,
  setProperties,
  createType,
  createMaterial,
  createGroup,
  setSite,
  rotateElement,
] as const satisfies readonly CommandValue<BuildingView>[];

/** The same tools by name. */
export const COMPOSABLE: ReadonlyMap<string, CommandValue<BuildingView>> = new Map(
  ELEMENT_TOOLS.map((tool): [string, CommandValue<BuildingView>] => [tool.name, tool]),
);

/** Refusals of the parts of a composed change, with their hints. */
export const COMPOSED_HINTS = hintsFor(
  'UNKNOWN_TOOL',
  'UNKNOWN_ARGUMENT',
  'INVALID_ARGUMENT',
  'OUT_OF_RANGE',
  'UNKNOWN_PARAMETER',
  'WALL_ZERO_LENGTH',
  'OPENING_EXCEEDS_HOST',
  'OPENING_OVERLAP',
  'OUT_OF_MODEL_BOUNDS',
  'INVALID_BOUNDARY',
  'EMPTY_RESULT',
  'NOT_A_HOST',
  'REGENERATION_FAILED',
  'ROOM_NOT_ENCLOSED',
  'INVALID_PROFILE',
  'INVALID_STAIR',
  'NO_EFFECT',
  'ELEMENT_NOT_FOUND',
  'LEVEL_NOT_FOUND',
  'LEVEL_EXISTS',
  'CROSS_BRANCH',
);
