import { Refusal } from '@heatfleet/contract/errors.ts'
import { CursorPaging } from '@heatfleet/contract/paging.ts'
import { expect, it } from 'vitest'
import { readCursor, writeCursor } from './list-cursor.ts'

const KEY = Buffer.alloc(32, 5)
const mine = { call: 'auditList', uid: 3, filter: { sort_order: 'desc' } }
const LONGEST = '2026-11-28T05:10:00.000000Z|12|9223372036854775807'

it.each(['917', '863412060123455', LONGEST])('a cursor gives the key %s back and fits its schema', (key) => {
  const cursor = writeCursor(KEY, mine, key)
  expect(readCursor(KEY, mine, cursor)).toBe(key)
  expect(CursorPaging.parse({ cursor }).cursor).toBe(cursor)
})

it.each([
  ['another call', { ...mine, call: 'alarmList' }, KEY],
  ['another person', { ...mine, uid: 4 }, KEY],
  ['another filter', { ...mine, filter: { sort_order: 'asc' } }, KEY],
  ['another installation', mine, Buffer.alloc(32, 6)],
])('one of %s is refused at its field', (_, belongs, key) => {
  const read = () => readCursor(KEY, mine, writeCursor(key, belongs, '917'))
  expect(read).toThrow(Refusal)
  expect(read).toThrow(expect.objectContaining({ code: 'cursor_invalid', field: 'cursor' }))
})

it('one with any character changed is refused', () => {
  const cursor = writeCursor(KEY, mine, '917')
  for (let at = 0; at < cursor.length; at += 1)
    for (const letter of ['A', 'B', '_'].filter((one) => one !== cursor[at])) {
      const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1)
      expect(() => readCursor(KEY, mine, changed), changed).toThrow(Refusal)
    }
  for (const short of ['', 'A', cursor.slice(0, 20)]) expect(() => readCursor(KEY, mine, short)).toThrow(Refusal)
})
