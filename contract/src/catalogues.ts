/**
 * Sections of a feature's catalogue that are shown outside of its own screens. They are put together
 * from the catalogues of all features.
 */
const SHARED_SECTIONS = [
  'menu',
  'errors',
  'audit_actions',
  'role_names',
  'rights',
  'resources',
  'right_groups',
] as const
export type SharedSection = (typeof SHARED_SECTIONS)[number]

/** Those that the first screen needs of every feature. */
export const FIRST_SECTIONS: readonly string[] = [
  'menu',
  'errors',
  'audit_actions',
  'role_names',
] satisfies SharedSection[]

/** The namespace of the shared sections of all features. */
export const SHARED = 'shared'

/** A catalogue's namespace: its folder. `contract` has the errors that any call may answer. */
const namespaceOf = (path: string): string => {
  const [, folder = ''] = path.match(/([^/]+)\/messages\.\w+\.json$/) ?? []
  return folder === 'src' ? 'contract' : folder
}

type Texts = Readonly<Record<string, unknown>>

/** The namespaces that catalogues form together, by path: one for each folder, and {@link SHARED}. */
export const mergeCatalogues = (catalogues: Readonly<Record<string, object>>): Record<string, Texts> => {
  const shared: Record<string, object> = {}
  const own = Object.entries(catalogues).map(([path, catalogue]): [string, Texts] => {
    const texts: Texts = { ...catalogue }
    for (const section of SHARED_SECTIONS) {
      const part = texts[section]
      if (typeof part === 'object') shared[section] = { ...shared[section], ...part }
    }
    return [namespaceOf(path), texts]
  })
  return { ...Object.fromEntries(own), [SHARED]: shared }
}

/** Finds a text, or a group of them, by its path within a namespace: `columns.mac`. */
export const findText = (catalogue: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (group, key) => (typeof group === 'object' && group !== null ? Reflect.get(group, key) : undefined),
      catalogue,
    )
