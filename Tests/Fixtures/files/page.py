# The beginning of the pages of tests, in the home and for the tab of their arguments.
import json, os, select, signal, socket, subprocess, sys, time
home, tab = sys.argv[1:3]
def note(file, text):
    with open(f"{home}/{file}", "a") as output: print(text, file=output)
assert os.environ.get("TABSHELL_TAB", tab) == tab
note(tab + ".pids", os.getpid())
def say(**message): print(json.dumps(message), file=lines, flush=True)
def connect(**options):
    global lines
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(os.environ["TABSHELL_SOCKET"])
    lines = connection.makefile("rw")
    say(id=1, verb="register", program="page:" + tab, **options)
    return lines
