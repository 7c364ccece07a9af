/** @module profiles: writes cross-sections as parameterised profiles, or as outlines. */
import { type Profile, profileRegion } from '../../../building/geometry/members/profile.ts';
import type { Region, Ring } from '../../../building/geometry/plan/polygon.ts';
import type { ArchedSection, IfcSection } from '../../../building/kinds/facets/ifc.ts';
import type { Draft } from './draft.ts';
import { rounded } from './draft.ts';
import { archedCurve, closedPolyline } from './geometry.ts';
import type { Attributes } from './step/step-file.ts';
import type { Ref } from './step/step-value.ts';

type Body = Pick<Draft, 'file'> & { readonly shared: Pick<Draft['shared'], 'planeAxes'> };
/** Profiles that refer to the identity placement in the plane. */
export const PLACED_PROFILES = [
  'IfcRectangleProfileDef',
  'IfcCircleProfileDef',
  'IfcIShapeProfileDef',
  'IfcRectangleHollowProfileDef',
  'IfcCircleHollowProfileDef',
  'IfcLShapeProfileDef',
  'IfcTShapeProfileDef',
  'IfcUShapeProfileDef',
  'IfcCShapeProfileDef',
  'IfcRoundedRectangleProfileDef',
  'IfcEllipseProfileDef',
] as const;

type PlacedProfile = (typeof PLACED_PROFILES)[number];

/** Writes a cross-section; a name is that of a tabulated section or of an outline. */
export function writeProfile(draft: Body, section: IfcSection, ProfileName?: string): Ref {
  const { file, shared } = draft;
  if (section.kind === 'arched') return writeArched(draft, section);
  const named = ProfileName === undefined ? {} : { ProfileName };
  const parameterised = sizesOf(section);
  if (parameterised === null) return writeOutline(draft, profileRegion(section), named);
  const [entity, sizes] = parameterised;
  const drawn = { ProfileType: 'AREA', ...named, Position: shared.planeAxes };
  const lengths = Object.entries(sizes).map(([name, size]) => [name, rounded(size)] as const);
  return file.add(entity, { ...drawn, ...Object.fromEntries(lengths) });
}

function writeOutline({ file }: Body, section: Region, named: Attributes): Ref {
  const OuterCurve = closedPolyline(file, section.boundary);
  if (section.holes.length === 0) {
    return file.add('IfcArbitraryClosedProfileDef', { ProfileType: 'AREA', ...named, OuterCurve });
  }
  const InnerCurves = section.holes.map((hole: Ring) => closedPolyline(file, hole));
  return file.add('IfcArbitraryProfileDefWithVoids', {
    ProfileType: 'AREA',
    ...named,
    OuterCurve,
    InnerCurves,
  });
}

function writeArched({ file }: Body, { outer, inner }: ArchedSection): Ref {
  const OuterCurve = archedCurve(file, outer, 0);
  if (inner === null) {
    return file.add('IfcArbitraryClosedProfileDef', { ProfileType: 'AREA', OuterCurve });
  }
  const InnerCurves = [archedCurve(file, inner.shape, inner.inset)];
  return file.add('IfcArbitraryProfileDefWithVoids', {
    ProfileType: 'AREA',
    OuterCurve,
    InnerCurves,
  });
}

/** Lengths by the names of attributes. */
type Sizes = { readonly [attribute: string]: number };

/** A radius that is in the file only if it is not 0. */
function radius(name: string, size: number): Sizes {
  return size === 0 ? {} : { [name]: size };
}

/**
 * The parameterised profile; null for a section that is written as an outline. Those are outlines for a reason: IFC4.3
 * deprecates the trapezium, readers differ about the flange width of a zed, and web-ifc reads neither an unequal I-section
 * nor round corners of a channel with lips.
 */
function sizesOf(section: Profile): readonly [PlacedProfile, Sizes] | null {
  switch (section.kind) {
    case 'rectangle':
      return ['IfcRectangleProfileDef', boxOf(section)];
    case 'circle':
      return ['IfcCircleProfileDef', { Radius: section.diameter / 2 }];
    case 'rectangle_hollow': {
      const { outer, inner, wall } = section;
      const radii = outer === 0 ? {} : { InnerFilletRadius: inner, OuterFilletRadius: outer };
      return ['IfcRectangleHollowProfileDef', { ...boxOf(section), WallThickness: wall, ...radii }];
    }
    case 'circle_hollow': {
      const { diameter, wall } = section;
      return ['IfcCircleHollowProfileDef', { Radius: diameter / 2, WallThickness: wall }];
    }
    case 'rectangle_rounded':
      return [
        'IfcRoundedRectangleProfileDef',
        { ...boxOf(section), RoundingRadius: section.radius },
      ];
    case 'ellipse': {
      const { width, depth } = section;
      return ['IfcEllipseProfileDef', { SemiAxis1: width / 2, SemiAxis2: depth / 2 }];
    }
    case 'i_shape':
    case 'l_shape':
    case 't_shape':
    case 'u_shape':
      return armsOf(section);
    case 'c_shape':
      return section.inner === 0 ? lipsOf(section) : null;
    case 'z_shape':
    case 'i_unequal':
    case 'trapezium':
    case 'outline':
      return null;
    default:
      return section satisfies never;
  }
}

function boxOf({ width, depth }: { readonly width: number; readonly depth: number }): Sizes {
  return { XDim: width, YDim: depth };
}

type Armed = Extract<IfcSection, { kind: 'i_shape' | 'l_shape' | 't_shape' | 'u_shape' }>;

function armsOf(section: Armed): readonly [PlacedProfile, Sizes] {
  const { width, depth } = section;
  switch (section.kind) {
    case 'i_shape': {
      const { web: WebThickness, flange: FlangeThickness, root } = section;
      const sizes = { OverallWidth: width, OverallDepth: depth, WebThickness, FlangeThickness };
      return ['IfcIShapeProfileDef', { ...sizes, ...radius('FilletRadius', root) }];
    }
    case 'l_shape': {
      const sizes = { Depth: depth, Width: width, Thickness: section.thickness };
      return ['IfcLShapeProfileDef', { ...sizes, ...radius('FilletRadius', section.fillet) }];
    }
    case 't_shape':
    case 'u_shape': {
      const { web: WebThickness, flange: FlangeThickness, fillet } = section;
      const sizes = { Depth: depth, FlangeWidth: width, WebThickness, FlangeThickness };
      return [
        section.kind === 't_shape' ? 'IfcTShapeProfileDef' : 'IfcUShapeProfileDef',
        { ...sizes, ...radius('FilletRadius', fillet) },
      ];
    }
    default:
      return section satisfies never;
  }
}

function lipsOf({
  width,
  depth,
  wall,
  lip,
}: Extract<IfcSection, { kind: 'c_shape' }>): readonly [PlacedProfile, Sizes] {
  const sizes = { Depth: depth, Width: width, WallThickness: wall, Girth: lip };
  return ['IfcCShapeProfileDef', sizes];
}
