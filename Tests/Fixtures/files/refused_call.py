import ctypes, os, struct, sys
number, error = int(sys.argv[1]), int(sys.argv[2])
# Load the number of the call; compare it; return the error, or allow the call.
code = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | error), (0x06, 0, 0, 0x7fff0000)]
program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in code))
header = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(code), ctypes.addressof(program)))
prctl = ctypes.CDLL(None, use_errno=True).prctl
prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
# PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP with SECCOMP_MODE_FILTER
if prctl(38, 1, 0, 0, 0) or prctl(22, 2, ctypes.addressof(header), 0, 0):
    sys.exit("no filter: " + os.strerror(ctypes.get_errno()))
os.execv(sys.argv[3], sys.argv[3:])
