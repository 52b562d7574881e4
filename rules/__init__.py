"""What a chouette is: pure values and functions, without clock, files, chance or screen."""
