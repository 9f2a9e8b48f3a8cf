// Package files opens, names and removes the files a user gave. For an ordinary command it is package os.
//
// A process that serves one folder to a stranger calls [Confine] first. From then on it reaches that folder only, through the
// handle of an [os.Root]: each step of a path is resolved inside, at the moment it is taken, so that a folder which is exchanged
// for a link meanwhile leads nowhere. What lies outside is refused, and so is writing to a file that has a second name (a hard
// link), for that name may lie outside.
//
// Files of the program itself, such as those in temporary folders, are opened by package os.
package files
