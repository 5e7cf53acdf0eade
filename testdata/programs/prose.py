This is a letter, not a program.
It doesn't define anything.
