// Objects, by a group of lanes (extract.h).
