/**
 * The constant script in front of a program that must not outlive its parent, run as `/bin/sh -c TETHER er-skill <argv…>`.
 *
 * - The parent holds the only writing end of descriptor 3. When the parent dies, in whatever way, the watcher reads the end of the
 *   file and ends the whole process group: SIGTERM, five seconds to clean up, SIGKILL.
 * - A line on that descriptor sends the watcher home: the program has ended, or the parent ends it itself.
 * - The program takes the shell's place, so that pid, exit code and signal are its own.
 */
export const TETHER = `(trap '' TERM INT HUP
IFS= read -r line <&3 && exit 0
kill -TERM 0
sleep 5
kill -KILL 0) >/dev/null 2>&1 &
exec "$@" 3<&-`;

export const TETHER_NAME = 'er-skill';
