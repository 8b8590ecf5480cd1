import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

/** A page of a screen by its place. */
export type PagePart = { offset: number; limit: number }
/** The next rows of a file, behind a key that never changes; null = from the first. */
type FilePart = { after: string | null; limit: number }
export type ListPart = PagePart | FilePart

/** Rows of a list. Only a page has the number of all rows that match: a file is counted once, not with every part. */
export type ListPage<Row, Part extends ListPart> = { rows: Row[]; total: Part extends PagePart ? number : null }

/** Counts the rows that match and reads none. */
export const COUNT_ONLY = { offset: 0, limit: 0 } as const satisfies PagePart

type Reader<Row> = { count: () => Promise<number>; read: (part: ListPart) => Promise<Row[]> }

/** Reads a part of a list by its own queries. */
export const readPage = async <Row, Part extends ListPart>(
  { count, read }: Reader<Row>,
  part: Part,
): Promise<ListPage<Row, Part>> => {
  const [rows, total] = await Promise.all([part.limit === 0 ? [] : read(part), 'after' in part ? null : count()])
  return { rows, total } as ListPage<Row, Part> // `total` is null exactly for the parts of files
}

type List<MatchingDb, MatchingTable extends keyof MatchingDb, Db, Table extends keyof Db, Row> = {
  /** The rows in scope that match, without columns; they are counted. */
  matching: SelectQueryBuilder<MatchingDb, MatchingTable, object>
  /** Another way to count, for lists that are counted up to a limit only. */
  count?: () => Promise<number>
  /** The same with columns. */
  rows: SelectQueryBuilder<Db, Table, Row>
  /** Order on the screen; ends with a unique column, so that pages neither repeat nor miss a row. */
  order: (rows: SelectQueryBuilder<Db, Table, Row>) => SelectQueryBuilder<Db, Table, Row>
  /** Unique column that never changes: the order of files. */
  key: string
  key_order?: 'asc' | 'desc'
}

/** Reads a part of a list: one declaration for the page of a screen, the rows of a file, and the count. */
export const listPage = <
  MatchingDb,
  MatchingTable extends keyof MatchingDb,
  Db,
  Table extends keyof Db,
  Row,
  Part extends ListPart,
>(
  {
    matching,
    count = () => countRows(matching),
    rows,
    order,
    key,
    key_order = 'asc',
  }: List<MatchingDb, MatchingTable, Db, Table, Row>,
  part: Part,
): Promise<ListPage<Row, Part>> =>
  readPage(
    {
      count,
      read: (one) =>
        'after' in one
          ? behind(rows, key, key_order, one.after).orderBy(sql.ref(key), key_order).limit(one.limit).execute()
          : order(rows).offset(one.offset).limit(one.limit).execute(),
    },
    part,
  )

/** The rows behind a key; all where it is null. */
const behind = <Db, Table extends keyof Db, Row>(
  rows: SelectQueryBuilder<Db, Table, Row>,
  key: string,
  key_order: 'asc' | 'desc',
  after: string | null,
): SelectQueryBuilder<Db, Table, Row> =>
  after === null ? rows : rows.where(sql<SqlBool>`${sql.ref(key)} ${key_order === 'asc' ? sql`>` : sql`<`} ${after}`)

/** How many rows a query without columns finds. */
const countRows = async <Db, Table extends keyof Db>(
  matching: SelectQueryBuilder<Db, Table, object>,
): Promise<number> => {
  const counted = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirst()
  return (counted as { total: number } | undefined)?.total ?? 0 // the column just above
}
