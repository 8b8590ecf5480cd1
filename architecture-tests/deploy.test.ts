import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
// A parser that another tool brings along; it has no types.
const yaml = createRequire(import.meta.url)('js-yaml') as { loadAll: (text: string) => unknown[] }

/** Every setting, by .env.example, which a test holds to server/src/config.ts. */
const SETTINGS = new Set(Object.keys(parseEnv(read('.env.example'))))
const settingsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\b(?:HEATFLEET_[A-Z_]+|DATABASE_URL|MQTT_URL)\b/g)].map(([name]) => name)),
]

/** What the chart needs beyond its values, as an operator gives it. */
const GIVEN = { secretKey: 'a'.repeat(64), brokerSecret: 'b'.repeat(64), adminPassword: 'Warm-Water-26' }
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const valueAt = (of: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), of)

/**
 * The part of the template language that the chart uses: values, `quote`, `toJson`, `printf`, `required`, and one `if`. Anything else, and a
 * value that is not defined, is an error; where `helm` is at hand, it says more.
 */
const render = (template: string, scope: Record<string, unknown>): string => {
  const wordOf = (word: string): unknown => {
    if (word.startsWith('"')) return word.slice(1, -1)
    const value = valueAt(scope, word.slice(1))
    if (value === undefined || value === null) throw new Error(`${word} is not defined in values.yaml`)
    return value
  }
  const evaluate = (expression: string): string => {
    const [first = '', ...pipes] = expression.split('|').map((part) => part.trim())
    const words = first.match(/"[^"]*"|\S+/g) ?? []
    const [head = '', ...rest] = words
    let value: unknown
    if (head === 'printf') {
      const [format = '', ...values] = rest.map(wordOf).map(String)
      value = values.reduce((text, one) => text.replace('%s', one), format)
    } else if (head === 'required') {
      value = wordOf(rest[1] ?? '')
      if (value === '') throw new Error(String(wordOf(rest[0] ?? '')))
    } else if (words.length === 1) value = wordOf(head)
    else throw new Error(`${expression}: not a part of the language that is checked here`)
    for (const pipe of pipes) {
      if (pipe === 'quote') value = JSON.stringify(String(value))
      else if (pipe === 'toJson') value = JSON.stringify(value)
      else throw new Error(`${pipe}: not a part of the language that is checked here`)
    }
    return String(value)
  }
  const kept = template.replace(/\{\{- if (\S+) \}\}\n([\s\S]*?)\{\{- end \}\}/g, (_, word: string, body: string) =>
    wordOf(word) === true ? body : '',
  )
  return kept.replace(/\{\{ (.*?) \}\}/g, (_, expression: string) => evaluate(expression))
}

describe('what runs the release', () => {
  const composed = globSync('deploy/compose*.yaml', { cwd: root })

  it.each(composed)('%s is YAML whose settings exist', (path) => {
    const [document] = yaml.loadAll(read(path))
    const services = valueAt(document, 'services')
    expect(isRecord(services) ? Object.keys(services).length : 0).toBeGreaterThan(0)
    expect(settingsIn(read(path)).filter((name) => !SETTINGS.has(name))).toEqual([])
    // Each volume that a service mounts by name is declared.
    const mounted = Object.values(isRecord(services) ? services : {}).flatMap((service) => {
      const volumes = valueAt(service, 'volumes')
      return Array.isArray(volumes) ? volumes.map((volume) => String(volume).split(':')[0] ?? '') : []
    })
    const declared = valueAt(document, 'volumes')
    expect(mounted.filter((name) => !name.startsWith('.') && !(isRecord(declared) && name in declared))).toEqual([])
  })

  it('the cluster has two consoles behind its proxy, a database and a broker', () => {
    const [document] = yaml.loadAll(read('deploy/compose.cluster.yaml'))
    const services = valueAt(document, 'services')
    expect(isRecord(services) ? Object.keys(services) : []).toEqual([
      'heatfleet-1',
      'heatfleet-2',
      'proxy',
      'postgres',
      'broker',
    ])
    const proxy = read('deploy/cluster/nginx.conf')
    for (const name of ['heatfleet-1', 'heatfleet-2']) expect(proxy).toContain(`server ${name}:8080`)
    expect(proxy.split('{').length).toBe(proxy.split('}').length)
    // Both take exports, images and secrets from the same place.
    for (const name of ['heatfleet-1', 'heatfleet-2'])
      expect(valueAt(services, `${name}.environment`)).toMatchObject({
        HEATFLEET_EXPORTS: '/shared/exports',
        HEATFLEET_FIRMWARE: '/shared/firmware',
        HEATFLEET_SECRET_KEY: expect.any(String),
      })
  })

  it.each(['deploy/compose.cluster.yaml', 'deploy/compose.external.yaml'])(
    '%s: the broker knows the gateway, and asks the product about every other log-in and topic',
    (path) => {
      const [document] = yaml.loadAll(read(path))
      const emqx = String(valueAt(document, 'configs.emqx.content'))
      const asked = [...emqx.matchAll(/url = "http:\/\/[\w-]+:\d+(\/broker\/\w+)"/g)].map(
        ([, asked_path]) => asked_path,
      )
      expect(asked).toEqual(['/broker/login', '/broker/topic'])
      expect(emqx).toContain('no_match = deny, deny_action = disconnect')
      expect(String(valueAt(document, 'configs.emqx-users.content'))).toMatch(
        /^gateway,\$\{HEATFLEET_BROKER_SECRET\},true$/m,
      )
      // The fields that the product reads, each with its own value; `$$` is one sign in a compose file.
      for (const name of ['clientid', 'username', 'password', 'peerhost', 'action', 'topic', 'qos', 'retain'])
        expect(emqx).toContain(`${name} = "$$\{${name}}"`)
    },
  )

  it('backups have a place outside of the data, which the account may write', () => {
    for (const path of composed) {
      const [document] = yaml.loadAll(read(path))
      const [service] = Object.entries(valueAt(document, 'services') ?? {}).filter(([name]) =>
        name.startsWith('heatfleet'),
      )
      expect(valueAt(service?.[1], 'volumes')).toContain('backup:/backup')
    }
    expect(read('deploy/Dockerfile')).toMatch(/install -d -o 10001 -g 10001 [^\n]*\/backup /)
    const [, folder = ''] = /^ReadWritePaths=-(\S+)$/m.exec(read('deploy/heatfleet.service')) ?? []
    expect(folder).not.toBe('')
    expect(read('docs/operating.md')).toContain(`HEATFLEET_BACKUP_TO=${folder}`)
  })

  it('modules come through the proxy alone: with TLS, and with their own address', () => {
    const [document] = yaml.loadAll(read('deploy/compose.cluster.yaml'))
    const services = valueAt(document, 'services')
    const published = Object.entries(isRecord(services) ? services : {}).flatMap(([name, service]) => {
      const ports = valueAt(service, 'ports')
      return ports === undefined ? [] : [[name, ports]]
    })
    expect(published).toEqual([['proxy', ['443:443', '8883:8883']]])
    const emqx = String(valueAt(document, 'configs.emqx.content'))
    const [, port] = /bind = "0\.0\.0\.0:(\d+)", proxy_protocol = true/.exec(emqx) ?? []
    expect(emqx).toContain('tls = "true"')
    expect(read('deploy/cluster/nginx.conf')).toMatch(
      new RegExp(String.raw`listen 8883 ssl;[^}]*proxy_protocol on;\s+proxy_pass broker:${port};`),
    )
  })

  it('paths that the proxy, the broker and the probes use are served', () => {
    const server = globSync('server/src/transports/*.ts', { cwd: root }).map(read).join('\n')
    const named = [
      read('deploy/cluster/nginx.conf'),
      read('deploy/compose.cluster.yaml'),
      read('deploy/helm/templates/statefulset.yaml'),
    ].join('\n')
    const paths = [...named.matchAll(/(?:location |path: |:8081)(\/(?:\w+)\/?\w*)/g)].map(([, path = '']) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['/ws', '/metrics', '/healthz', '/readyz', '/broker/login', '/broker/topic']),
    )
    const known = (path: string) =>
      path === '/broker/' ||
      server.includes(`POST ${path}\``) ||
      server.includes(`'${path}'`) ||
      read('contract/src/push.ts').includes(`'${path}'`)
    expect(paths.filter((path) => !known(path))).toEqual([])
  })

  describe('the Helm chart', () => {
    const [values] = yaml.loadAll(read('deploy/helm/values.yaml'))
    const templates = globSync('deploy/helm/templates/*.yaml', { cwd: root })
    const scope = (given: object) => ({
      Release: { Name: 'heatfleet' },
      Values: { ...(isRecord(values) ? values : {}), ...given },
    })

    it.each(templates)('%s is YAML whose values are defined and whose settings exist', (path) => {
      const documents = yaml.loadAll(render(read(path), scope(GIVEN)))
      expect(documents.length).toBeGreaterThan(0)
      for (const document of documents) {
        expect(document).toMatchObject({ apiVersion: expect.any(String), kind: expect.any(String) })
        expect(String(valueAt(document, 'metadata.name'))).toMatch(/^heatfleet/)
      }
      expect(settingsIn(read(path)).filter((name) => !SETTINGS.has(name))).toEqual([])
    })

    it('uses every value, and says which secret is missing', () => {
      const text = templates.map(read).join('\n')
      const unused = Object.keys(isRecord(values) ? values : {}).filter((key) => !text.includes(`.Values.${key}`))
      expect(unused).toEqual([])
      expect(() => render(read('deploy/helm/templates/secret.yaml'), scope({}))).toThrow('secretKey: 64 hex digits')
    })

    it('has the version of the product', () => {
      const [chart] = yaml.loadAll(read('deploy/helm/Chart.yaml'))
      const { version } = JSON.parse(read('package.json')) as { version: string }
      expect(chart).toMatchObject({ version, appVersion: version })
      expect(valueAt(values, 'image.tag')).toBe(version)
    })
  })
})
