import { api } from '@heatfleet/contract/api.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import { MENU } from '@heatfleet/contract/menu.ts'
import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { readText, sourceFiles } from './source-files.ts'

const rows = Object.entries<Endpoint>(api)
const entries = (menu: readonly MenuEntry[]): MenuEntry[] =>
  menu.flatMap((entry) => [entry, ...entries(entry.children)])

/** Decision 0012: spec 7 names them; they act only with the token header, which no link and no foreign page can send. */
const CHANGED_BY_GET = [
  '/device-history-data/export-history',
  '/user/addUsermanage',
  '/user/deletUsermanage',
  '/user/deleteUser',
  '/user/updateUsermanage',
]

describe('the surface', () => {
  it('every call has its own verb and path', () => {
    const places = rows.map(([, row]) => `${row.method} ${row.path}`)
    expect(new Set(places).size).toBe(places.length)
  })

  it.each(rows)('the example of %s is true to its schema', (_, row) => {
    expect(row.result.safeParse(row.example).error).toBeUndefined()
  })

  it('nothing is changed by GET, but for the older calls of the specification', () => {
    const changing = rows.filter(([, row]) => row.method === 'GET' && row.kind === 'change')
    expect(changing.map(([, row]) => row.path).sort()).toEqual(CHANGED_BY_GET)
  })

  it('the console reads no schema of a call: its build has none (console/lean-endpoints.ts)', () => {
    const readers = sourceFiles('console/src').filter(({ text }) =>
      /\bapi\.\w+\.(?:body|params|query|result|needs|gives|fails)\b/.test(text),
    )
    expect(readers.map(({ path }) => path)).toEqual([])
  })

  it('every permission guards a call, a socket command or a field', () => {
    const server = sourceFiles('server/src')
      .map((file) => file.text)
      .join('\n')
    const guarded = new Set(rows.map(([, row]) => row.needs))
    expect(PERMISSIONS.filter((permission) => !guarded.has(permission) && !server.includes(`'${permission}'`))).toEqual(
      [],
    )
  })

  it('every menu entry with a path of its own has a page', () => {
    const routes = readText('console/src/routes.tsx')
    const leaves = entries(MENU).filter((entry) => entry.children.length === 0)
    expect(leaves.map((entry) => entry.name).filter((name) => !routes.includes(`'${name}'`))).toEqual([])
  })
})
