"""The rule by which a line of the picture is flat."""
import math

#: Figures of a sample, their unit, and the allowed rise of a fitted line over the judged time.
FIGURES = {
    "private": ("private memory", "kB", 256),
    "descriptors": ("descriptors", "", 1),
    "threads": ("threads", "", 0.5),
    "wakeups": ("wake-ups at rest", "in 4 s", 4),
    "missed": ("missed frames", "%", 15),
}
#: The minimum number of points of a judged line.
POINTS = 9


class Fit:
    """A straight line by least squares over the last two thirds of the points of one process."""

    def __init__(self, points):
        points = points[len(points) // 3:]
        self.start, self.end = points[0][0], points[-1][0]
        count = len(points)
        middle = sum(x for x, _ in points) / count
        self.mean = sum(y for _, y in points) / count
        spread = sum((x - middle) ** 2 for x, _ in points)
        self.slope = sum((x - middle) * (y - self.mean) for x, y in points) / spread if spread else 0
        self.middle = middle
        rest = sum((y - self.value(x)) ** 2 for x, y in points)
        error = math.sqrt(rest / (count - 2) / spread) if count > 2 and spread else 0
        self.rise = self.slope * (self.end - self.start)
        #: The standard error of the rise.
        self.uncertainty = error * (self.end - self.start)

    def value(self, x):
        return self.mean + self.slope * (x - self.middle)


def fits(lines):
    """The fit of each long enough line, by its name, the process id and the figure."""
    found = {}
    for (name, pid), samples in lines.items():
        for figure in FIGURES:
            points = [(one["minute"], one[figure]) for one in samples if one.get(figure) is not None]
            if len(points) >= POINTS:
                found[name, pid, figure] = Fit(points)
    return found


def failures(found):
    """A sentence for each line that rises by more than it may, beyond twice its standard error."""
    sentences = []
    for (name, pid, figure), fit in found.items():
        title, unit, allowed = FIGURES[figure]
        if fit.rise - 2 * fit.uncertainty > allowed:
            sentences.append(
                f"{name} (process {pid}): {title} rose by {fit.rise:.1f} ± {2 * fit.uncertainty:.1f} {unit} from minute "
                f"{fit.start:.0f} to minute {fit.end:.0f}, to {fit.value(fit.end):.1f}; {allowed} {unit} are allowed")
    return [" ".join(sentence.split()) for sentence in sentences]
