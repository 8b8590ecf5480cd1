/** Finds a text, or a group of them, in a catalogue of one language: `find('apps', 'platforms.ios')`. */
export type FindText = (catalogue: string, path: string) => unknown
type Texts = Readonly<Record<string, string>>

/** Reads the texts of one kind of export: paths lead into its own catalogue unless another is named. */
type Read = {
  text: (path: string, catalogue?: string) => string
  /** Codes with their texts. */
  group: (path: string, catalogue?: string) => Texts
}

/** Titles and texts of coded values that are not simply `columns.<key>` of the catalogue. */
type Overrides<Key extends string> = { titles?: Partial<Record<Key, string>>; values?: Partial<Record<Key, Texts>> }
export type KindTexts<Key extends string = string> = {
  catalogue: string
  keys: readonly Key[]
  read: (read: Read) => Overrides<Key>
}

/** The texts of one kind of export. */
export const kindTexts = <const Key extends string>(
  catalogue: string,
  keys: readonly Key[],
  read: KindTexts<Key>['read'] = () => ({}),
): KindTexts => ({ catalogue, keys, read })

/** A column of a file: its title, and the texts of its coded values. */
export type ColumnTexts = { key: string; title: string; words?: Texts }

/** The columns of a kind in the order of the contract, in the language that `find` reads. */
export const textsOf = ({ catalogue, keys, read }: KindTexts, find: FindText): ColumnTexts[] => {
  const text = (path: string, from = catalogue): string => {
    const found = find(from, path)
    return typeof found === 'string' ? found : path
  }
  const group = (path: string, from = catalogue): Texts => {
    const found = find(from, path)
    if (typeof found !== 'object' || found === null) return {}
    return Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'string'))
  }
  const { titles = {}, values = {} } = read({ text, group })
  return keys.map((key) => {
    const words = values[key]
    return { key, title: titles[key] ?? text(`columns.${key}`), ...(words === undefined ? {} : { words }) }
  })
}
