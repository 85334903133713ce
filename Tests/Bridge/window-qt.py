#!/usr/bin/env python3
"""The same window of Qt 6."""
import sys

from PyQt6.QtWidgets import (
    QApplication, QDialog, QLabel, QLineEdit, QMainWindow, QMenu, QPushButton, QTabWidget, QVBoxLayout, QWidget)


def column(*widgets):
    box = QWidget()
    layout = QVBoxLayout(box)
    for widget in widgets:
        layout.addWidget(widget)
    return box


def field(label, widget):
    name = QLabel(f"&{label}")
    name.setBuddy(widget)
    return column(name, widget)


class Window(QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Example")
        self.resize(600, 400)
        menu = QMenu("Create", self)
        for title in ("New Post", "New Photo"):
            menu.addAction(title)
        create = QPushButton("Create")
        create.setMenu(menu)
        search = QPushButton("Search")
        search.clicked.connect(self.open_dialog)
        password = QLineEdit(echoMode=QLineEdit.EchoMode.Password)
        tabs = QTabWidget()
        for title, content in {
            "Home": column(QPushButton("Stay steady")),
            "Flash": column(field("Note", QLineEdit()), QPushButton("Save")),
            "Growth": column(field("PIN", password), create, search),
        }.items():
            tabs.addTab(content, title)
        self.setCentralWidget(tabs)
        tabs.tabBar().setFocus()

    def open_dialog(self):
        dialog = QDialog(self)
        dialog.setWindowTitle("Search")
        link = QLabel('<a href="https://example.org/">a link</a>', openExternalLinks=True)
        layout = QVBoxLayout(dialog)
        layout.addWidget(QLabel("A line"))
        layout.addWidget(link)
        dialog.open()


application = QApplication(sys.argv)
window = Window()
window.show()
application.exec()
