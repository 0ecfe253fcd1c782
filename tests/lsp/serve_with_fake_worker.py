"""The real language server with a fake worker."""

import sys
from pathlib import Path

from testloom.lsp import serve

if __name__ == "__main__":
    serve(worker=[sys.executable, str(Path(__file__).with_name("fake_worker.py"))])
