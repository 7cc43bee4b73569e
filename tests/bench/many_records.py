#!/usr/bin/env python3
"""Many records out of one, to see what `cmcm conform` takes for a large campaign.

    tests/bench/many_records.py hetero.xml 10000 20 DIRECTORY

writes 10,000 records into the directory, each with 20 of the record's tests in turn, each of
another machine's name in a hundred, with counts of its own (from a fixed seed).
"""
import pathlib
import random
import re
import sys


def changed(test, chance):
    """The same test with other counts; the instances stay their sum."""
    counts = []

    def count(match):
        value = int(match.group(1))
        counts.append(chance.randint(1, 2 * value) if value else 0)
        return f'<state count="{counts[-1]}"'

    text = re.sub(r'<state count="(\d+)"', count, test)
    text = re.sub(r'(stuck|unfiled)="\d+"', r'\1="0"', text)
    return re.sub(r'<counts instances="\d+"', f'<counts instances="{sum(counts)}"', text)


def main():
    source, records, each, into = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    text = pathlib.Path(source).read_text(encoding="utf-8")
    tests = re.findall(r"<test .*?</test>\n", text, re.DOTALL)
    head, tail = text[: text.index("<test ")], text[text.rindex("</test>\n") + 8 :]
    chance = random.Random(1)
    folder = pathlib.Path(into)
    folder.mkdir(parents=True, exist_ok=True)
    for i in range(records):
        own = [changed(tests[(i * each + k) % len(tests)], chance) for k in range(each)]
        machine = re.sub(r'host="[^"]*"', f'host="node{i % 100}"', head)
        (folder / f"r{i:05}.xml").write_text(machine + "".join(own) + tail, encoding="utf-8")


if __name__ == "__main__":
    main()
