// Sets and containers made by a group of lanes.
