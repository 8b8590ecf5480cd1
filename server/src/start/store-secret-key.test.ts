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
  await assertSecretKey(db, first)
})
