"""Strategy files that tests play by."""

SMALL = """
name = "small"

[[leader]]
least = "642"
do = "stop"

[[leader]]
do = "keep aces"

[[leader]]
do = "keep 6"

[[follower]]
target = "666"
do = "keep part of 421"

[[follower]]
target = "633"
do = "keep aces"

[[follower]]
against = ["better", "equal"]
do = "keep best two"
"""

EVERYTHING = """
name = "everything"
stops_ahead = false

[[leader]]
thrown = 1
family = ["brelan", "tierce"]
do = "stop"

[[leader]]
two_of_421 = "42"
left = 2
do = "keep 42"

[[leader]]
aces = 3
do = "keep aces"

[[leader]]
pair = 6
do = "keep 66"

[[leader]]
run = true
face = 5
do = "keep run"

[[leader]]
pair = true
opponents = 1
do = "keep pair"

[[leader]]
two_of_421 = true
do = "keep part of 421"

[[follower]]
against = "worse"
target = "411"
left = 1
do = "keep 4"

[[follower]]
against = ["equal", "better"]
do = "stop"

[[follower]]
aces = 2
do = "keep aces"

[[follower]]
run = true
do = "keep run"

[[follower]]
pair = true
do = "keep pair"

[[follower]]
phase = "decharge"
do = "keep ace"

[[follower]]
do = "keep best two"
"""
