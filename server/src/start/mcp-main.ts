import { parseArgs } from 'node:util'
import { createClient } from '@heatfleet/contract/client.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { readAssistantConfig } from '../config.ts'
import { openMcp } from '../transports/mcp-server.ts'

/**
 * The Model Context Protocol over standard input and output, for programs that start it themselves (docs/mcp.md):
 * HEATFLEET_URL = address of the product, HEATFLEET_TOKEN = an API token; `--only device,alarm` = the calls of these nouns.
 */
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const { url, token } = readAssistantConfig()
if (url === undefined || token === undefined) {
  console.error('HEATFLEET_URL (http://127.0.0.1:8080) and HEATFLEET_TOKEN (an API token) are needed.')
  process.exit(1)
}
const call = createClient({ base_url: url.replace(/\/$/, ''), token: () => token })
const only = values.only === undefined ? undefined : new Set(values.only.split(','))
const createServer = await openMcp(call, only).catch((error: unknown) => {
  console.error(error instanceof Refusal ? `The token is refused: ${error.code}.` : String(error))
  process.exit(1)
})
// Nothing else is written to standard output: it is the protocol's.
serveStdio(createServer)
