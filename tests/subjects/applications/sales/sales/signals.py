"""Small numerical helpers for sensor signals."""

import numpy as np
from numpy.typing import NDArray


def moving_average(values: NDArray[np.float64], window: int) -> NDArray[np.float64]:
    """Mean of each window of consecutive values."""
    if window < 1:
        raise ValueError("window must be at least 1")
    if window > len(values):
        raise ValueError(f"window {window} is longer than the signal ({len(values)})")
    kernel = np.ones(window) / window
    return np.convolve(values, kernel, mode="valid")


def normalise(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scale values to the range from 0 to 1."""
    values = np.asarray(values, dtype=float)
    if values.size == 0:
        return values
    low, high = np.nanmin(values), np.nanmax(values)
    if high == low:
        return np.zeros_like(values)
    return (values - low) / (high - low)


def standardise(matrix: np.ndarray, axis: int = 0) -> np.ndarray:
    """Columns (or rows) with mean 0 and standard deviation 1; constant ones become 0."""
    if matrix.ndim != 2:
        raise ValueError(f"expected a matrix, got {matrix.ndim} dimensions")
    mean = matrix.mean(axis=axis, keepdims=True)
    deviation = matrix.std(axis=axis, keepdims=True)
    deviation[deviation == 0] = 1.0
    return (matrix - mean) / deviation


def peaks(signal: np.ndarray, threshold: float = 0.0) -> list[int]:
    """Positions that are higher than both neighbours and the threshold."""
    found = []
    for i in range(1, len(signal) - 1):
        if signal[i] > threshold and signal[i] > signal[i - 1] and signal[i] >= signal[i + 1]:
            found.append(i)
    return found


def fill_gaps(signal: np.ndarray) -> np.ndarray:
    """Interpolate missing values linearly."""
    mask = np.isnan(signal)
    if not mask.any():
        return signal.copy()
    if mask.all():
        raise ValueError("signal has no values")
    positions = np.arange(len(signal))
    filled = signal.copy()
    filled[mask] = np.interp(positions[mask], positions[~mask], signal[~mask])
    return filled


def fit_line(x: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Slope and intercept of the least-squares line."""
    if x.shape != y.shape:
        raise ValueError(f"shapes differ: {x.shape} and {y.shape}")
    if x.size < 2:
        raise ValueError("need at least two points")
    design = np.column_stack([x, np.ones_like(x)])
    (slope, intercept), *_ = np.linalg.lstsq(design, y, rcond=None)
    return float(slope), float(intercept)


def solve(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Solve a linear system, by least squares if the matrix is singular."""
    a = np.atleast_2d(a)
    if a.shape[0] != a.shape[1]:
        raise ValueError("matrix is not square")
    try:
        return np.linalg.solve(a, b)
    except np.linalg.LinAlgError:
        return np.linalg.lstsq(a, b, rcond=None)[0]


def is_positive_definite(matrix: np.ndarray) -> bool:
    """Whether a symmetric matrix has only positive eigenvalues."""
    if not np.allclose(matrix, matrix.T):
        return False
    return bool(np.all(np.linalg.eigvalsh(matrix) > 0))


def windows(signal: np.ndarray, size: int, step: int = 1) -> np.ndarray:
    """Windows of a signal as rows."""
    if size <= 0 or step <= 0:
        raise ValueError("size and step must be positive")
    count = (len(signal) - size) // step + 1
    if count <= 0:
        return np.empty((0, size))
    return np.stack([signal[i * step : i * step + size] for i in range(count)])


def noisy(signal: np.ndarray, scale: float, seed: int | None = None) -> np.ndarray:
    """Add normal noise."""
    rng = np.random.default_rng(seed)
    return signal + rng.normal(0.0, scale, size=signal.shape)


def crop(image: np.ndarray, margin: int) -> np.ndarray:
    """Cut a margin off an image."""
    height, width = image.shape[:2]
    if 2 * margin >= min(height, width):
        raise ValueError("margin is too large")
    if margin == 0:
        return image
    return image[margin:-margin, margin:-margin]
