package files

// NonBlocking opens a file without waiting. In a page there are no pipes, and no flag for them.
const NonBlocking = 0
