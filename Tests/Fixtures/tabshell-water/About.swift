// The rest of this program is generated from the Swift blocks of docs/tutorial.md by the plugin TutorialSources.
