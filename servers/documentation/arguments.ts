/** @module arguments: schemas that several tools of this server take. */
import * as z from 'zod';

import { DEFAULT_SCALE, DrawingScale } from '../../schemas/views.ts';
import { idOf } from '../building/arguments.ts';

export const Scale = DrawingScale.describe('n of the scale 1:n.').default(DEFAULT_SCALE);
export const ViewId = idOf('Of create_plan, create_section, create_elevation.');
export const SheetId = idOf('Or a sheet.');

/** Where a file goes. */
export const FilePath = z
  .string()
  .min(1)
  .max(400)
  .describe('Below artifacts/; default: named by its content.')
  .optional();
