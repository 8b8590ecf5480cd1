import { readdirSync, readFileSync } from 'node:fs'

type Running = { pid: number; parent: number; command: string }

const running = (): Running[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
        return [
          { pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') },
        ]
      } catch {
        // It ended while we looked.
        return []
      }
    })

const childOf = (parent: number | undefined, pattern: RegExp): number => {
  const found = running().find((one) => one.parent === parent && pattern.test(one.command))
  if (found === undefined) throw new Error(`no process ${pattern} below ${parent}`)
  return found.pid
}

/** The gateway process of a running product. */
export const gatewayPid = (product: number | undefined): number => childOf(product, /gateway\.ts/)

/** The PostgreSQL server of a running product, whether it started it or adopted it. */
export const postgresPid = (product: number | undefined): number => {
  try {
    return childOf(product, /bin\/postgres /)
  } catch {
    // Adopted after a kill of its parent: it hangs on init then.
    return childOf(1, /bin\/postgres .*-D/)
  }
}
