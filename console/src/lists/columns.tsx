import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '../messages/language-code.ts'
import { productName } from '../messages/product-name.ts'
import { Age } from '../ui/age.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { formatNumber, formatTime, type TimeStyle, UNKNOWN } from '../ui/format.ts'
import { Identifier } from '../ui/identifier.tsx'
import type { Say } from './list.ts'
import styles from './lists.module.css'

/** How a column stands in the table, beside what its cells hold. */
type Place<Row, S> = Pick<Column<Row>, 'align' | 'fixed' | 'grows' | 'weight' | 'always' | 'bare'> & {
  /** False = only after somebody chose it. */
  by_default?: boolean | ((say: S) => boolean)
  /** Default: the text `columns.<key>` of the list's catalogue. */
  title?: (say: S) => string
  /** What the server sorts by, where it is not the column's own key; false = not at all. */
  sort?: string | false
  /** Columns of the file that stand in this one, where it is not the one of the same key. */
  exports?: readonly string[]
}

/** A column of a list as it is declared. */
export type ListColumn<Row, S> = Place<Row, S> & {
  px: number
  cell: (row: Row, say: S, key: string) => ReactNode
}
/** Shows the row's own value of that key, so the row must have one. */
type OwnColumn<Row, S> = ListColumn<Row, S> & { own: true }

type Read<Row, S, Value> = (row: Row, say: S) => Value
type Text = string | null
type Count = number | null

const ownOf = (row: unknown, key: string): unknown =>
  typeof row === 'object' && row !== null ? Object.entries(row).find(([name]) => name === key)?.[1] : undefined
const plainOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

type CutTextProps = {
  text: string | null
  /** On hover, in place of the text. */
  hint?: string
  /** Names have digits as wide as they are, codes are in monospace. */
  kind?: 'cut' | 'name' | 'code'
}

/** A text in one line, whole on hover; a dash for none. */
export const CutText = ({ text, hint, kind = 'cut' }: CutTextProps) =>
  text === '' || text === null ? (
    <span className={styles.weak}>{UNKNOWN}</span>
  ) : (
    <span className={styles[kind]} title={hint ?? text}>
      {text}
    </span>
  )

const NumberText = ({ value, unit, lang }: { value: Count; unit: string | undefined; lang: Language }) =>
  value === null ? (
    <span className={styles.weak}>{UNKNOWN}</span>
  ) : (
    <span className={styles.number}>
      {formatNumber(value, 0, lang)}
      {unit !== undefined && ` ${unit}`}
    </span>
  )

/** The kinds of columns a list is declared of; `Row` and `S` are fixed by {@link listOf}. */
export const columnKinds = <Row, S extends Say>() => {
  const textOf = (px: number, of: Read<Row, S, Text>, place: Place<Row, S> = {}): ListColumn<Row, S> => ({
    ...place,
    px,
    cell: (row, say) => <CutText text={of(row, say)} />,
  })
  const text = (px: number, place: Place<Row, S> = {}): OwnColumn<Row, S> => ({
    ...place,
    px,
    own: true,
    cell: (row, _, key) => <CutText text={plainOf(ownOf(row, key))} />,
  })

  /** A version or a key, in monospace. */
  const code = (px: number, place: Place<Row, S> = {}): OwnColumn<Row, S> => ({
    ...place,
    px,
    own: true,
    cell: (row, _, key) => <CutText text={plainOf(ownOf(row, key))} kind="code" />,
  })

  type Unit = { unit?: string }
  const numberOf = (
    px: number,
    of: Read<Row, S, Count>,
    { unit, ...place }: Place<Row, S> & Unit = {},
  ): ListColumn<Row, S> => ({
    align: 'end',
    ...place,
    px,
    cell: (row, say) => <NumberText value={of(row, say)} unit={unit} lang={say.lang} />,
  })
  const number = (px: number, { unit, ...place }: Place<Row, S> & Unit = {}): OwnColumn<Row, S> => ({
    align: 'end',
    ...place,
    px,
    own: true,
    cell: (row, { lang }, key) => {
      const value = ownOf(row, key)
      return <NumberText value={typeof value === 'number' ? value : null} unit={unit} lang={lang} />
    },
  })

  /** How long ago a moment was, exact on hover. */
  const ageOf = (px: number, of: Read<Row, S, Text>, place: Place<Row, S> = {}): ListColumn<Row, S> => ({
    ...place,
    px,
    cell: (row, say) => <Age at={of(row, say)} />,
  })
  const age = (px: number, place: Place<Row, S> = {}): OwnColumn<Row, S> => ({
    ...place,
    px,
    own: true,
    cell: (row, _, key) => <Age at={plainOf(ownOf(row, key)) || null} />,
  })

  /** A moment as date and time. */
  const time = (
    px: number,
    { precision = 'exact', ...place }: Place<Row, S> & { precision?: TimeStyle } = {},
  ): OwnColumn<Row, S> => ({
    ...place,
    px,
    own: true,
    cell: (row, { lang }, key) => {
      const at = plainOf(ownOf(row, key))
      return at === '' ? UNKNOWN : <time dateTime={at}>{formatTime(at, lang, precision)}</time>
    },
  })

  /** A code by its text: `word(96, ({ t }) => t(($) => $.states, { returnObjects: true }))`. */
  const word = (
    px: number,
    texts: (say: S) => Readonly<Record<string, string>>,
    place: Place<Row, S> = {},
  ): OwnColumn<Row, S> => ({
    ...place,
    px,
    own: true,
    cell: (row, say, key) => {
      const code = plainOf(ownOf(row, key))
      return <CutText text={texts(say)[code] ?? code} />
    },
  })

  const custom = (px: number, cell: Read<Row, S, ReactNode>, place: Place<Row, S> = {}): ListColumn<Row, S> => ({
    ...place,
    px,
    cell,
  })

  /** The column that names the row and opens it. */
  const link = (
    px: number,
    to: (row: Row) => string,
    of: Read<Row, S, string>,
    place: Place<Row, S> & { label?: Read<Row, S, string> } = {},
  ): ListColumn<Row, S> => {
    const { label, ...rest } = place
    return {
      fixed: 'start',
      always: true,
      ...rest,
      px,
      cell: (row, say) => (
        <Link
          className={styles.link}
          to={to(row)}
          title={label === undefined ? of(row, say) : undefined}
          aria-label={label?.(row, say)}
        >
          {of(row, say)}
        </Link>
      ),
    }
  }

  /** What can be done with a row: the last column, always in view. */
  const actions = (cell: Read<Row, S, ReactNode>): ListColumn<Row, S> => ({
    px: 44,
    fixed: 'end',
    always: true,
    bare: true,
    sort: false,
    cell,
  })

  return { text, textOf, code, number, numberOf, age, ageOf, time, word, custom, link, actions }
}

/** Columns that several lists have. */

type Produced = { product_name: string; product_english_name: string; product_key?: string }
/** The product by its name in the person's language, with its key on hover where the row has it. */
export const productColumn = <Row extends Produced, S extends Say>(px: number): ListColumn<Row, S> => ({
  px,
  cell: ({ product_name, product_english_name, product_key }, { lang }) => {
    const name = productName({ name: product_name, english_name: product_english_name }, lang)
    return <CutText text={name} kind="name" hint={product_key === undefined ? name : `${name} · ${product_key}`} />
  },
})

/** The address of a device, to be copied. */
export const macColumn = <Row extends { mac: string }, S extends Say>(px: number): ListColumn<Row, S> => ({
  px,
  fixed: 'start',
  always: true,
  cell: ({ mac }) => <Identifier id={mac} inTable />,
})

/** Who made it, and for which distributor. */
export const creatorColumn = <Row extends { creator: string; agent_name: string | null }, S extends Say>(
  px: number,
): ListColumn<Row, S> => ({
  px,
  cell: ({ creator, agent_name }) => <CutText text={agent_name === null ? creator : `${creator} · ${agent_name}`} />,
})
