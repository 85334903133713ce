-- A partial index for each kind of query, so that a search for the few variabilities skips the many heart rates. Each is a
-- covering index, so queries do not read the table; that is why it contains the deletion, which is always NULL.

CREATE TABLE deletion (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time INTEGER NOT NULL CHECK (time BETWEEN 0 AND 253402300799999)
) STRICT;

CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE sample (
    id INTEGER PRIMARY KEY,
    time INTEGER NOT NULL CHECK (time BETWEEN 0 AND 253402300799999),
    sdnn REAL CHECK (sdnn > 0),
    rmssd REAL CHECK (rmssd > 0),
    heart_rate REAL CHECK (heart_rate > 0),
    resting_heart_rate REAL CHECK (resting_heart_rate > 0),
    source INTEGER NOT NULL REFERENCES source(id),
    deletion INTEGER REFERENCES deletion(id),
    CHECK (coalesce(sdnn, rmssd, heart_rate, resting_heart_rate) IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX sample_key ON sample(
    time, source, ifnull(sdnn, 0), ifnull(rmssd, 0), ifnull(heart_rate, 0),
    ifnull(resting_heart_rate, 0));
CREATE INDEX sample_variability ON sample(time, rmssd, sdnn, heart_rate, deletion)
    WHERE deletion IS NULL AND (rmssd IS NOT NULL OR sdnn IS NOT NULL);
CREATE INDEX sample_heart_rate ON sample(time, heart_rate, deletion)
    WHERE deletion IS NULL AND heart_rate IS NOT NULL;
CREATE INDEX sample_resting_heart_rate ON sample(time, resting_heart_rate, deletion)
    WHERE deletion IS NULL AND resting_heart_rate IS NOT NULL;
CREATE INDEX sample_deletion ON sample(deletion) WHERE deletion IS NOT NULL;

CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    start INTEGER NOT NULL CHECK (start BETWEEN 0 AND 253402300799999),
    length INTEGER NOT NULL CHECK (length BETWEEN 0 AND 86400000),
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    deletion INTEGER REFERENCES deletion(id),
    UNIQUE (start, kind, name, length)
) STRICT;
CREATE INDEX session_deletion ON session(deletion) WHERE deletion IS NOT NULL;

CREATE TABLE note (
    id INTEGER PRIMARY KEY,
    time INTEGER NOT NULL CHECK (time BETWEEN 0 AND 253402300799999),
    text TEXT NOT NULL,
    deletion INTEGER REFERENCES deletion(id),
    UNIQUE (time, text)
) STRICT;
CREATE INDEX note_deletion ON note(deletion) WHERE deletion IS NOT NULL;
