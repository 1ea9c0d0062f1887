"""Rule sets as data: the record, TOML files, the six presets, strengths and values."""
