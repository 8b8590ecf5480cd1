import { MENU } from '@heatfleet/contract/menu.ts'
import { expect, it, vi } from 'vitest'

// The session is read where the module is loaded; nobody is signed in.
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const { selectMenu, useShell } = await import('./shell-state.ts')

const entryOf = (name: string) => {
  const entry = MENU.find((one) => one.name === name)
  if (entry === undefined) throw new Error(`no menu entry ${name}`)
  return entry
}

it('the shell begins collapsed, with the device list as its open tab and no menu entry selected (spec 2 and 3)', () => {
  const { isCollapse, currentMenu, tabsList } = useShell.getState()
  expect({ isCollapse, currentMenu, paths: tabsList.map(({ path }) => path) }).toEqual({
    isCollapse: true,
    currentMenu: null,
    paths: ['/device/device-list'],
  })
})

it('selecting device management clears the current menu entry, any other becomes it (spec 2)', () => {
  selectMenu(entryOf('distributor'))
  expect(useShell.getState().currentMenu?.name).toBe('distributor')
  selectMenu(entryOf('device'))
  expect(useShell.getState().currentMenu).toBeNull()
})
