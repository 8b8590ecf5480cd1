import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `npm run release:cluster`: the processes of deploy/compose.cluster.yaml with its settings, in a network of their own (a namespace of the
 * kernel), where their names and ports are those of the file: nginx with deploy/cluster/nginx.conf, two consoles with their gateways, PostgreSQL,
 * and Mosquitto behind the rules of the broker, since EMQX is in no package of Debian. For machines without a container engine. Needs root,
 * `nginx-light`, `libnginx-mod-stream`, `mosquitto`, `iproute2` and `openssl`.
 */
const folder = mkdtempSync(join(tmpdir(), 'heatfleet-cluster-'))
chmodSync(folder, 0o755)
try {
  const nginx = join(folder, 'nginx')
  mkdirSync(nginx)
  const certificate = join(nginx, 'tls.crt')
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=heat.example.com', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', [...words, ...names, '-keyout', join(nginx, 'tls.key'), '-out', certificate], {
    stdio: 'pipe',
  })
  const inside = [process.execPath, join(import.meta.dirname, 'cluster-inside.ts'), folder, ...process.argv.slice(2)]
  const child = spawn('unshare', ['--mount', '--net', '--fork', '--kill-child=SIGTERM', ...inside], {
    stdio: 'inherit',
    // Read by Node at its start alone: calls trust the proxy by its certificate.
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
  })
  process.exitCode = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
