/** Names of the screens in every language: a person may know one by another name than the console has now. */
const catalogues = import.meta.glob<{ menu?: Readonly<Record<string, string>> }>(
  ['../../{*,features/*}/messages.*.json', '../../../../contract/src/*/messages.*.json'],
  { eager: true, import: 'default', query: '?menu' },
)

const names = new Map<string, string[]>()
for (const { menu = {} } of Object.values(catalogues))
  for (const [screen, name] of Object.entries(menu)) names.set(screen, [...(names.get(screen) ?? []), name])

/** What a screen is called in all languages. */
export const namesOf = (screen: string): readonly string[] => names.get(screen) ?? []
