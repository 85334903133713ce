import os, shutil, subprocess, sys
home = os.fsencode(sys.argv[1]) + b"/caf\xe9"
os.makedirs(home + b"/.fonts")
shutil.copy("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", home + b"/a.ttf")
os.symlink(b"../a.ttf", home + b"/.fonts/a.ttf")
settings = home + b"/fonts.conf"
open(settings, "w").write("<fontconfig><dir>~/.fonts</dir></fontconfig>")
environment = {b"HOME": home, b"FONTCONFIG_FILE": settings, b"PATH": b"/usr/bin:/bin"}
sys.exit(subprocess.run([sys.argv[2], "--font", "Sans"], env=environment).returncode)
