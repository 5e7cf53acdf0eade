// Objects, positions and colours of grids, by a group of lanes.
