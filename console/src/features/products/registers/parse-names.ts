/** Splits typed names: one per line, or separated by commas or semicolons. */
export const parseNames = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Header cells of the name column. */
const TITLES: ReadonlySet<string> = new Set(['register_name', 'register name', 'name', '寄存器名称', 'nazwa rejestru'])

/** Names of a text file: the first column without header, without duplicates. */
export const parseNameFile = (text: string): string[] => {
  const cells = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => (/^\s*"((?:[^"]|"")*)"|^([^,;\t]*)/.exec(line) ?? []).slice(1))
    .map(([quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? '').trim())
  return [...new Set(cells.filter((name, at) => name !== '' && !(at === 0 && TITLES.has(name.toLowerCase()))))]
}
