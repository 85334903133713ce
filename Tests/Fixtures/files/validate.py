import json, sys
from jsonschema import Draft202012Validator
schema = json.load(open(sys.argv[1] + "/schema.json", encoding="utf-8"))
Draft202012Validator.check_schema(schema)
validators = {
    name: Draft202012Validator({"$defs": schema["$defs"], "$ref": "#/$defs/" + name}) for name in schema["$defs"]}
for line in open(sys.argv[1] + "/cases", encoding="utf-8"):
    case = json.loads(line)
    print(validators[case["as"]].is_valid(case["value"]))
