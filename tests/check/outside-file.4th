\ A file outside the folder of the script.
LOAD ../README.md   \ expect: FG105
