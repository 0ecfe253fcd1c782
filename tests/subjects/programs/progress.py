"""Shows progress of loops on a text stream."""

import io
import sys

from tqdm import tqdm, trange


def main() -> None:
    stream = io.StringIO()
    for _ in tqdm(range(300), file=stream, desc="plain", mininterval=0):
        pass
    with tqdm(total=1000, unit="B", unit_scale=True, file=stream, mininterval=0, ascii=True) as bar:
        for size in (10, 200, 0, 790):
            bar.update(size)
            bar.set_postfix(size=size, rest="x")
    for number in trange(3, file=stream, leave=False, ncols=40):
        tqdm.write(str(number), file=stream)
    print(len(stream.getvalue()) > 100)
    print(tqdm.format_sizeof(123456, "B"), tqdm.format_interval(3723), tqdm.format_num(1e6))
    print(tqdm.format_meter(5, 10, 2.0, ncols=60), tqdm.format_meter(5, None, 2.0))


for _ in range(int(sys.argv[1])):
    main()
