import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import pg from 'pg'
import { z } from 'zod'
import type { Checks } from '../faults/checks.ts'
import { clientOf, embeddedConnection, signIn } from '../faults/stored.ts'
import { ADMIN_PASSWORD, startProduct } from '../product.ts'
import { APP_PASSWORD, openApp } from './app-person.ts'
import { tryPassword } from './raw-call.ts'

const NEW_PASSWORD = 'Quiet-Valve-713'
const WRONG_PASSWORD = 'Wrong-Valve-8264'
/** Passwords of an app user and of an unknown name. */
const APP_EMAIL = 'kept-person@example.com'
const STRANGER_EMAIL = 'no-such-person@example.com'
/** Quality S10. */
const MEMORY_KIB_MIN = 19_456
const PASSES_MIN = 2
const Columns = z.array(z.object({ table_name: z.string(), column_name: z.string() }))

/** S10: how passwords are kept, and whether one can be found in any column, log or answer after all ways of using it. */
export const attackPasswordsAtRest = async ({ checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const product = await startProduct({ mode: 'serve' })
  const database = new pg.Client(embeddedConnection(product.data))
  await database.connect()
  try {
    const call = clientOf(product.url, await signIn(product.url))
    await call(api.modifyPassword, { body: { old_password: ADMIN_PASSWORD, new_password: NEW_PASSWORD } })
    await tryPassword(product.url, 'admin', WRONG_PASSWORD)
    await tryPassword(product.url, WRONG_PASSWORD, WRONG_PASSWORD)
    const app = await openApp(product.url, call, 'Attacked')
    await app.join(APP_EMAIL)
    // Users type passwords into the wrong field: neither may be stored in clear.
    for (const name of [APP_EMAIL, STRANGER_EMAIL, WRONG_PASSWORD]) await app.trySignIn(name, WRONG_PASSWORD)

    const { rows: kept } = await database.query<{ password_hash: string }>(
      'select password_hash from accounts union all select password_hash from app_users where password_hash is not null',
    )
    const weak = kept.filter(({ password_hash }) => !isStrongHash(password_hash))
    checks.expect(
      `every password is Argon2id with m >= ${MEMORY_KIB_MIN}, t >= ${PASSES_MIN}`,
      weak.length === 0,
      `${kept.length} hashes, weak ${weak.length}`,
    )
    const needles = [...[ADMIN_PASSWORD, NEW_PASSWORD, WRONG_PASSWORD, APP_PASSWORD].flatMap(formsOf), STRANGER_EMAIL]
    const places = Columns.parse(
      (
        await database.query(
          `select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
           where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb', 'ARRAY', 'bytea', 'character varying')`,
        )
      ).rows,
    )
    const found: string[] = []
    for (const { table_name, column_name } of places) {
      const { rows } = await database.query<{ hit: boolean }>(
        `select exists (select from "${table_name}" where "${column_name}"::text ilike any ($1)) as hit`,
        [needles.map((needle) => `%${needle}%`)],
      )
      if (rows[0]?.hit) found.push(`${table_name}.${column_name}`)
    }
    checks.expect(
      'no column holds a password, plain or as MD5, SHA-1 or SHA-256, nor a name nobody has',
      found.length === 0,
      `${places.length} columns, found ${found.join(', ') || 'none'}`,
    )
    const logs = globSync('logs/*', { cwd: product.data }).map((name) => ({
      name,
      text: readFileSync(join(product.data, name), 'utf8').toLowerCase(),
    }))
    logs.push({ name: 'printed', text: product.output().toLowerCase() })
    const leaks = logs.filter(({ text }) => needles.some((needle) => text.includes(needle.toLowerCase())))
    checks.expect('no log tells one', leaks.length === 0, `${logs.length} logs, found ${leaks.length}`)
  } finally {
    await database.end()
    await product.stop()
  }
}

const isStrongHash = (hash: string): boolean => {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(hash)
  return found !== null && Number(found[1]) >= MEMORY_KIB_MIN && Number(found[2]) >= PASSES_MIN
}

/** Forms in which a careless program would store a password. */
const formsOf = (password: string): string[] => [
  password,
  Buffer.from(password).toString('base64'),
  Buffer.from(password).toString('hex'),
  ...['md5', 'sha1', 'sha256'].map((name) => createHash(name).update(password).digest('hex')),
]
