import { describe, expect, it } from 'vitest'
import { closeOthers, closeTab, markGone, nameTab, openTab, PINNED, renameTab, type Tab, withSearch } from './tabs.ts'

const tab = (label: string, path = `/x/${label}`): Tab => ({ label, path, name: 'x', search: '' })
const [a, b, c] = [tab('a'), tab('b'), tab('c')]

describe('open tabs', () => {
  it('start with the device list', () => {
    expect(PINNED.path).toBe('/device/device-list')
  })

  it('open once per path and per label', () => {
    expect(openTab([PINNED], a)).toEqual([PINNED, a])
    expect(openTab([PINNED, a], a)).toEqual([PINNED, a])
    expect(openTab([PINNED, a], tab('a', '/y'))).toEqual([PINNED, tab('a', '/y')])
  })

  it('are two for objects of different kinds with equal ids', () => {
    const account = tab(nameTab('Account', '171'), '/user/user-detail/171')
    const distributor = tab(nameTab('Distributor', '171'), '/distributor/distributor-detail/171')
    expect(openTab(openTab([PINNED], account), distributor)).toEqual([PINNED, account, distributor])
    expect(account.label).toBe('Account 171')
    expect(nameTab('Devices', undefined)).toBe('Devices')
  })

  it('keep the last query of their screen', () => {
    expect(openTab([PINNED, a], { ...a, search: '?q=1' })[1]?.search).toBe('?q=1')
  })

  it('take a query for their own path only, and open none', () => {
    expect(withSearch([PINNED, a, b], a.path, '?q=1')).toEqual([PINNED, { ...a, search: '?q=1' }, b])
    expect(withSearch([PINNED, a], b.path, '?q=1')).toEqual([PINNED, a])
  })

  it.each([
    ['the neighbour at the right', a.path, [PINNED, b, c], b],
    ['the neighbour at the left when it was the last', c.path, [PINNED, a, b], b],
    ['itself when it is the pinned one, which stays', PINNED.path, [PINNED, a, b, c], PINNED],
    ['the device list for a tab that is not open', '/gone', [PINNED, a, b, c], PINNED],
  ])('closed, show %s', (_, path, tabs, next) => {
    expect(closeTab([PINNED, a, b, c], path)).toEqual({ tabs, next })
  })

  it('close all but one, never the device list', () => {
    expect(closeOthers([PINNED, a, b], b.path)).toEqual([PINNED, b])
    expect(closeOthers([PINNED, a, b], PINNED.path)).toEqual([PINNED])
  })

  it('close when another screen is shown if what they show does not exist', () => {
    const open = markGone([PINNED, a, b], a.path)
    expect(openTab(open, a).map(({ path }) => path)).toEqual([PINNED.path, a.path, b.path])
    expect(openTab(open, b)).toEqual([PINNED, b])
    expect(openTab(markGone([PINNED, a], PINNED.path), a)).toEqual([PINNED, a])
    // Imported meanwhile: its screen labels it, and it stays.
    expect(openTab(renameTab(open, a.path, 'Hof'), b)).toHaveLength(3)
  })

  it('have the name of their device, made unique for equal names', () => {
    const open = [PINNED, tab('863412060123455', '/d/863412060123455'), tab('Villa', '/d/863412060160001')]
    expect(renameTab(open, '/d/863412060123455', 'Hof')[1]).toMatchObject({ label: 'Hof', is_labelled: true })
    expect(renameTab(open, '/d/863412060123455', 'Villa')[1]?.label).toBe('Villa · 3455')
  })
})
