/** @module sections: the outlines of parameterised profiles in their own frames, by the figures of IFC 4.3, 8.15. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import { circleLoop, type Corner, ellipseLoop, reversedLoop, rounded } from './outlines.ts';
import type { Loop } from './shape-node.ts';

/** An area in the frame of its profile: counter-clockwise, holes clockwise. */
export type Section = { readonly outer: Loop; readonly inner: readonly Loop[] };

/** Attributes by name, mm and radians; missing ones are 0. */
export type Parameters = Readonly<Record<string, number>>;

type Get = (name: string) => number;

/** Outlines by entity. */
const SECTIONS: Readonly<Record<string, (get: Get, names: Parameters) => Section>> = {
  IfcRectangleProfileDef: (get) => solid(rectangle(get('XDim'), get('YDim'), 0)),
  IfcRoundedRectangleProfileDef: (get) =>
    solid(rectangle(get('XDim'), get('YDim'), get('RoundingRadius'))),
  IfcRectangleHollowProfileDef: (get) => {
    const [x, y, wall] = [get('XDim'), get('YDim'), get('WallThickness')];
    return {
      outer: rectangle(x, y, get('OuterFilletRadius')),
      inner: [reversedLoop(rectangle(x - 2 * wall, y - 2 * wall, get('InnerFilletRadius')))],
    };
  },
  IfcCircleProfileDef: (get) => solid(circleLoop(get('Radius'))),
  IfcCircleHollowProfileDef: (get) => ({
    outer: circleLoop(get('Radius')),
    inner: [reversedLoop(circleLoop(get('Radius') - get('WallThickness')))],
  }),
  IfcEllipseProfileDef: (get) => solid(ellipseLoop(get('SemiAxis1'), get('SemiAxis2'))),
  IfcTrapeziumProfileDef: (get) => {
    const [left, low, high] = [-get('BottomXDim') / 2, -get('YDim') / 2, get('YDim') / 2];
    const top = left + get('TopXOffset');
    return solid(
      sharp([
        [left, low],
        [-left, low],
        [top + get('TopXDim'), high],
        [top, high],
      ]),
    );
  },
  IfcIShapeProfileDef: (get) => {
    const flange = {
      width: get('OverallWidth'),
      thickness: get('FlangeThickness'),
      fillet: get('FilletRadius'),
      edge: get('FlangeEdgeRadius'),
      slope: get('FlangeSlope'),
    };
    return solid(iShape(get('OverallDepth'), get('WebThickness'), flange, flange));
  },
  IfcAsymmetricIShapeProfileDef: (get, names) => solid(asymmetricI(get, names)),
  IfcLShapeProfileDef: (get, names) => solid(lShape(get, names)),
  IfcTShapeProfileDef: (get) => solid(tShape(get)),
  IfcUShapeProfileDef: (get) => solid(uShape(get)),
  IfcCShapeProfileDef: (get) => solid(cShape(get)),
  IfcZShapeProfileDef: (get) => solid(zShape(get)),
};

/** The outline of a parameterised profile; null for an entity that is not supported. */
export function sectionOf(entity: string, parameters: Parameters): Section | null {
  const section = SECTIONS[entity];
  return section === undefined ? null : section((name) => parameters[name] ?? 0, parameters);
}

function solid(outer: Loop): Section {
  return { outer, inner: [] };
}

function corner(x: number, y: number, radius: number): Corner {
  return { x, y, radius };
}

function sharp(points: readonly (readonly [number, number])[]): Loop {
  return rounded(points.map(([x, y]) => corner(x, y, 0)));
}

/** A rectangle about the origin. */
function rectangle(x: number, y: number, radius: number): Loop {
  const [right, high] = [x / 2, y / 2];
  return rounded([
    corner(-right, -high, radius),
    corner(right, -high, radius),
    corner(right, high, radius),
    corner(-right, high, radius),
  ]);
}

/** The lower half of an I: its bottom flange, whose thickness is measured in the middle of its overhang. */
type Flange = {
  readonly width: number;
  readonly thickness: number;
  readonly fillet: number;
  readonly edge: number;
  readonly slope: number;
};

/** An I about the middle of its depth; the web is at x = 0. */
function iShape(depth: number, web: number, bottom: Flange, top: Flange): Loop {
  const half = ({ width, thickness, fillet, edge, slope }: Flange): readonly Corner[] => {
    const rise = (Math.tan(slope) * (width - web)) / 4;
    const low = -depth / 2;
    return [
      corner(width / 2, low, 0),
      corner(width / 2, low + thickness - rise, edge),
      corner(web / 2, low + thickness + rise, fillet),
    ];
  };
  const [right, over] = [half(bottom), half(top)];
  const turned = over.map(({ x, y, radius }) => corner(-x, -y, radius));
  return rounded([...right, ...flip(turned), ...turned, ...flip(right)]);
}

function asymmetricI(get: Get, names: Parameters): Loop {
  // In IFC2X3 it is a subtype of the I shape: its bottom flange has the attributes of that one.
  const isOld = names['OverallWidth'] !== undefined;
  const bottom = {
    width: get(isOld ? 'OverallWidth' : 'BottomFlangeWidth'),
    thickness: get(isOld ? 'FlangeThickness' : 'BottomFlangeThickness'),
    fillet: get(isOld ? 'FilletRadius' : 'BottomFlangeFilletRadius'),
    edge: get('BottomFlangeEdgeRadius'),
    slope: get('BottomFlangeSlope'),
  };
  const top = {
    width: get('TopFlangeWidth'),
    thickness: names['TopFlangeThickness'] ?? bottom.thickness,
    fillet: get('TopFlangeFilletRadius'),
    edge: get('TopFlangeEdgeRadius'),
    slope: get('TopFlangeSlope'),
  };
  return iShape(get('OverallDepth'), get('WebThickness'), bottom, top);
}

/** The corners mirrored at x = 0, in the opposite order. */
function flip(corners: readonly Corner[]): readonly Corner[] {
  return corners.map(({ x, y, radius }) => corner(-x, y, radius)).toReversed();
}

/** An L about the middle of its box. Thicknesses of sloped legs are measured in the middle of the legs' lengths. */
function lShape(get: Get, names: Parameters): Loop {
  const depth = get('Depth');
  const width = names['Width'] ?? depth;
  const [thick, fillet, edge] = [get('Thickness'), get('FilletRadius'), get('EdgeRadius')];
  const [left, low] = [-width / 2, -depth / 2];
  const slope = Math.tan(get('LegSlope'));
  // Inner faces: y = low + thick + slope · (0 - x), x = left + thick + slope · (0 - y).
  const [flat, upright] = [low + thick, left + thick];
  const innerY = (flat - slope * upright) / (1 - slope * slope);
  const innerX = upright - slope * innerY;
  return rounded([
    corner(left, low, 0),
    corner(-left, low, 0),
    corner(-left, flat + slope * left, edge),
    corner(innerX, innerY, fillet),
    corner(upright + slope * low, -low, edge),
    corner(left, -low, 0),
  ]);
}

/** A T about the middle of its box, flange at the top. */
function tShape(get: Get): Loop {
  const [depth, width] = [get('Depth'), get('FlangeWidth')];
  const [web, flange] = [get('WebThickness'), get('FlangeThickness')];
  const [fillet, flangeEdge, webEdge] = ['FilletRadius', 'FlangeEdgeRadius', 'WebEdgeRadius'].map(
    get,
  );
  const [s, t] = [Math.tan(get('FlangeSlope')), Math.tan(get('WebSlope'))];
  const high = depth / 2;
  // Right half: underside y = under + s · (x - width / 4), side x = web / 2 + t · y, equal thickness at mid lengths.
  const under = high - flange;
  const side = (y: number): number => web / 2 + t * y;
  const y = (under + s * (web / 2 - width / 4)) / (1 - s * t);
  const right: readonly Corner[] = [
    corner(side(-high), -high, webEdge ?? 0),
    corner(side(y), y, fillet ?? 0),
    corner(width / 2, under + (s * width) / 4, flangeEdge ?? 0),
    corner(width / 2, high, 0),
  ];
  return rounded([...right, ...flip(right)]);
}

/** A U about the middle of its box, web at the left. The thickness of a sloped flange is measured in its middle. */
function uShape(get: Get): Loop {
  const [depth, width] = [get('Depth'), get('FlangeWidth')];
  const [web, flange] = [get('WebThickness'), get('FlangeThickness')];
  const [left, low, slope] = [-width / 2, -depth / 2, Math.tan(get('FlangeSlope'))];
  const inner = left + web;
  const lower: readonly Corner[] = [
    corner(left, low, 0),
    corner(-left, low, 0),
    corner(-left, low + flange + slope * left, get('EdgeRadius')),
    corner(inner, low + flange - slope * inner, get('FilletRadius')),
  ];
  const upper = lower.map(({ x, y, radius }) => corner(x, -y, radius)).toReversed();
  return rounded([...lower, ...upper]);
}

/** A C with lips about the middle of its box, back at the left. */
function cShape(get: Get): Loop {
  const [depth, width, wall] = [get('Depth'), get('Width'), get('WallThickness')];
  const [left, low, girth] = [-width / 2, -depth / 2, get('Girth')];
  const inside = get('InternalFilletRadius');
  const outside = inside > 0 ? inside + wall : 0;
  const lower: readonly Corner[] = [
    corner(left, low, outside),
    corner(-left, low, outside),
    corner(-left, low + girth, 0),
    corner(-left - wall, low + girth, 0),
    corner(-left - wall, low + wall, inside),
    corner(left + wall, low + wall, inside),
  ];
  const upper = lower.map(({ x, y, radius }) => corner(x, -y, radius)).toReversed();
  return rounded([...lower, ...upper]);
}

/** A Z about the middle of its web: the lower flange to the right, the upper one to the left. */
function zShape(get: Get): Loop {
  const [depth, width] = [get('Depth'), get('FlangeWidth')];
  const [web, flange] = [get('WebThickness') / 2, get('FlangeThickness')];
  const low = -depth / 2;
  const right = width - web;
  const half: readonly Corner[] = [
    corner(-web, low, 0),
    corner(right, low, 0),
    corner(right, low + flange, get('EdgeRadius')),
    corner(web, low + flange, get('FilletRadius')),
  ];
  const turn = ({ x, y, radius }: Corner): Corner => corner(-x, -y, radius);
  return rounded([...half, ...half.map(turn)]);
}

/** The middle of the sides of an outline through points; used for strips along a line. */
export function strip(points: readonly Point2[], thickness: number): Loop {
  const half = thickness / 2;
  const offsets = points.map((point, i): Point2 => {
    const [before, after] = [points[i - 1] ?? null, points[i + 1] ?? null];
    const [a, b] = [
      before === null ? null : leftOf(before, point),
      after === null ? null : leftOf(point, after),
    ];
    if (a === null || b === null) return a ?? b ?? { x: 0, y: 0 };
    const scale = 1 / Math.max(1 + a.x * b.x + a.y * b.y, MIN_MITRE);
    return { x: (a.x + b.x) * scale, y: (a.y + b.y) * scale };
  });
  const side = (sign: number): readonly Corner[] =>
    points.map(({ x, y }, i) => {
      const offset = offsets[i] ?? { x: 0, y: 0 };
      return corner(x + sign * half * offset.x, y + sign * half * offset.y, 0);
    });
  return rounded([...side(-1), ...side(1).toReversed()]);
}

/** 1 + cos of the sharpest turn with a full mitre: 150°. */
const MIN_MITRE = 0.134;

/** The unit vector to the left of the direction from one point to another. */
function leftOf(from: Point2, to: Point2): Point2 {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(x, y);
  return length > 0 ? { x: -y / length, y: x / length } : { x: 0, y: 0 };
}
