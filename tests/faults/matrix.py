"""docs/faults.md, as data: its tables are what is tested."""

import pathlib
import re
from dataclasses import dataclass

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "faults.md"


@dataclass
class Seen:
    """The outcome that a process sees, and the time until then."""
    outcome: str
    seconds: float = 0.0


def seen_of(cell):
    """'lost, 2 s' or 'goes on'."""
    match = re.fullmatch(r"(.*?)(?:, (\d+) s)?", cell)
    return Seen(match[1], float(match[2] or 0))


def audit_of(cell):
    """'`event`: text; `event`' as pairs."""
    if cell == "nothing":
        return []
    pairs = []
    for part in cell.split("; "):
        match = re.fullmatch(r"`(\w+)`(?:: (.*))?", part)
        if match is None:
            raise ValueError(f"{PAGE}: '{part}' is no event of the audit log")
        pairs.append((match[1], match[2] or ""))
    return pairs


def tables():
    """Each table's rows, by the heading above it."""
    found, heading, columns = {}, "", None
    for line in PAGE.read_text().splitlines():
        if line.startswith("#"):
            heading, columns = line.lstrip("# "), None
        elif not line.startswith("|"):
            columns = None
        else:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if columns is None:
                columns = cells
            elif not set(line) <= set("|- "):
                found.setdefault(heading, []).append(dict(zip(columns, cells)))
    return found


def signal_rows():
    """The rows of 'Signals', with parsed cells."""
    rows = []
    for row in tables()["Signals"]:
        row = dict(row)
        for column in ["its client", "session", "beside", "apart"]:
            row[column] = seen_of(row[column])
        row["audit"] = audit_of(row["audit"])
        row["at"] = row["at"].split(", ")
        row["over"] = row["over"].split(", ")
        rows.append(row)
    return rows


def rows_of(heading):
    """The rows of another table."""
    rows = []
    for row in tables()[heading]:
        row = dict(row)
        row["audit"] = audit_of(row["audit"])
        row["over"] = row["over"].split(", ")
        for column in ["its client", "beside", "apart"]:
            row[column] = seen_of(row[column])
        rows.append(row)
    return rows
