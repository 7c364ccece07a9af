/** @module steps: the demo, in order; a new part of the system adds its step here. */
import type { Step } from './context.ts';
import { buildStep, previewStep } from './steps/build.ts';
import { connectStep } from './steps/connect.ts';
import { deletionStep } from './steps/deletion.ts';
import { summaryStep } from './steps/look.ts';
import { proofStep } from './steps/proof.ts';
import { refusalStep } from './steps/refusal.ts';
import { toolStep } from './steps/tools.ts';
import { undoStep } from './steps/undo.ts';
import { workspaceStep } from './steps/workspace.ts';

/** Each step may use what the ones before it have left. */
export const STEPS: readonly Step[] = [
  workspaceStep,
  connectStep,
  previewStep,
  buildStep,
  summaryStep,
  refusalStep,
  deletionStep,
  undoStep,
  toolStep,
  proofStep,
];
