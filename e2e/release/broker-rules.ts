import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

// A parser that another tool brings along; it has no types.
const yaml = createRequire(import.meta.url)('js-yaml') as { load: (text: string) => unknown }
const FILE = join(import.meta.dirname, '..', '..', 'deploy', 'compose.cluster.yaml')

/** A question to the consoles, as the broker's settings say: `body` has words in `${}` for what the module sent. */
export type BrokerQuestion = { url: string; headers: Record<string, string>; body: Record<string, string> }

/** What deploy/compose.cluster.yaml says, with its variables filled in. */
export type ClusterSettings = {
  /** Of a console, by its name. */
  consoles: Record<string, Record<string, string>>
  login: BrokerQuestion
  topic: BrokerQuestion
  /** Whom the broker knows itself, by name: the gateways. */
  gateways: Map<string, string>
  /** The port at which the proxy tells the module's address first. */
  proxied_port: number
}

type Compose = {
  services: Record<string, { environment?: Record<string, string> }>
  configs: Record<'emqx' | 'emqx-users', { content: string }>
}

/** Reads the file as `docker compose` does: variables are required, `$$` is a dollar. */
export const readCluster = (variables: Record<string, string>): ClusterSettings => {
  const fill = (text: string): string =>
    text.replaceAll(/\$\$|\$\{(\w+)(?::\?[^}]*)?\}/g, (whole, name?: string) => {
      if (name === undefined) return whole === '$$' ? '$' : whole
      const value = variables[name]
      if (value === undefined) throw new Error(`${name} is not set`)
      return value
    })
  const { services, configs } = yaml.load(readFileSync(FILE, 'utf8')) as Compose // our own file
  const emqx = fill(configs.emqx.content)
  const [, ...users] = fill(configs['emqx-users'].content).trim().split('\n')
  const proxied = /listeners\.tcp\.\w+ \{ bind = "[\d.]+:(\d+)", proxy_protocol = true \}/.exec(emqx)
  return {
    consoles: Object.fromEntries(
      Object.entries(services).flatMap(([name, { environment }]) =>
        name.startsWith('heatfleet-') && environment !== undefined
          ? [[name, Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, fill(String(value))]))]]
          : [],
      ),
    ),
    login: questionOf(emqx, 'login'),
    topic: questionOf(emqx, 'topic'),
    gateways: new Map(users.map((line) => [line.split(',')[0] ?? '', line.split(',')[1] ?? ''])),
    proxied_port: Number(proxied?.[1]),
  }
}

/** The request behind `url = ".../broker/login"` in the broker's settings. */
const questionOf = (emqx: string, name: 'login' | 'topic'): BrokerQuestion => {
  const found = new RegExp(`url = "(\\S+/broker/${name})"\\s+headers \\{(.*)\\}\\s+body \\{(.*)\\}`).exec(emqx)
  if (found === null) throw new Error(`the broker's settings have no question ${name}`)
  const [, url = '', headers = '', body = ''] = found
  return { url, headers: pairsOf(headers), body: pairsOf(body) }
}

const pairsOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([\w-]+) = "([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]))
