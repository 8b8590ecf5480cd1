import { release } from './contents.ts'

/** Commands of the launcher, each with the script of package.json that says how it is started. */
const COMMANDS = {
  start: 'start',
  serve: 'serve',
  backup: 'backup',
  restore: 'restore',
  mcp: 'mcp',
  bridge: 'bridge',
} as const

/** From a script of package.json: the settings of memory, the flags of Node and the program, with the release's own Node. */
const lineOf = (script: string): string => {
  const [, environment = '', flags = ''] = /^exec (?:env (.*?) )?node (.*)$/.exec(script) ?? []
  if (flags === '') throw new Error(`package.json: this script cannot be started by the launcher: ${script}`)
  const words = flags.split(' ').map((word) => (word.startsWith('server/') ? `"$home/${word}"` : word))
  return `exec ${environment === '' ? '' : `env ${environment} `}"$node" ${words.join(' ')} "$@"`
}

/** `bin/heatfleet`: a shell script that works wherever the release was unpacked, and for a link to it. */
export const launcherText = (arch: string): string => {
  const { scripts } = release()
  const cases = Object.entries(COMMANDS).map(([command, script]) => `  ${command}) ${lineOf(scripts[script] ?? '')} ;;`)
  return `#!/bin/sh
# heatfleet start | serve | backup | restore | mcp | bridge | health: see docs/operating.md.
home=$(dirname "$(dirname "$(readlink -f "$0")")")
node="$home/node_modules/node-linux-${arch}/bin/node"
command=\${1:-serve}
[ $# -gt 0 ] && shift
case $command in
${cases.join('\n')}
  health) exec "$node" "$home/server/src/start/health-main.ts" ;;
  *) echo "heatfleet: \\"$command\\" is none of ${Object.keys(COMMANDS).join(', ')}, health." >&2; exit 2 ;;
esac
`
}
