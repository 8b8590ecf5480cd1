/** Names as they are typed: one a line, or with commas or semicolons between them. */
export const namesOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Titles that the column of names may have; such a line holds no name. */
const TITLES: ReadonlySet<string> = new Set(['register_name', 'register name', 'name', '寄存器名称', 'nazwa rejestru'])

/** Names of a text file: the first column of each line, each name once, a line of titles left out. */
export const namesInFile = (text: string): string[] => {
  const cells = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => (/^\s*"((?:[^"]|"")*)"|^([^,;\t]*)/.exec(line) ?? []).slice(1))
    .map(([quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? '').trim())
  return [...new Set(cells.filter((name, at) => name !== '' && !(at === 0 && TITLES.has(name.toLowerCase()))))]
}
