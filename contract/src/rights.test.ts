import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isAppCall } from './endpoint.ts'
import { rightsOfCalls, snapshotText } from './rights.ts'

const snapshot = readFileSync(join(import.meta.dirname, '../rights.snapshot.json'), 'utf8')

it('what each call needs is what was committed; a wanted change is written by `npm run rights`', () => {
  expect(rightsOfCalls()).toEqual(JSON.parse(snapshot))
  expect(snapshotText()).toBe(snapshot)
})

it('every call of the console says what it is about', () => {
  const silent = Object.entries(rightsOfCalls()).filter(([, row]) => row.about === undefined && !isAppCall(row))
  expect(silent).toEqual([])
})
