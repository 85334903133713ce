# Writes an export of Apple Health with the size in MB, imports it, and prints the peak memory of that in KB.
import resource, subprocess, sys, zipfile
record = (' <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="A Watch" sourceVersion="7.2" '
    'device="&lt;&lt;HKDevice: 0x2801f4b40&gt;, name:Apple Watch, model:Watch&gt;" unit="count/min" '
    'creationDate="%s" startDate="%s" endDate="%s" value="%d">\n'
    '  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/>\n </Record>\n')
def write(file):
    file.write(b'<?xml version="1.0"?>\n<HealthData>\n')
    size = number = 0
    while size < int(sys.argv[3]) * 1000000:
        date = "20%02d-%02d-%02d %02d:%02d:%02d +0200" % (10 + number // 2419200 % 20,
            1 + number // 2592000 % 12, 1 + number // 86400 % 28, number // 3600 % 24,
            number // 60 % 60, number % 60)
        text = (record % (date, date, date, 60 + number % 50)).encode()
        file.write(text)
        size += len(text)
        number += 7
    file.write(b"</HealthData>\n")
name = sys.argv[2]
if name.endswith(".zip"):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("apple_health_export/export.xml", "w") as file: write(file)
else:
    with open(name, "wb") as file: write(file)
subprocess.run([sys.argv[1], "import", "--database", name + ".db", name], check=True, stdout=sys.stderr)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
