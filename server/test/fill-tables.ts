import type pg from 'pg'

type Column = {
  table: string
  column: string
  type: string
  is_needed: boolean
  /** Table and column it refers to. */
  refers_to: [string, string] | null
}

const TABLES = `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations' order by 1`

const COLUMNS = `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as is_needed,
    (select array[f.relname::text, fa.attname::text] from pg_constraint k join pg_class f on f.oid = k.confrelid
       join pg_attribute fa on fa.attrelid = k.confrelid and fa.attnum = k.confkey[array_position(k.conkey, a.attnum)]
       where k.contype = 'f' and k.conrelid = c.oid and a.attnum = any(k.conkey) limit 1) as refers_to
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by 1, a.attnum`

const CHECKS = `select c.relname as table, pg_get_constraintdef(k.oid) as text from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'c'`

const VALUES: Readonly<Record<string, string>> = {
  smallint: '1',
  integer: '1',
  bigint: '1',
  'double precision': '1',
  numeric: '1',
  real: '1',
  text: `'abc'`,
  boolean: 'true',
  bytea: `decode('00112233', 'hex')`,
  date: `date '2026-11-01'`,
  json: `'[]'`,
  jsonb: `'[]'`,
  uuid: 'gen_random_uuid()',
  'timestamp with time zone': `timestamptz '2026-11-01T10:00:00Z'`,
  'time without time zone': `time '10:00'`,
  interval: `interval '1 hour'`,
}

/** Values that a check names for a column, as SQL: `state in ('queued', …)`, or a pattern of which an example is known. */
const allowedOf = (column: string, checks: readonly string[]): string[] =>
  checks
    .filter((text) => new RegExp(`\\b${column}\\b`).test(text) && /ANY \(ARRAY\[/.test(text))
    .flatMap((text) => [...text.matchAll(/'([^']*)'::text/g)].map(([, value]) => `'${value}'`))

const EXAMPLES: readonly (readonly [RegExp, string])[] = [
  [/^mac$|^did$/, `'863412060123455'`],
  [/sha256|hash|digest|checksum/, `repeat('a', 64)`],
  [/path$/, `'/1/'`],
]

/**
 * Puts a row into every table of a database that it can, whatever its version: with the values that types, checks and references ask for.
 * Returns the rows of each table that has some.
 */
export const fillTables = async (client: pg.ClientBase): Promise<Map<string, number>> => {
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  const { rows: columns } = await client.query<Column>(COLUMNS)
  const { rows: checks } = await client.query<{ table: string; text: string }>(CHECKS)
  const filled = new Set<string>()
  const tryFill = async (table: string): Promise<boolean> => {
    const needed = columns.filter((column) => column.table === table && column.is_needed)
    const of_table = checks.filter((check) => check.table === table).map(({ text }) => text)
    const choices = needed.map((column) => {
      if (column.refers_to !== null) {
        const [other, key] = column.refers_to
        return [`(select ${key} from ${other} limit 1)`]
      }
      const example = EXAMPLES.find(([pattern]) => pattern.test(column.column))?.[1]
      const plain = column.type.endsWith('[]') ? `'{}'` : VALUES[column.type]
      return [
        ...allowedOf(column.column, of_table),
        ...(example === undefined || column.type !== 'text' ? [] : [example]),
        plain ?? 'null',
      ]
    })
    const names = needed.map(({ column }) => `"${column}"`).join(', ')
    const attempts = Math.max(1, ...choices.map((one) => one.length))
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const values = choices.map((one) => one[Math.min(attempt, one.length - 1)]).join(', ')
      const statement =
        needed.length === 0
          ? `insert into "${table}" default values`
          : `insert into "${table}" (${names}) values (${values})`
      await client.query('savepoint fill')
      const is_in = await client.query(statement).then(
        () => true,
        () => false,
      )
      await client.query(is_in ? 'release savepoint fill' : 'rollback to savepoint fill')
      if (is_in) return true
    }
    return false
  }
  await client.query('begin')
  // A table is filled once those it refers to are.
  for (let is_more = true; is_more; ) {
    is_more = false
    for (const { name } of tables) {
      if (filled.has(name) || !(await tryFill(name))) continue
      filled.add(name)
      is_more = true
    }
  }
  await client.query('commit')
  return countRows(client)
}

/** Rows of each table that has some. */
export const countRows = async (client: pg.ClientBase): Promise<Map<string, number>> => {
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from "${name}"`)
    if ((rows[0]?.n ?? 0) > 0) counts.set(name, rows[0]?.n ?? 0)
  }
  return counts
}
