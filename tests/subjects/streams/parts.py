"""Parts of an open file, of which no more may be read than it has."""

import os


class Part:
    """So many bytes from a place on."""

    def __init__(self, source, start, lock):
        self._source = source
        self._lock = lock
        self._size = os.fstat(source.fileno()).st_size
        self.start = start

    def left(self):
        with self._lock:
            place = self._source.tell()
            if place < self.start:
                self._source.seek(self.start)
                return self._size
            return self._size - place

    def fill(self, text):
        self._lock.acquire()
        try:
            written = self._source.write(text)
            self._source.flush()
        finally:
            self._lock.release()
        return written
