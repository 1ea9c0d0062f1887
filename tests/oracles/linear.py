"""Linear equations in Fractions."""

from fractions import Fraction

Row = list[Fraction]


def solve(matrix: list[Row], constants: Row) -> Row:
    """The x with matrix x = constants, by elimination; a singular matrix is a StopIteration."""
    rows = [[*row, constant] for row, constant in zip(matrix, constants, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = next(row for row in range(column, size) if rows[row][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = 1 / rows[column][column]
        rows[column] = [entry * scale for entry in rows[column]]
        for row in range(size):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [entry - factor * top for entry, top in zip(rows[row], rows[column], strict=True)]
    return [row[size] for row in rows]
