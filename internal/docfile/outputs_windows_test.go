package docfile

// noFolder is said of a file in what is none.
const noFolder = "cannot write"
