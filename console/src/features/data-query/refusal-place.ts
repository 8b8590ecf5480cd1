import { Refusal } from '@heatfleet/contract/errors.ts'

/** What a query was refused for: `path` within the query, `where.single_table.0.value`, say. */
export const refusedPath = (error: unknown): string | null => {
  if (!(error instanceof Refusal) || error.field === undefined) return null
  return error.field === 'data_query' ? null : error.field.replace(/^data_query\./, '')
}

/** True when a refusal is about a part of the query or about something in it. */
export const isAbout = (path: string | null, part: string): boolean =>
  path !== null && (path === part || path.startsWith(`${part}.`))

const PARTS = ['select', 'where.single_table', 'where.two_table', 'order', 'group', 'addition'] as const

/** The part of the query a path leads to, and its number where there are several. */
export const partOf = (path: string | null) => {
  const part = PARTS.find((one) => isAbout(path, one))
  if (path === null || part === undefined) return { part: 'query', no: 1 } as const
  const [number = ''] = path.slice(part.length + 1).split('.')
  const no = /^\d+$/.test(number) ? Number(number) + 1 : 1
  const name = part === 'where.single_table' ? 'single_table' : part === 'where.two_table' ? 'two_table' : part
  return { part: name, no } as const
}
