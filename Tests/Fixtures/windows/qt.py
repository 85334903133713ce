"""A program with a window of Qt 6 whose colour changes with each press of x.

  qt.py APP_ID COLOR OTHER_COLOR
"""
import sys

from PyQt6.QtGui import QGuiApplication
from PyQt6.QtWidgets import QApplication, QWidget

APP_ID, *colors = sys.argv[1:]


class Window(QWidget):
    """A window in one of two colours."""

    def paint(self):
        self.setStyleSheet(f"background: {colors[0]}")

    def keyPressEvent(self, event):
        if event.text() == "x":
            colors.reverse()
            self.paint()


QGuiApplication.setDesktopFileName(APP_ID)
application = QApplication(sys.argv[:1])
window = Window()
window.resize(700, 500)
window.paint()
window.show()
sys.exit(application.exec())
