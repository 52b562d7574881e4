"""The table of people at many places: who may sit where, what the host does about it, and hosting.

Nothing is imported here on purpose: the environment is scrubbed before Textual is imported.
"""
