// Patches moved, mirrored and measured by a group of lanes.
