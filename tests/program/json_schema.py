"""json_schema.py SCHEMA < OBJECTS: JSON values one after the other, or one a line, against a schema of
schemas/. Knows what these use of JSON Schema (2020-12): type, enum, properties, required,
additionalProperties, items; another word is an error."""
import json
import sys

TYPES = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}
KNOWN = {"$schema", "title", "description", "type", "enum", "properties", "required", "additionalProperties", "items"}


def is_type(value, name):
    if name in ("integer", "number"):
        wanted = int if name == "integer" else (int, float)
        return isinstance(value, wanted) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def errors(value, schema, at):
    for word in schema.keys() - KNOWN:
        yield f"{at}: the schema has `{word}`, which is not known here"
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    if names and not any(is_type(value, name) for name in names):
        yield f"{at}: {value!r:.60}, expected {' or '.join(names)}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r}, expected one of {schema['enum']}"
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                yield f"{at}: no `{name}`"
        for name, member in value.items():
            if name in properties:
                yield from errors(member, properties[name], f"{at}.{name}")
            elif schema.get("additionalProperties", True) is False:
                yield f"{at}: `{name}`, which the schema has not"
    if isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            yield from errors(item, schema["items"], f"{at}[{i}]")


def values(text):
    decoder, at = json.JSONDecoder(), 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        yield value


schema = json.load(open(sys.argv[1], encoding="utf-8"))
count = 0
found = []
for count, value in enumerate(values(sys.stdin.read()), 1):
    found += errors(value, schema, f"value {count}")
print("\n".join(found[:20]) if found else f"{count} values fit")
sys.exit(bool(found) or count == 0)
