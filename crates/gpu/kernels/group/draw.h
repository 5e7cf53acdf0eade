// Grids made from grids, and drawing, by a group of lanes.
