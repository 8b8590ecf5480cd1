import { readFile } from 'node:fs/promises'
import { FIRST_SECTIONS } from '@heatfleet/contract/catalogues.ts'
import type { Plugin } from 'vite'

const SOURCE = /^(.*\/messages\.\w+\.json)\?(first|later|menu|right-names)$/
/** Ids of modules without an ending: no other plugin takes them for files of JSON. */
const ID = /^\0catalogue-(first|later|menu|right-names):(.*)$/

type RightTexts = { rights?: Readonly<Record<string, { name: string }>> }

const rightNamesOf = ({ rights = {} }: RightTexts) => ({
  rights: Object.fromEntries(Object.entries(rights).map(([right, { name }]) => [right, { name }])),
})

/**
 * Vite plugin: of a catalogue, `?first` is what the first screen needs of it, `?later` the rest, `?menu` the names of its screens
 * alone, `?right-names` those of its rights without what they mean. As sections of one module all would end in one chunk.
 */
export const splitCatalogues = (): Plugin => ({
  name: 'heatfleet:split-catalogues',
  enforce: 'pre',
  async resolveId(source, importer) {
    const [, path, part] = SOURCE.exec(source) ?? []
    if (path === undefined) return null
    const file = await this.resolve(path, importer, { skipSelf: true })
    return file === null ? null : `\0catalogue-${part}:${file.id}`.replace(/\.json$/, '')
  },
  async load(id) {
    const [, part, path] = ID.exec(id) ?? []
    if (path === undefined) return null
    const file = `${path}.json`
    this.addWatchFile(file)
    const catalogue = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown> & RightTexts
    if (part === 'right-names') return `export default ${JSON.stringify(rightNamesOf(catalogue))}`
    const sections = Object.entries(catalogue).filter(([key]) =>
      part === 'menu' ? key === 'menu' : FIRST_SECTIONS.includes(key) === (part === 'first'),
    )
    return `export default ${JSON.stringify(Object.fromEntries(sections))}`
  },
})
