"""Pictures of positions: an encounter line or a table as a `Scene`, the scene in words, and as an SVG text."""
