import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { api } from '@heatfleet/contract/api.ts'
import { buildDeviceAsyncApi, buildSocketAsyncApi } from '@heatfleet/contract/asyncapi.ts'
import { API_PREFIX } from '@heatfleet/contract/endpoint.ts'
import { buildOpenApi } from '@heatfleet/contract/openapi.ts'
import { asOpenApi30 } from '@heatfleet/contract/openapi-30.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { lazily } from '../platform/lazily.ts'

/** A text that is the same for everybody, in every form in which it is sent. */
type Document = { etag: string; plain: Buffer; gzip: Buffer; br: Buffer }

const DOCS_PATH = `${API_PREFIX}/docs`
/** The page of the API and its scripts, without their server, which serializes the document at every read. */
const PAGE_FOLDER = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static')
/** A quality that takes a tenth of a second of a helper thread for a megabyte. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const prepare = async (build: () => object): Promise<Document> => {
  const plain = Buffer.from(JSON.stringify(build()))
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const [zipped, br] = await Promise.all([promisify(gzip)(plain), promisify(brotliCompress)(plain, BROTLI)])
  return { etag, plain, gzip: zipped, br }
}

/** Made with the first read, once a process: it takes a fifth of a second. */
const openApi = lazily(() => prepare(() => buildOpenApi(api)))

/** Sends a document as the reader can take it; one who has it already gets its tag alone. */
const sendDocument = ({ headers }: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply => {
  reply.header('etag', document.etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (headers['if-none-match']?.includes(document.etag) === true) return reply.code(304).send()
  const accepted = String(headers['accept-encoding'] ?? '')
  reply.type('application/json; charset=utf-8')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(document.br)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(document.gzip)
  return reply.send(document.plain)
}

/**
 * OpenAPI of the endpoint table at `/JCloud/openapi.json` with a page at `/JCloud/docs`; AsyncAPI of socket and modules beside
 * it. Anybody may read them, so a read costs next to nothing: each text is made and compressed once.
 */
export const registerDocuments = async (
  app: FastifyInstance,
  { config }: Pick<AppContext, 'config'>,
): Promise<void> => {
  const { host } = new URL(config.HEATFLEET_PUBLIC_URL ?? 'https://heat.example.com')
  const documents = {
    'openapi.json': openApi,
    // Where readers of the page look for it.
    'docs/json': openApi,
    'docs/page.json': lazily(() => prepare(() => asOpenApi30(buildOpenApi(api)))),
    'asyncapi.json': lazily(() => prepare(() => buildSocketAsyncApi(host))),
    'asyncapi-device.json': lazily(() => prepare(() => buildDeviceAsyncApi(host))),
  }
  for (const [path, document] of Object.entries(documents))
    app.get(`${API_PREFIX}/${path}`, async (request, reply) => sendDocument(request, reply, await document()))
  const sendPage = (_: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply.type('text/html; charset=utf-8').send(PAGE)
  app.get(DOCS_PATH, sendPage)
  app.get(`${DOCS_PATH}/`, sendPage)
  app.get(`${DOCS_PATH}/open-page.js`, (_, reply) => reply.type('text/javascript; charset=utf-8').send(OPEN_PAGE))
  await app.register(fastifyStatic, { root: PAGE_FOLDER, prefix: `${DOCS_PATH}/static/`, decorateReply: false })
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Heatfleet API</title>
<link rel="stylesheet" href="${DOCS_PATH}/static/swagger-ui.css">
<link rel="icon" type="image/png" href="${DOCS_PATH}/static/favicon-32x32.png">
</head>
<body>
<div id="page"></div>
<script src="${DOCS_PATH}/static/swagger-ui-bundle.js"></script>
<script src="${DOCS_PATH}/open-page.js"></script>
</body>
</html>
`

/** A file of its own: the policy of the console lets no script inside a page run. */
const OPEN_PAGE = `SwaggerUIBundle({
  url: '${API_PREFIX}/docs/page.json', dom_id: '#page', deepLinking: true, docExpansion: 'none', filter: true,
  defaultModelsExpandDepth: -1, validatorUrl: null,
})
`
