/**
 * @module tolerances: every tolerance of the geometry, derived from the grid of 1 µm.
 *
 * Plan coordinates are integers in micrometres (`vector.ts`), and predicates on them are exact. Tolerances are needed
 * for three things: rounding to the grid, floating-point errors of unrounded numbers, and differences that do not
 * matter in a building. Rounding moves a coordinate by at most 0.5 µm and a point by at most √2/2 = 0.71 µm; two points
 * move apart by at most √2 = 1.41 µm. A double resolves a coordinate of 10 km to 1.9e-9 mm.
 *
 * Limits and sizes of building parts (a riser, a panel, a facet) are not tolerances and are defined where they are
 * used.
 */

// Rounding to the grid.

/**
 * Grid step, mm: the smallest difference of two plan coordinates. Ends and stations this near to a line count as on it.
 */
export const GRID_MM = 0.001;
/** Half of the grid, µm: a coordinate that differs by less rounds to the same grid point. */
export const HALF_GRID_UM = 0.5;
/**
 * Maximum difference of two equal places, mm on each axis: each was rounded twice (the axis of a wall, and the point
 * that was computed from it) by up to 0.5 µm.
 */
export const SAME_PLACE_MM = 0.002;
/**
 * Maximum distance of a rounded corner from a rounded side that it is on, mm: 0.71 µm for each, 1.41 µm in total,
 * rounded up.
 */
export const ON_SIDE_MM = 0.001_5;
/**
 * Maximum difference of a drawn coordinate from the one computed back from the axis, mm: 0.5 µm for the end of the
 * axis, and 1 µm for the rotation of the axis by the rounding of its ends, for a wall longer than 1.4 times the offset.
 */
export const DRAWN_COORDINATE_MM = 0.001_5;
/**
 * Distance of vertices of a body that may be merged, mm: two steps of the grid and the rounding of their difference.
 */
export const MERGED_VERTEX_MM = 0.002_1;
/**
 * Width of the slivers between parts that share an edge, mm: 1.41 µm for the edge of each of the two, and 0.71 µm for
 * each of three rounds of snap rounding.
 */
export const SLIVER_MM = 0.005;
/**
 * Maximum difference of equal points after their walls were rotated and rotated back, µm on each axis: five roundings
 * of both.
 */
export const ROTATED_POINT_UM = 5;
/**
 * Sides that run back along each other at this distance enclose a slit and no area, mm: twice the width of a sliver.
 */
export const SLIT_MM = 0.01;
/** Spikes longer than this are removed, mm; shorter ones may be real corners. */
export const SPIKE_MM = 0.1;
/**
 * A side of a cut that leaves a sheet of at most this thickness on the outside of a body removes it, mm: both sides of
 * the sheet were rounded by other programs, to grids of up to 0.01 mm.
 */
export const FLUSH_CUT_MM = 0.01;
/**
 * Maximum distance of a corner of a pinned wall end from the face of its wall, mm: walls of other programs are drawn on
 * grids of up to 0.01 mm.
 */
export const PINNED_CORNER_MM = 0.01;
/**
 * Maximum change of the volume of a wall whose unpinned end keeps its shape, mm³: the corners of an end 300 mm wide and
 * 3 m high move by 0.01 mm, 9,000 mm³, rounded up.
 */
export const UNPINNED_MM3 = 10_000;
/** An outline on a wall's face this near to an edge of the face is on the edge, mm: twice the width of a sliver. */
export const FACE_EDGE_MM = 0.01;
/**
 * Maximum distance of a roof node from its exact place, mm: 1.41 µm for the sides, times seven where they meet at 8°.
 */
export const ROOF_NODE_MM = 0.01;
/**
 * Maximum deviation of the sides of a rotated rectangle, mm: ten rotations, each of which rounds both ends of a side.
 */
export const ROTATED_RECTANGLE_MM = 0.02;
/** Lengths of rotated walls that differ by less are equal, mm: far above all rounding, far below a thickness. */
export const EQUAL_LENGTH_MM = 0.1;
/**
 * Maximum difference of equal heights over a corner, µm: rounding moves it by 0.71 µm, and a plane of 89° rises 57
 * times as much.
 */
export const SAME_HEIGHT_UM = 50;
/** A shorter edge of a part has no reliable direction, mm: a tenth of the grid, which only rounding leaves. */
export const SHORT_EDGE_MM = 1e-4;
/** A corner of a body may lie this far behind a face of a body that it only touches, mm: a tenth of the grid. */
export const BEHIND_FACE_MM = 1e-4;
/** Area that rounding a corner can create, mm²: one grid step along a side of 1 mm. */
export const ROUNDED_AREA_MM2 = 1e-3;
/** Area of a sliver along a wall, mm²: one step of the grid along 1 m. */
export const SLIVER_AREA_MM2 = 1;
/** Overlap of two joined walls by rounding, mm²: 1.41 µm along 3.5 m. */
export const JOINT_OVERLAP_MM2 = 5;
/** One square of the grid, mm². */
export const GRID_AREA_MM2 = 1e-6;

// Floating-point arithmetic.

/**
 * Maximum difference of equal unrounded lengths, mm: a thousandth of the grid, so that it does not affect drawn
 * differences, and 500 times the last digit of a coordinate of 10 km, so that a value exactly on a limit is within it
 * at any place.
 */
export const ROUND_OFF_MM = 1e-6;
/** The same for a length in micrometres before it is rounded up or down, µm. */
export const ROUND_OFF_UM = 1e-6;
/** A triangle of a body with a smaller height is degenerate, mm: 1.5 times the round-off. */
export const DEGENERATE_MM = 1.5e-6;
/**
 * A corner this near to a clipping plane is on it, mm: a tenth of the round-off, since coplanar faces are common in
 * buildings.
 */
export const ON_PLANE_MM = 1e-7;
/**
 * Maximum difference of a length computed in two ways from the same coordinates, mm: the last digit of a coordinate of
 * 5 km.
 */
export const LAST_DIGIT_MM = 1e-9;
/** Maximum of twice the area of a triangle of collinear points, mm². */
export const COLLINEAR_MM2 = 1e-9;
/** Maximum difference of equal squared distances, mm². */
export const SAME_SQUARE_MM2 = 1e-15;
/** Added to or subtracted from a quotient before it is rounded to a count. */
export const COUNT_ROUND_OFF = 1e-9;
/** Maximum relative difference of a volume and the sum of its pieces. */
export const SAME_VOLUME = 1e-9;
/** Maximum relative difference of a measure of a body and of the same body at another place: rounding of doubles. */
export const SAME_MEASURE = 1e-9;
/** Maximum relative difference of the area of a roof and the sum of its planes. */
export const SAME_AREA = 1e-6;
/** Maximum difference of equal positions along a polyline, in sides: 1 µm along 1 m. */
export const SAME_SIDE_PLACE = 1e-6;
/** A position this far before a corner of a polyline is certainly before it, in sides: ten times `SAME_SIDE_PLACE`. */
export const BEFORE_CORNER = 1e-5;
/** A sine, slope or fraction below this is 0 except for the round-off of unit vectors (a few times 2.2e-16). */
export const NO_SINE = 1e-12;
/** Sine between directions of edges that are parallel: the last digit of a coordinate of 5 km over an edge of 1 mm. */
export const PARALLEL_EDGES = 1e-9;
/**
 * Maximum difference of the length of a unit vector from 1, and cosine of vectors at right angles: 0.01 mm over 10 m,
 * since files state directions with few digits.
 */
export const UNIT_VECTOR = 1e-6;
/** Square of the sum of two unit normals that cancel: sides that run straight back. */
export const OPPOSITE_NORMALS = 1e-9;
/** Angle to the direction of a host at which an arc that starts along it is sorted, radians. */
export const BESIDE_HOST_RAD = 1e-9;
/** Shares of the size of a roof within which vertices of its wavefront are one, tried in turn after `SAME_PLACE_MM`. */
export const SAME_VERTEX_SHARES = [1e-9, 1e-8, 1e-7, 1e-10] as const;

// Angles and slopes of sides on the grid.

/** Sine by which rounding its ends turns a side of 1.4 m: 1.41 µm over its length. */
export const TURNED_SIDE = 1e-6;
/** Difference of the slopes of two planes that are one: 1.41 µm over 1.4 m. */
export const SAME_SLOPE = 1e-6;

// Differences that do not matter in a building.

/**
 * Maximum distance of a wall end from a face or end that it touches, mm: more than rotation and rounding cause, less
 * than any joint.
 */
export const TOUCH_MM = 0.5;
/** Maximum overlap of a slab with the side of a flight that counts as touching, not as being above the flight, mm. */
export const STAIR_TOUCH_MM = 1;
/** sin 1°: straight lines at a smaller angle are parallel; they would meet 57 times their distance away. */
export const PARALLEL_LINES = 0.017_452_406_437_283_51;
/** sin 10°: straight walls at a smaller angle continue or accompany each other and make no corner or T-joint. */
export const SHARPEST_TEE = 0.173_648_177_666_930_3;
/** sin 0.6 rad (34°): walls bent by less are nearly in line and make a step. */
export const NEARLY_COLLINEAR = 0.564_642_473_395_035_4;
/** Sine of the least and the greatest turn at an end of a gable: 45° and 135°. */
export const GABLE_TURN = Math.SQRT1_2;
/** Maximum relative difference of equally long sides of an outline. */
export const SAME_LENGTH_SHARE = 0.01;

// Shapes of files of other programs.

/** Points of a curve that are nearer are one point, mm: coordinates in metres have seven digits or more. */
export const EQUAL_POINTS_MM = 1e-4;
/** Maximum relative difference of two equal radii. */
export const EQUAL_LENGTH_SHARE = 1e-12;
/**
 * Maximum difference of a side of the boxes of two bodies, or of the elevations of two levels, that another program
 * wrote twice, mm; and of the volumes, relative to the larger one. Exporters differ by up to 1 mm.
 */
export const SAME_BODY_MM = 2;
export const SAME_BODY_VOLUME = 0.002;
/**
 * Largest change of a length of an element that is still shown with the mesh of its file, mm: a turn rounds the ends of a
 * line to 0.01 mm each, and a tenth of a millimetre is not visible in a picture.
 */
export const SAME_FORM_MM = 0.1;
