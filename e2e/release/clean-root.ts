import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The account of the image and of this root; the same numbers as in deploy/Dockerfile. */
export const ACCOUNT = { name: 'heatfleet', uid: 10_001, gid: 10_001 } as const

/** Programs that the release uses of its base system: what the launcher and PostgreSQL's initdb call. */
const PROGRAMS = ['sh', 'env', 'readlink', 'dirname'] as const
/** The locale of PostgreSQL, a part of the C library's package. */
const LOCALE = '/usr/lib/locale/C.utf8'
const DEVICES = ['null', 'zero', 'random', 'urandom'] as const

/**
 * A root with nothing but a C library with its locale, a shell, three small programs and the release, read-only but for its two folders: as
 * much as the image's base system has at least. Where no container engine runs, this stands in for the image.
 */
export const makeCleanRoot = (root: string, binaries: readonly string[]): void => {
  for (const folder of ['bin', 'usr/bin', 'etc', 'dev/shm', 'proc', 'tmp', 'data', 'opt/heatfleet'])
    mkdirSync(join(root, folder), { recursive: true, mode: 0o755 })
  const programs = PROGRAMS.map((name) => realpathSync(execFileSync('which', [name], { encoding: 'utf8' }).trim()))
  for (const [at, path] of programs.entries()) copyTo(root, path, `/usr/bin/${PROGRAMS[at]}`)
  symlinkSync('/usr/bin/sh', join(root, 'bin/sh'))
  for (const library of new Set([...programs, ...binaries].flatMap(librariesOf))) copyTo(root, library, library)
  cpSync(LOCALE, join(root, LOCALE), { recursive: true })
  const { name, uid, gid } = ACCOUNT
  writeFileSync(join(root, 'etc/passwd'), `root:x:0:0::/:/bin/sh\n${name}:x:${uid}:${gid}::/data:/bin/sh\n`)
  writeFileSync(join(root, 'etc/group'), `root:x:0:\n${name}:x:${gid}:\n`)
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
}

const copyTo = (root: string, from: string, to: string): void => {
  mkdirSync(dirname(join(root, to)), { recursive: true, mode: 0o755 })
  copyFileSync(realpathSync(from), join(root, to))
}

/** Shared libraries of the system that a program is linked to, loader included; those beside the program are its own. */
const librariesOf = (program: string): string[] => {
  const lines = execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const path = /(?:=> )?(\/\S+) \(0x/.exec(line)?.[1] ?? ''
    return path === '' || path.includes('node_modules') || !existsSync(path) ? [] : [path]
  })
}

/**
 * The shell text that enters the root: its own mounts and processes, everything read-only but `/data`, `/tmp` and
 * `/dev/shm`, no right of root left. For `unshare --mount --pid --fork`.
 */
export const enterText = (root: string, release: string, data: string, command: string): string =>
  [
    'set -e',
    'mount --make-rprivate /',
    // A disk that another run mounted is in this copy of the mounts too: it could not be unmounted for good while this runs.
    `for disk in $(awk '$1 ~ "^/dev/loop" { print $2 }' /proc/self/mounts); do umount --lazy $disk; done`,
    `mount --bind ${root} ${root}`,
    `mount --bind ${release} ${root}/opt/heatfleet`,
    `mount -o remount,bind,ro ${root}/opt/heatfleet`,
    `mount --bind ${data} ${root}/data`,
    `mount -t tmpfs -o mode=1777,size=256m tmpfs ${root}/tmp`,
    `mount -t tmpfs -o mode=1777,size=256m tmpfs ${root}/dev/shm`,
    ...DEVICES.map((device) => `touch ${root}/dev/${device}; mount --bind /dev/${device} ${root}/dev/${device}`),
    `mount -t proc proc ${root}/proc`,
    `mount -o remount,bind,ro ${root}`,
    `exec chroot --userspec=${ACCOUNT.uid}:${ACCOUNT.gid} ${root} ${command}`,
  ].join('\n')
