/** @module arguments: argument schemas that several tools of this server share. */
import * as z from 'zod';

import { DEFAULT_SCALE, DrawingScale } from '../../schemas/views.ts';
import { idOf } from '../building/arguments.ts';

export const Scale = DrawingScale.describe('Scale 1:n of the view, as n.').default(DEFAULT_SCALE);
export const ViewId = idOf('View from create_plan, create_section or create_elevation.');
export const SheetId = idOf('Sheet made by create_sheet, instead of a view.');

/** Path of a file to write. */
export const FilePath = z
  .string()
  .min(1)
  .max(400)
  .describe('File below artifacts/. Default: named by content.')
  .optional();
