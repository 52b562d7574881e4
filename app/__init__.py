"""Sessions, host, log files, bots, settings, the command line and the screens."""
