# Writes coordinates of two points in the area of use of each system of the npm package epsg-index, as PROJ computes
# them without grids: code, longitude, latitude, easting, northing, accuracy (m), unit (m), axes. For .ci/epsg-table.mjs.
#   python3 -m pip install pyproj==3.7.2
#   python3 .ci/epsg-reference.py EPSG_INDEX/all.json > reference.csv
import csv
import json
import sys

import pyproj
from pyproj.aoi import AreaOfInterest
from pyproj.transformer import TransformerGroup

pyproj.network.set_network_enabled(False)
out = csv.writer(sys.stdout, lineterminator="\n")
systems = json.load(open(sys.argv[1]))
for code, system in sorted(systems.items(), key=lambda one: int(one[0])):
    if system["kind"] not in ("CRS-PROJCRS", "CRS-COMPOUNDCRS") or not system["bbox"]:
        continue
    north, west, south, east = system["bbox"]
    east += 360 if east < west else 0
    for right, up in ((0.5, 0.5), (0.3, 0.6)):
        lat = south + (north - south) * up
        lon = (west + (east - west) * right + 180) % 360 - 180
        near = AreaOfInterest(lon - 0.01, lat - 0.01, lon + 0.01, lat + 0.01)
        try:
            crs = pyproj.CRS.from_epsg(int(code))
            flat = crs.sub_crs_list[0] if crs.is_compound else crs
            if not flat.is_projected:
                continue
            group = TransformerGroup("EPSG:4326", flat, always_xy=True, area_of_interest=near)
            best = group.transformers[0]
            x, y = best.transform(lon, lat, errcheck=True)
        except (pyproj.exceptions.ProjError, IndexError):
            continue
        axes = "/".join(axis.direction for axis in flat.axis_info)
        unit = flat.axis_info[0].unit_conversion_factor
        out.writerow([code, repr(lon), repr(lat), repr(x), repr(y), best.accuracy, unit, axes])
