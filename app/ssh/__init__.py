"""The table over SSH: the door, one session a connection, and a Textual driver of our own.

Nothing is imported here on purpose: `app.ssh.environment.scrub_environment` must be able to run
before the first import of Textual, which reads the server's environment once and for all.
"""
