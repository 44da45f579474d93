"""Word lists of the gate: what counts as a file, a command, a number or a unit."""

_EXTENSIONS = """
csv tsv json jsonl ndjson yaml yml toml xml html htm md rst txt log ini cfg conf env lock
py ipynb pyi js jsx ts tsx mjs css scss java kt c h cc cpp hpp cs go rs rb php pl lua swift
scala r jl sh bash zsh bat ps1 sql db sqlite sqlite3 parquet avro arrow feather pkl pickle
npy npz h5 hdf5 xlsx xls docx doc pptx pdf tex bib png jpg jpeg gif svg bmp tiff webp wav
mp3 mp4 zip tar gz tgz bz2 xz 7z whl jar so bin dat out err pem key crt proto graphql ics
geojson shp diff patch tf
"""
_FOLDERS = """
src data test tests lib docs doc app apps out output outputs in input inputs config configs
script scripts result results build dist bin etc home tmp var usr opt assets static public
templates models notebooks logs fixtures examples pkg cmd internal workspace repo
"""
_COMMANDS = """
python python3 pip pip3 uv poetry conda pytest tox nox mypy ruff black flake8 git make cmake
gcc g++ clang cargo rustc go npm npx yarn pnpm node deno bun java javac mvn gradle docker
kubectl helm terraform ls cd cat cp mv rm mkdir rmdir touch chmod chown grep rg sed awk cut
sort uniq head tail wc find xargs diff patch tar unzip zip gzip curl wget ssh scp rsync jq
sqlite3 psql mysql redis-cli mongo bash sh zsh source export echo printf sudo apt apt-get
brew perl ruby bundle rails php composer dotnet tee time env which kill ps strace gdb pdb
"""
_PLAIN_CAPITALS = """
MUST NOT ONLY NEVER ALL ANY AND OR DO NO IF THE A AN IS BE SHOULD SHALL MAY CAN ALWAYS EACH
EVERY NOTE TODO OK PLEASE IMPORTANT I EXACTLY WARNING
"""

EXTENSIONS = tuple(_EXTENSIONS.split())
FILE_NAMES = ("Makefile", "Dockerfile", "README", "LICENSE", "CHANGELOG", "Procfile", "Gemfile")
FOLDERS = frozenset(_FOLDERS.split())
COMMANDS = frozenset(_COMMANDS.split())
"""What the first word of something to type may be."""
PLAIN_CAPITALS = frozenset(_PLAIN_CAPITALS.split())
"""Words that are shouted, not names."""
NUMBER_WORDS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13,
    "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
    "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "thousand": 1000,
    "million": 1_000_000, "dozen": 12, "twice": 2, "thrice": 3,
}  # fmt: skip
ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip
UNITS = {
    "%": "%", "percent": "%", "per cent": "%", "ms": "ms", "millisecond": "ms",
    "milliseconds": "ms", "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s",
    "min": "min", "mins": "min", "minute": "min", "minutes": "min", "h": "h", "hour": "h",
    "hours": "h", "day": "d", "days": "d", "week": "week", "weeks": "week", "month": "month",
    "months": "month", "year": "year", "years": "year", "byte": "b", "bytes": "b", "kb": "kb",
    "kib": "kib", "mb": "mb", "mib": "mib", "gb": "gb", "gib": "gib", "px": "px", "pixel": "px",
    "pixels": "px", "km": "km", "m": "m", "meter": "m", "meters": "m", "metre": "m",
    "metres": "m", "cm": "cm", "mm": "mm", "kg": "kg", "g": "g", "usd": "usd", "dollar": "usd",
    "dollars": "usd",
}  # fmt: skip
"""Spellings of units of measure. Counted things (rows, places) are words, not units."""
