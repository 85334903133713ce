import StressMonitor

StressProgram.main()
