import { MENU } from '@heatfleet/contract/menu.ts'
import { expect, it } from 'vitest'
import { PAGES } from './routes.tsx'
import { entriesOf } from './shell/home.ts'

it('every menu entry without children has a page', () => {
  for (const entry of entriesOf(MENU)) if (entry.children.length === 0) expect(Object.keys(PAGES)).toContain(entry.name)
})

it('every page has a menu entry, so that nothing is reachable that the server did not offer', () => {
  const names = entriesOf(MENU).map((entry) => entry.name)
  for (const name of Object.keys(PAGES)) expect(names).toContain(name)
})
