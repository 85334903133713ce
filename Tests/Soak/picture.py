"""The picture of a run: a column for each program, a row for each figure."""
from html import escape

COLUMNS = ["daemon", "panel", "page:home", "page:flash", "page:growth", "page:notes", "machine"]
ROWS = [("private", "private memory, MB", 1024), ("pss", "proportional memory, MB", 1024), ("descriptors", "descriptors", 1),
        ("threads", "threads", 1), ("wakeups", "wake-ups in 4 s at rest", 1), ("missed", "missed frames, %", 1),
        ("cost", "processor time of six switches, ms", 1)]
WIDTH, HEIGHT, GAP, LEFT, TOP = 200, 96, 26, 60, 74
COLOURS = ["#2563EB", "#C2410C", "#047857", "#7C3AED", "#BE185D", "#0E7490"]


def draw(lines, machine, kills, found, title, minutes):
    """Returns the picture as SVG.

    lines: samples at rest and under load, by name and process id.
    machine: the load average and sway's memory.
    kills: minutes at which this program killed a process, by name.
    found: the fits.
    """
    width = LEFT + len(COLUMNS) * (WIDTH + GAP)
    height = TOP + len(ROWS) * (HEIGHT + GAP) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="Inter, DejaVu Sans, sans-serif" font-size="11" fill="#374151">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="15" font-weight="600">{escape(title)}</text>',
        f'<text x="{LEFT}" y="40" fill="#6B7280">Dots: at rest, joined for each process. Pale: under load. Dashed: the '
        'fitted line that is judged, with its rise. A vertical line: killed by the test.</text>']
    for column, name in enumerate(COLUMNS):
        x = LEFT + column * (WIDTH + GAP)
        parts.append(f'<text x="{x}" y="{TOP - 10}" font-weight="600">{escape(name)}</text>')
        if name == "machine":
            rows = [("waited", "waited for a processor in six switches, ms", 1), ("stolen", "taken by the host meanwhile, ms", 1),
                    ("inner", "processor time of sway meanwhile, ms", 1),
                    ("outer", "processor time of the outer sway meanwhile, ms", 1),
                    ("load", "load average", 1), ("sway", "sway, private memory, MB", 1024),
                    ("logs", "the shell's logs, kB", 1), ("programs", "programs at rest", 1)]
        else:
            rows = ROWS
        for row, (figure, label, unit) in enumerate(rows):
            cell = Cell(x, TOP + row * (HEIGHT + GAP), minutes, unit)
            groups = [[one for one in machine if one.get(figure) is not None]] if name == "machine" else [
                [one for one in samples if one.get(figure) is not None]
                for (other, _), samples in lines.items() if other == name]
            pids = [None] if name == "machine" else [pid for other, pid in lines if other == name]
            parts += cell.draw(figure, label, groups, pids, COLOURS[column % 6], kills.get(name, []), found, name)
    return "\n".join(parts + ["</svg>", ""])


class Cell:
    """One diagram."""

    def __init__(self, x, y, minutes, unit):
        self.x, self.y, self.minutes, self.unit = x, y, minutes, unit
        self.top = 1

    def at(self, minute, value):
        x = self.x + WIDTH * minute / self.minutes
        y = self.y + HEIGHT - (HEIGHT - 16) * value / self.unit / self.top
        return f"{x:.1f},{y:.1f}"

    def draw(self, figure, label, groups, pids, colour, kills, found, name):
        values = [one[figure] / self.unit for group in groups for one in group]
        self.top = max(values + [1 if figure != "private" else 0.1]) * 1.1
        parts = [
            f'<rect x="{self.x}" y="{self.y}" width="{WIDTH}" height="{HEIGHT}" fill="#F9FAFB" stroke="#E5E7EB"/>',
            f'<text x="{self.x + 4}" y="{self.y + 12}" fill="#6B7280">{escape(label)}</text>',
            f'<text x="{self.x + WIDTH}" y="{self.y + HEIGHT + 12}" font-size="9" fill="#9CA3AF" text-anchor="end">'
            f'0 to {self.top / 1.1:.3g}; {self.minutes:.0f} min</text>']
        for minute in kills:
            x = self.x + WIDTH * minute / self.minutes
            parts.append(f'<path d="M{x:.1f} {self.y + 16}V{self.y + HEIGHT}" stroke="#D1D5DB"/>')
        for group, pid in zip(groups, pids):
            for one in group:
                if not one.get("rest", True):
                    where = self.at(one["minute"], one[figure]).split(",")
                    parts.append(f'<circle cx="{where[0]}" cy="{where[1]}" r="1" fill="{colour}" opacity="0.25"/>')
            rest = [self.at(one["minute"], one[figure]) for one in group if one.get("rest", True)]
            if len(rest) > 1:
                parts.append(f'<polyline points="{" ".join(rest)}" fill="none" stroke="{colour}" stroke-width="1.2"/>')
            # A long line has so many that they would only make the file larger.
            if len(rest) < 30:
                parts += [f'<circle cx="{p.split(",")[0]}" cy="{p.split(",")[1]}" r="1.3" fill="{colour}"/>' for p in rest]
            fit = found.get((name, pid, figure))
            if fit:
                start, end = self.at(fit.start, fit.value(fit.start)), self.at(fit.end, fit.value(fit.end))
                parts.append(
                    f'<polyline points="{start} {end}" fill="none" stroke="#111827" stroke-dasharray="4 3"/>'
                    f'<text x="{end.split(",")[0]}" y="{float(end.split(",")[1]) - 5:.1f}" font-size="9" text-anchor="end" '
                    f'fill="#111827">{fit.rise / self.unit:+.2g}</text>')
        return parts
