/** @module tests of bodies that are refused, each with the reason. */
import { expect, test } from 'vitest';

import { block, direction, extrusion, polyline, UP, whyNot } from './shape-text.ts';
import { difference, halfSpace, ORIGIN, RECTANGLE } from './written-bodies.ts';

test.each([
  ['no depth', extrusion(RECTANGLE, 0), 'expected a positive Depth, found `0` mm'],
  [
    'a direction in its plane',
    `{IFCEXTRUDEDAREASOLID(${RECTANGLE},$,${direction(1, 0, 0)},1.)}`,
    'out of the plane of the profile',
  ],
  [
    'a direction of no length',
    `{IFCEXTRUDEDAREASOLID(${RECTANGLE},$,${direction(0, 0, 0)},1.)}`,
    'a direction that is not 0',
  ],
  [
    'a length of 1E300',
    `{IFCEXTRUDEDAREASOLID(${RECTANGLE},$,${UP},1.E300)}`,
    'expected a length of at most',
  ],
  ['a half space alone', halfSpace(0, true), 'found a half space'],
  ['nothing left', difference(extrusion(RECTANGLE, 10), halfSpace(20, true)), 'found an empty one'],
  [
    'nothing left by a flush half space',
    difference(extrusion(RECTANGLE, 10), halfSpace(10, true)),
    'found an empty one',
  ],
  [
    'a missing operand',
    `{IFCBOOLEANRESULT(.UNION.,${block(0, 0, 0, 1, 1, 1)},#77)}`,
    'expected an operation and two operands',
  ],
  [
    'a curved face',
    `{IFCADVANCEDBREP({IFCCLOSEDSHELL(({IFCADVANCEDFACE((),{IFCCYLINDRICALSURFACE(${ORIGIN},1.)},.T.)}))})}`,
    'expected plane faces, found IfcCylindricalSurface',
  ],
  [
    'a face of one corner',
    '{IFCFACETEDBREP({IFCCLOSEDSHELL(({IFCFACE(({IFCFACEBOUND({IFCPOLYLOOP(({IFCCARTESIANPOINT((0.,0.,0.))}))},.T.)}))}))})}',
    'expected a body with faces',
  ],
  [
    'an index of a missing point',
    '{IFCTRIANGULATEDFACESET({IFCCARTESIANPOINTLIST3D(((0.,0.,0.)))},$,.T.,((1,2,3)),$)}',
    'expected an index of 1 points, found `2`',
  ],
  ['no items', '', 'expected a body with items, found none'],
  [
    'a radius inside of none',
    `{IFCSWEPTDISKSOLID(${polyline([0, 0, 0], [1, 0, 0])},1.,2.,$,$)}`,
    'expected an InnerRadius less than Radius',
  ],
  [
    'a path that turns back',
    `{IFCSWEPTDISKSOLID(${polyline([0, 0, 0], [9, 0, 0], [0, 0, 0])},1.,$,$,$)}`,
    'expected a path without sharp turns',
  ],
])('a body with %s is refused with the reason', (_, item, why) => {
  expect(whyNot(item)).toContain(why);
});
