import { api } from '@heatfleet/contract/api.ts'
import { type Call, CallFailed } from '@heatfleet/contract/client.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { ERRORS, Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type CallToolResult, Server } from '@modelcontextprotocol/server'
import { productVersion } from '../platform/product-version.ts'
import { type ReadTool, readTools } from './mcp-tools.ts'

const INSTRUCTIONS =
  'A fleet of air-source heat pumps. Every tool only reads, and shows what the token may see. Lists take `query.pageNo` and `query.size`. ' +
  'Times are ISO 8601 in UTC; a unit of the fleet is named by its `mac` (a MAC or an IMEI).'

/**
 * Makes servers of the Model Context Protocol over the calls of `call`: each tool is one call that reads. The tools are
 * chosen by the rights of the token behind `call`, asked for once; whatever a model asks for, the product decides once
 * more. Throws what `own-access` refuses.
 */
export const openMcp = async (call: Call, only?: ReadonlySet<string>): Promise<() => Server> => {
  const { permissions } = await call(api.ownAccess)
  const tools = new Map(readTools({ permissions: new Set(permissions), only }).map((tool) => [tool.name, tool]))
  return () => createServer(tools, call)
}

const createServer = (tools: ReadonlyMap<string, ReadTool>, call: Call): Server => {
  const server = new Server(
    { name: 'heatfleet', version: productVersion() },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({ tools: [...tools.values()].map(describe) }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given } }) => {
    const tool = tools.get(name)
    return tool === undefined
      ? failed(`There is no tool "${name}", or the token has no right for it.`)
      : use(tool, given, call)
  })
  return server
}

const describe = ({ name, description, input }: ReadTool) => ({
  name,
  description,
  // readTools makes nothing else.
  inputSchema: input as { type: 'object' },
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
})

const use = async ({ endpoint }: ReadTool, given: unknown, call: Call): Promise<CallToolResult> => {
  try {
    // What a model sends is checked where every call is: at the rim of the product.
    const data: unknown = await call(endpoint, (given ?? {}) as RequestOf<typeof endpoint>)
    const text = JSON.stringify(data)
    if (text.length <= LIMITS.mcp_answer_chars) return { content: [{ type: 'text', text }] }
    return failed(
      `The answer has ${text.length} characters, the most is ${LIMITS.mcp_answer_chars}: ask for fewer rows (query.size) or a shorter time.`,
    )
  } catch (error) {
    if (error instanceof Refusal) return failed(refusalText(error))
    if (error instanceof CallFailed)
      return failed(error.status === 429 ? 'Too many calls; wait a minute.' : error.message)
    throw error
  }
}

const refusalText = ({ code, field }: Refusal): string =>
  `Refused: ${ERRORS[code]} (${code})${field === undefined ? '' : `, at ${field}`}.`

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })
