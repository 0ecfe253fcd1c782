"""Inventory in a CSV file: `inventory add`, `inventory report`, `inventory merge`."""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path

FIELDS = ["sku", "name", "quantity", "price"]


def positive(text: str) -> int:
    value = int(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text} is not positive")
    return value


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as stream:
        reader = csv.DictReader(stream)
        if reader.fieldnames != FIELDS:
            raise ValueError(f"{path.name}: expected columns {', '.join(FIELDS)}")
        return list(reader)


def write(path: Path, rows: list[dict[str, str]]) -> None:
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, FIELDS)
        writer.writeheader()
        writer.writerows(rows)


def cmd_add(args: argparse.Namespace) -> int:
    rows = read(args.file) if args.file.exists() else []
    for row in rows:
        if row["sku"] == args.sku:
            row["quantity"] = str(int(row["quantity"]) + args.quantity)
            break
    else:
        if args.price is None:
            print(f"new article {args.sku} needs a price", file=sys.stderr)
            return 1
        rows.append(
            {"sku": args.sku, "name": args.name or args.sku, "quantity": str(args.quantity), "price": args.price}
        )
    write(args.file, rows)
    return 0


def cmd_report(args: argparse.Namespace) -> int:
    rows = read(args.file)
    low = [row for row in rows if int(row["quantity"]) < args.minimum]
    if args.low_only:
        rows = low
    total = 0.0
    for row in sorted(rows, key=lambda r: r[args.sort]):
        value = int(row["quantity"]) * float(row["price"])
        total += value
        flag = " *" if row in low else ""
        print(f"{row['sku']:<8}{row['quantity']:>5}{value:>10.2f}{flag}")
    print(f"total {total:.2f}")
    return 3 if low else 0


def cmd_merge(args: argparse.Namespace) -> int:
    merged: dict[str, dict[str, str]] = {}
    for path in args.sources:
        for row in read(path):
            if row["sku"] in merged:
                known = merged[row["sku"]]
                known["quantity"] = str(int(known["quantity"]) + int(row["quantity"]))
            else:
                merged[row["sku"]] = row
    write(args.output, list(merged.values()))
    print(f"{len(merged)} articles")
    return 0


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="inventory")
    commands = parser.add_subparsers(dest="command", required=True)
    add = commands.add_parser("add", help="add articles")
    add.add_argument("file", type=Path)
    add.add_argument("sku")
    add.add_argument("quantity", type=positive)
    add.add_argument("--name")
    add.add_argument("--price")
    add.set_defaults(run=cmd_add)
    report = commands.add_parser("report", help="show what there is")
    report.add_argument("file", type=Path)
    report.add_argument("--minimum", type=int, default=5)
    report.add_argument("--low-only", action="store_true")
    report.add_argument("--sort", choices=["sku", "name"], default="sku")
    report.set_defaults(run=cmd_report)
    merge = commands.add_parser("merge", help="merge several files")
    merge.add_argument("sources", nargs="+", type=Path)
    merge.add_argument("-o", "--output", type=Path, required=True)
    merge.set_defaults(run=cmd_merge)
    return parser


def main(argv: list[str] | None = None) -> int:
    args = build_parser().parse_args(argv)
    try:
        return args.run(args)
    except FileNotFoundError as error:
        print(f"no such file: {error.filename}", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
