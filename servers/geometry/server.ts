/** @module server: the geometry server, which makes and changes the building. */
import type { ServerDefinition } from '../../governance/tool/server-definition.ts';
import { changeChecks } from '../building/checks/change-checks.ts';
import type { BuildingView } from '../building/view.ts';
import { geometryIntroduction } from './introduction.ts';
import { applyChanges } from './tools/apply-changes.ts';
import { booleanOperation } from './tools/boolean-operation.ts';
import { copyElement } from './tools/copy-element.ts';
import { createBeam } from './tools/create-beam.ts';
import { createBranch } from './tools/create-branch.ts';
import { createColumn } from './tools/create-column.ts';
import { createFloor } from './tools/create-floor.ts';
import { createGrid } from './tools/create-grid.ts';
import { createGroup } from './tools/create-group.ts';
import { createLevel } from './tools/create-level.ts';
import { createMaterial } from './tools/create-material.ts';
import { createOpening } from './tools/create-opening.ts';
import { createRailing } from './tools/create-railing.ts';
import { createRamp } from './tools/create-ramp.ts';
import { createRoof } from './tools/create-roof.ts';
import { createRoom } from './tools/create-room.ts';
import { createStair } from './tools/create-stair.ts';
import { createType } from './tools/create-type.ts';
import { createWall } from './tools/create-wall.ts';
import { deleteElements } from './tools/delete-elements.ts';
import { discardBranch } from './tools/discard-branch.ts';
import { editWalls } from './tools/edit-walls.ts';
import { joinElements } from './tools/join-elements.ts';
import { mergeBranch } from './tools/merge-branch.ts';
import { modifyParameter } from './tools/modify-parameter.ts';
import { moveElement } from './tools/move-element.ts';
import { placeDoor } from './tools/place-door.ts';
import { placeWindow } from './tools/place-window.ts';
import { rotateElement } from './tools/rotate-element.ts';
import { runScript } from './tools/run-script.ts';
import { setProperties } from './tools/set-properties.ts';
import { setSite } from './tools/set-site.ts';
import { transformElements } from './tools/transform-elements.ts';
import { undo } from './tools/undo.ts';

/** The geometry server. */
export const geometryServer = {
  ...geometryIntroduction,
  checks: changeChecks,
  tools: [
    createLevel,
    createWall,
    createFloor,
    createRoof,
    createColumn,
    createBeam,
    createStair,
    createRoom,
    createOpening,
    placeDoor,
    placeWindow,
    booleanOperation,
    joinElements,
    editWalls,
    modifyParameter,
    moveElement,
    copyElement,
    deleteElements,
    applyChanges,
    createBranch,
    mergeBranch,
    undo,
    runScript,
    transformElements,
    createRamp,
    createRailing,
    createGrid,
    createType,
    createMaterial,
    createGroup,
    setProperties,
    setSite,
    rotateElement,
    discardBranch,
  ],
} satisfies ServerDefinition<BuildingView>;
