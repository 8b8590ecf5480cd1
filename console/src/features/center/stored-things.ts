/** What lists keep in this browser for a person, by the beginning of its key: saved filters, and columns of tables. */
const KINDS = { views: 'views.', columns: 'columns.' } as const
export type StoredKind = keyof typeof KINDS
/** Something kept in this browser: `list` is the name of the list it belongs to. */
export type StoredThing = { key: string; kind: StoredKind; list: string }

/** What is kept for an account, by list. Keys are `views.<list>.<uid>` and `columns.<list>.<uid>`. */
export const storedThings = (keys: readonly string[], uid: number): StoredThing[] =>
  keys.flatMap((key) => {
    const kind = (Object.keys(KINDS) as StoredKind[]).find((one) => key.startsWith(KINDS[one])) // keys of the table
    const list = kind === undefined ? '' : key.slice(KINDS[kind].length, -`.${uid}`.length)
    return kind === undefined || !key.endsWith(`.${uid}`) || list === '' ? [] : [{ key, kind, list }]
  })
