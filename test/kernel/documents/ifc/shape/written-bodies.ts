/** @module written-bodies: bodies in the notation of shape-text with their volumes, by formulas, and their boxes. */
import {
  axes,
  block,
  direction,
  extrusion,
  point,
  polygon,
  polyline,
  profile,
  real,
  UP,
} from './shape-text.ts';

export const RECTANGLE = profile('IFCRECTANGLEPROFILEDEF', 100, 50);
export const ORIGIN = axes(point(0, 0, 0));

/** A face with a boundary and holes, each by its corners. */
function face(...rings: readonly (readonly (readonly [number, number, number])[])[]): string {
  const bounds = rings.map((ring, i) => {
    const loop = `{IFCPOLYLOOP((${ring.map((corner) => point(...corner)).join()}))}`;
    return `{${i === 0 ? 'IFCFACEOUTERBOUND' : 'IFCFACEBOUND'}(${loop},.T.)}`;
  });
  return `{IFCFACE((${bounds.join()}))}`;
}

export type Corners = readonly (readonly [number, number, number])[];

/** The six faces of a box, seen from outside. */
export function boxFaces(
  [x, y, z]: readonly [number, number, number],
  size: number,
): readonly Corners[] {
  const [u, v, w] = [x + size, y + size, z + size];
  return [
    [
      [x, y, z],
      [x, v, z],
      [u, v, z],
      [u, y, z],
    ],
    [
      [x, y, w],
      [u, y, w],
      [u, v, w],
      [x, v, w],
    ],
    [
      [x, y, z],
      [u, y, z],
      [u, y, w],
      [x, y, w],
    ],
    [
      [u, y, z],
      [u, v, z],
      [u, v, w],
      [u, y, w],
    ],
    [
      [u, v, z],
      [x, v, z],
      [x, v, w],
      [u, v, w],
    ],
    [
      [x, v, z],
      [x, y, z],
      [x, y, w],
      [x, v, w],
    ],
  ];
}

export function shell(faces: readonly Corners[], keyword = 'IFCCLOSEDSHELL'): string {
  return `{${keyword}((${faces.map((one) => face(one)).join()}))}`;
}

/** The corners above 15 mm at 30 mm. */
const raised = (corners: Corners): Corners =>
  corners.map(([x, y, z]) => [x, y, z > 15 ? 30 : z] as const);

const turned = (corners: Corners): Corners => corners.toReversed();

export function difference(first: string, ...cutters: readonly string[]): string {
  return cutters.reduce(
    (all, one) => `{IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,${all},${one})}`,
    first,
  );
}

/** The half space below (`true`) or above a horizontal plane. */
export function halfSpace(height: number, isBelow: boolean): string {
  return `{IFCHALFSPACESOLID({IFCPLANE(${axes(point(0, 0, height))})},${isBelow ? '.T.' : '.F.'})}`;
}

/** Bodies with their volume, mm³, and their box. */
export const BODIES: readonly (readonly [
  name: string,
  item: string,
  volume: number,
  box: readonly number[],
])[] = [
  ['an extrusion', extrusion(RECTANGLE, 10), 50_000, [-50, -25, 0, 50, 25, 10]],
  [
    'an oblique extrusion downwards',
    `{IFCEXTRUDEDAREASOLID(${RECTANGLE},$,${direction(0.6, 0, -0.8)},100.)}`,
    5000 * 80,
    [-50, -25, -80, 110, 25, 0],
  ],
  [
    'an extrusion at a turned place',
    extrusion(RECTANGLE, 10, axes(point(1, 2, 3), direction(1, 0, 0), direction(0, 0, 1))),
    50_000,
    [1, -23, -47, 11, 27, 53],
  ],
  [
    'a tapered extrusion',
    `{IFCEXTRUDEDAREASOLIDTAPERED(${RECTANGLE},$,${UP},30.,${profile('IFCRECTANGLEPROFILEDEF', 50, 25)})}`,
    // A frustum: (A + B + √(AB)) · h / 3.
    (5000 + 1250 + 2500) * 10,
    [-50, -25, 0, 50, 25, 30],
  ],
  [
    'a whole revolution',
    `{IFCREVOLVEDAREASOLID(${RECTANGLE},$,{IFCAXIS1PLACEMENT(${point(100, 0, 0)},${direction(0, 1, 0)})},${2 * Math.PI})}`,
    5000 * 2 * Math.PI * 100,
    [-50, -25, -150, 250, 25, 150],
  ],
  [
    'a quarter of a revolution',
    `{IFCREVOLVEDAREASOLID(${RECTANGLE},$,{IFCAXIS1PLACEMENT(${point(100, 0, 0)},${direction(0, 1, 0)})},${Math.PI / 2})}`,
    5000 * (Math.PI / 2) * 100,
    [-50, -25, 0, 100, 25, 150],
  ],
  [
    'a revolution about its side',
    `{IFCREVOLVEDAREASOLID(${polygon([0, 0], [30, 0], [0, 40])},$,{IFCAXIS1PLACEMENT(${point(0, 0, 0)},${direction(0, 1, 0)})},${2 * Math.PI})}`,
    (Math.PI * 900 * 40) / 3,
    [-30, 0, -30, 30, 40, 30],
  ],
  [
    'a pipe around a corner',
    `{IFCSWEPTDISKSOLID(${polyline([0, 0, 0], [100, 0, 0], [100, 200, 0])},10.,8.,$,$)}`,
    Math.PI * 36 * 300,
    [0, -10, -10, 110, 200, 10],
  ],
  [
    'a part of a pipe',
    `{IFCSWEPTDISKSOLID(${polyline([0, 0, 0], [100, 0, 0], [100, 200, 0])},10.,$,0.5,1.)}`,
    Math.PI * 100 * 50,
    [50, -10, -10, 100, 10, 10],
  ],
  [
    'a sweep along a corner with a fixed reference',
    `{IFCFIXEDREFERENCESWEPTAREASOLID(${RECTANGLE},${ORIGIN},${polyline([0, 0, 0], [0, 1000, 0], [1000, 1000, 0])},$,$,${UP})}`,
    5000 * 2000,
    [-25, 0, -50, 1000, 1025, 50],
  ],
  [
    'a sweep along a curve on a plane',
    `{IFCSURFACECURVESWEPTAREASOLID(${RECTANGLE},$,${polyline([0, 0, 0], [0, 1000, 0])},$,$,{IFCPLANE(${ORIGIN})})}`,
    5000 * 1000,
    [-25, 0, -50, 25, 1000, 50],
  ],
  ['a block', block(1, 2, 3, 10, 20, 30), 6000, [1, 2, 3, 11, 22, 33]],
  ['a pyramid', `{IFCRECTANGULARPYRAMID(${ORIGIN},10.,20.,30.)}`, 2000, [0, 0, 0, 10, 20, 30]],
  [
    'a cylinder',
    `{IFCRIGHTCIRCULARCYLINDER(${ORIGIN},30.,10.)}`,
    Math.PI * 3000,
    [-10, -10, 0, 10, 10, 30],
  ],
  [
    'a cone',
    `{IFCRIGHTCIRCULARCONE(${ORIGIN},30.,10.)}`,
    Math.PI * 1000,
    [-10, -10, 0, 10, 10, 30],
  ],
  ['a sphere', `{IFCSPHERE(${ORIGIN},10.)}`, (Math.PI * 4000) / 3, [-10, -10, -10, 10, 10, 10]],
  ['a brep', `{IFCFACETEDBREP(${shell(boxFaces([0, 0, 0], 10))})}`, 1000, [0, 0, 0, 10, 10, 10]],
  [
    'a brep seen from inside',
    `{IFCFACETEDBREP(${shell(boxFaces([0, 0, 0], 10).map(turned))})}`,
    1000,
    [0, 0, 0, 10, 10, 10],
  ],
  [
    'a brep with faces of both directions',
    `{IFCFACETEDBREP(${shell(boxFaces([0, 0, 0], 10).map((one, i) => (i % 2 === 0 ? one : turned(one))))})}`,
    1000,
    [0, 0, 0, 10, 10, 10],
  ],
  [
    'a brep with a void',
    `{IFCFACETEDBREPWITHVOIDS(${shell(boxFaces([0, 0, 0], 10))},(${shell(boxFaces([2, 2, 2], 5))}))}`,
    875,
    [0, 0, 0, 10, 10, 10],
  ],
  [
    'a brep with a void in its shell',
    `{IFCFACETEDBREP(${shell([...boxFaces([0, 0, 0], 10), ...boxFaces([2, 2, 2], 5).map(turned)])})}`,
    875,
    [0, 0, 0, 10, 10, 10],
  ],
  [
    'a brep of two boxes apart, one of which is seen from inside',
    `{IFCFACETEDBREP(${shell([...boxFaces([0, 0, 0], 10), ...boxFaces([20, 0, 0], 8).map(turned)])})}`,
    1512,
    [0, 0, 0, 28, 10, 10],
  ],
  [
    'a brep of two boxes at one edge',
    `{IFCFACETEDBREP(${shell([...boxFaces([0, 0, 0], 10), ...boxFaces([10, 10, 0], 10)])})}`,
    2000,
    [0, 0, 0, 20, 20, 10],
  ],
  [
    'a brep of two boxes with a wall between them',
    `{IFCFACETEDBREP(${shell([...boxFaces([0, 0, 0], 10), ...boxFaces([10, 0, 0], 10)])})}`,
    2000,
    [0, 0, 0, 20, 10, 10],
  ],
  [
    'a surface model of a closed shell, each face from both sides',
    `{IFCFACEBASEDSURFACEMODEL(({IFCCONNECTEDFACESET((${[...boxFaces([0, 0, 0], 10), ...boxFaces([0, 0, 0], 10).map(turned)].map((one) => face(one)).join()}))}))}`,
    1000,
    [0, 0, 0, 10, 10, 10],
  ],
  [
    'a brep with a corner on an edge',
    // The lower face is two, whose common corners are on edges of the sides.
    `{IFCFACETEDBREP(${shell([
      ...boxFaces([0, 0, 0], 10).slice(1),
      [
        [0, 0, 0],
        [0, 10, 0],
        [4, 10, 0],
        [4, 0, 0],
      ],
      [
        [4, 0, 0],
        [4, 10, 0],
        [10, 10, 0],
        [10, 0, 0],
      ],
    ])})}`,
    1000,
    [0, 0, 0, 10, 10, 10],
  ],
  ['an advanced brep with plane faces', advancedTetrahedron(), 1000 / 6, [0, 0, 0, 10, 10, 10]],
  [
    'a triangulation',
    `{IFCTRIANGULATEDFACESET({IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(10.,0.,0.),(0.,10.,0.),(0.,0.,10.)))},$,.T.,((1,3,2),(1,2,4),(2,3,4),(3,1,4)),$)}`,
    1000 / 6,
    [0, 0, 0, 10, 10, 10],
  ],
  [
    'a triangulation by indices of indices',
    `{IFCTRIANGULATEDFACESET({IFCCARTESIANPOINTLIST3D(((9.,9.,9.),(0.,0.,0.),(10.,0.,0.),(0.,10.,0.),(0.,0.,10.)))},$,.T.,((1,3,2),(1,2,4),(2,3,4),(3,1,4)),(2,3,4,5))}`,
    1000 / 6,
    [0, 0, 0, 10, 10, 10],
  ],
  ['polygons with a hole through them', tunnel('1,2,3,4', '$'), 1000 - 360, [0, 0, 0, 10, 10, 10]],
  [
    'a block without another',
    `{IFCCSGSOLID({IFCBOOLEANRESULT(.DIFFERENCE.,${block(0, 0, 0, 10, 10, 10)},${block(5, 5, 5, 10, 10, 10)})})}`,
    875,
    [0, 0, 0, 10, 10, 10],
  ],
  [
    'a union of two blocks',
    `{IFCBOOLEANRESULT(.UNION.,${block(0, 0, 0, 10, 10, 10)},${block(5, 5, 5, 10, 10, 10)})}`,
    1875,
    [0, 0, 0, 15, 15, 15],
  ],
  [
    'an intersection of two blocks',
    `{IFCBOOLEANRESULT(.INTERSECTION.,${block(0, 0, 0, 10, 10, 10)},${block(5, 5, 5, 10, 10, 10)})}`,
    125,
    [5, 5, 5, 10, 10, 10],
  ],
  [
    'a clipping from above',
    difference(extrusion(RECTANGLE, 10), halfSpace(6, false)),
    30_000,
    [-50, -25, 0, 50, 25, 6],
  ],
  [
    'a clipping from below',
    difference(extrusion(RECTANGLE, 10), halfSpace(6, true)),
    20_000,
    [-50, -25, 6, 50, 25, 10],
  ],
  [
    'the part in a half space',
    `{IFCBOOLEANRESULT(.INTERSECTION.,${halfSpace(6, true)},${extrusion(RECTANGLE, 10)})}`,
    30_000,
    [-50, -25, 0, 50, 25, 6],
  ],
  [
    'a clipping within a boundary',
    difference(extrusion(RECTANGLE, 10), boundedAbove(6, ORIGIN)),
    50_000 - 20 * 25 * 4,
    [-50, -25, 0, 50, 25, 10],
  ],
  [
    'a clipping within a boundary whose prism is horizontal',
    // The plane of the boundary is upright: x of the boundary is z of the body, and y is y.
    difference(
      extrusion(RECTANGLE, 10),
      `{IFCPOLYGONALBOUNDEDHALFSPACE({IFCPLANE(${axes(point(20, 0, 0), direction(1, 0, 0))})},.F.,${axes(point(0, 0, 0), direction(1, 0, 0), UP)},${polyline([4, -100], [20, -100], [20, 100], [4, 100], [4, -100])})}`,
    ),
    50_000 - 30 * 6 * 50,
    [-50, -25, 0, 50, 25, 10],
  ],
  [
    'a boxed half space',
    difference(
      extrusion(RECTANGLE, 10),
      `{IFCBOXEDHALFSPACE({IFCPLANE(${axes(point(0, 0, 6))})},.F.,{IFCBOUNDINGBOX(${point(0, 0, 0)},1.,1.,1.)})}`,
    ),
    30_000,
    [-50, -25, 0, 50, 25, 6],
  ],
];

/** Bodies with faces inside of them that enclose nothing. */
export const WITH_SHEETS: typeof BODIES = [
  [
    'a brep with a square inside of it',
    `{IFCFACETEDBREP(${shell([
      ...boxFaces([0, 0, 0], 10),
      ...boxFaces([0, 0, 10], 10).slice(1),
    ])})}`,
    2000,
    [0, 0, 0, 10, 10, 20],
  ],
  [
    'a brep with a face inside of it',
    `{IFCFACETEDBREP(${shell([
      ...boxFaces([0, 0, 0], 10).map((corners, i) =>
        i === 1 ? (boxFaces([0, 0, 20], 10)[1] ?? corners) : raised(corners),
      ),
      [
        [0, 0, 10],
        [10, 0, 10],
        [10, 10, 10],
      ],
      [
        [0, 0, 10],
        [10, 10, 10],
        [0, 10, 10],
      ],
      ...boxFaces([0, 0, 10], 10).slice(2).map(raised),
    ])})}`,
    3000,
    [0, 0, 0, 10, 10, 30],
  ],
];

/** The half space above a height within x from 0 to 20, and y from 0 to 25 and beyond. */
function boundedAbove(height: number, place: string): string {
  return `{IFCPOLYGONALBOUNDEDHALFSPACE({IFCPLANE(${axes(point(0, 0, height))})},.F.,${place},${polyline([0, 0], [20, 0], [20, 25], [0, 25], [0, 0])})}`;
}

function advancedTetrahedron(): string {
  const corners = [point(0, 0, 0), point(10, 0, 0), point(0, 10, 0), point(0, 0, 10)];
  const loops = [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
  ];
  const faces = loops.map((loop) => {
    const edges = loop.map((from, i) => {
      const to = loop[(i + 1) % 3] ?? 0;
      const line = `{IFCLINE(${corners[from]},{IFCVECTOR(${UP},1.)})}`;
      const edge = `{IFCEDGECURVE({IFCVERTEXPOINT(${corners[from]})},{IFCVERTEXPOINT(${corners[to]})},${line},.T.)}`;
      return `{IFCORIENTEDEDGE(*,*,${edge},.T.)}`;
    });
    return `{IFCADVANCEDFACE(({IFCFACEOUTERBOUND({IFCEDGELOOP((${edges.join()}))},.T.)}),{IFCPLANE(${ORIGIN})},.T.)}`;
  });
  return `{IFCADVANCEDBREP({IFCCLOSEDSHELL((${faces.join()}))})}`;
}

/** A box with a square tunnel from top to bottom, by faces with holes; `lower` are the indices of the lower corners. */
function tunnel(lower: string, order: string): string {
  const ring = (x: number, z: number): string =>
    [
      [x, x],
      [10 - x, x],
      [10 - x, 10 - x],
      [x, 10 - x],
    ]
      .map(([a = 0, b = 0]) => `(${real(a)},${real(b)},${real(z)})`)
      .join();
  const points = [ring(0, 0), ring(0, 10), ring(2, 0), ring(2, 10)].join();
  const quad = (...corners: readonly number[]): string =>
    `{IFCINDEXEDPOLYGONALFACE((${corners.join()}))}`;
  const sides = [1, 2, 3, 4].map((i) => quad(i, (i % 4) + 1, (i % 4) + 5, i + 4));
  const inner = [1, 2, 3, 4].map((i) => quad((i % 4) + 9, i + 8, i + 12, (i % 4) + 13));
  const caps = [
    `{IFCINDEXEDPOLYGONALFACEWITHVOIDS((${lower}),((9,10,11,12)))}`,
    '{IFCINDEXEDPOLYGONALFACEWITHVOIDS((5,6,7,8),((13,14,15,16)))}',
  ];
  return `{IFCPOLYGONALFACESET({IFCCARTESIANPOINTLIST3D((${points}))},.T.,(${[...sides, ...inner, ...caps].join()}),${order})}`;
}
