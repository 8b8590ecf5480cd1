import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { SettingError } from '../config.ts'
import { assertSecretKey } from './store-secret-key.ts'

const database = useDatabase()

it('a database accepts the key it was first started with, and no other', async () => {
  const { db } = database
  const first = randomBytes(32)
  await Promise.all([assertSecretKey(db, first), assertSecretKey(db, first)])
  await assertSecretKey(db, first)
  await expect(assertSecretKey(db, randomBytes(32))).rejects.toThrow(SettingError)
  await expect(assertSecretKey(db, randomBytes(32))).rejects.toThrow('keys/secret-key')
  // One made up because the file is gone is not left in its place.
  const kept: string[] = []
  await expect(assertSecretKey(db, randomBytes(32), () => kept.push('made up'))).rejects.toThrow(SettingError)
  expect(kept).toEqual([])
  await assertSecretKey(db, first)
})

it('the key of a first start is kept before its check value is', async () => {
  const { db } = database
  await db.deleteFrom('secret_key_check').execute()
  await expect(
    assertSecretKey(db, randomBytes(32), () => {
      throw new Error('the disk is full')
    }),
  ).rejects.toThrow('the disk is full')
  expect(await db.selectFrom('secret_key_check').select('only_row').execute()).toEqual([])
})
