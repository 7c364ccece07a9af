/** @module classes: how the products of each IFC class are recognised. */
import type { ProductShape } from '../shape/shape-node.ts';
import type { Context } from './context.ts';
import { proposeBeam } from './kinds/beams.ts';
import { proposeRailing } from './kinds/circulation/railings.ts';
import { proposeRamp } from './kinds/circulation/ramps.ts';
import { proposeStair } from './kinds/circulation/stairs.ts';
import { proposeColumn } from './kinds/columns.ts';
import { proposeCurtainWall } from './kinds/curtain/curtain-walls.ts';
import { proposeCeiling, proposeFloor } from './kinds/floors.ts';
import { proposeGrid } from './kinds/grids.ts';
import { proposeRoof } from './kinds/roofs.ts';
import { proposeRoom } from './kinds/rooms.ts';
import { proposeWall } from './kinds/walls.ts';
import type { Product } from './products.ts';
import type { Proposal, Unrecognised } from './proposal.ts';

/** What a product may be: the first proposal stands for the product. */
export type Propose = (
  product: Product,
  shape: ProductShape,
  context: Context,
) => readonly Proposal[] | Unrecognised;

/** How the products of a class are recognised. Classes are those of `classOf`. */
export type IfcClass = {
  /** Null: only as a part of another product, or not at all. */
  readonly propose: Propose | null;
  /** Whether it is proposed without a body. */
  readonly is_bodiless: boolean;
  /** Whether its openings are recognised, by `propose`. */
  readonly is_host: boolean;
  /** Whether it is recognised with its host: openings, and what fills them. */
  readonly is_hosted: boolean;
  /** Whether it is empty space, which is never a body of the model. */
  readonly is_void: boolean;
  /** Whether it is the part of another product of the same element, such as the opening of a door. */
  readonly is_part: boolean;
  /** Classes of parts whose bodies are its body, if it has none of its own and no parts of other classes. */
  readonly parts: readonly string[];
  /**
   * Classes of parts that form it together with those if it is proven, and that are elements of their own if it is not: the
   * slabs of a roof, the flights of a stair. Its parts may also be hosted in it.
   */
  readonly members: readonly string[];
  /** Whether its members may have openings, which `propose` recognises. */
  readonly has_cut_members: boolean;
};

/** A class that is not listed: its products are bodies. */
const OTHER: IfcClass = {
  propose: null,
  is_bodiless: false,
  is_host: false,
  is_hosted: false,
  is_void: false,
  is_part: false,
  parts: ['IfcBuildingElementPart'],
  members: [],
  has_cut_members: false,
};

const CLASSES: ReadonlyMap<string, Partial<IfcClass>> = new Map<string, Partial<IfcClass>>([
  ['IfcWall', { propose: proposeWall, is_host: true }],
  ['IfcSlab', { propose: proposeFloor, is_host: true }],
  ['IfcCovering', { propose: proposeCeiling, is_host: true }],
  ['IfcFooting', { propose: proposeFloor, is_host: true }],
  ['IfcRoof', { propose: proposeRoof, is_host: true, members: ['IfcSlab'], has_cut_members: true }],
  ['IfcColumn', { propose: proposeColumn }],
  ['IfcBeam', { propose: proposeBeam }],
  ['IfcMember', { propose: proposeBeam }],
  ['IfcGrid', { propose: proposeGrid, is_bodiless: true }],
  ['IfcSpace', { propose: proposeRoom }],
  ['IfcRailing', { propose: proposeRailing }],
  ['IfcRamp', { propose: proposeRamp, members: ['IfcRampFlight', 'IfcSlab'] }],
  [
    'IfcStair',
    {
      propose: proposeStair,
      members: ['IfcStairFlight', 'IfcSlab', 'IfcRailing', 'IfcMember', 'IfcBeam', 'IfcPlate'],
    },
  ],
  [
    'IfcCurtainWall',
    { propose: proposeCurtainWall, is_host: true, members: ['IfcPlate', 'IfcMember'] },
  ],
  ['IfcOpeningElement', { is_hosted: true, is_void: true, is_part: true }],
  ['IfcDoor', { is_hosted: true }],
  ['IfcWindow', { is_hosted: true }],
  ['IfcBuildingElementPart', { is_part: true }],
]);

/** How products of a class are recognised. */
export function ifcClass(name: string): IfcClass {
  return { ...OTHER, ...CLASSES.get(name) };
}
