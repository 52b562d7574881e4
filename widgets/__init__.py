"""Draw a view and post what the person wants; know no session and no file."""
