"""Files of other forms: what `chouette export` writes and what can be opened besides logs."""
