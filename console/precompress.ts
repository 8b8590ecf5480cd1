import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:js|css|html|svg|json|geojson)$/
/** Below this a file is hardly smaller for it. */
const WORTH_BYTES = 256

/** Vite plugin: writes `.br` and `.gz` beside every text file of a build, for the server to send as they are. */
export const precompress = (): Plugin => ({
  name: 'heatfleet:precompress',
  // The gallery is looked at on the machine that built it.
  apply: (_, { command }) => command === 'build' && process.env.VITE_GALLERY !== '1',
  async writeBundle(output) {
    const folder = output.dir ?? 'dist'
    const files = await readdir(folder, { recursive: true })
    await Promise.all(files.filter((file) => TEXT.test(file)).map((file) => pack(join(folder, file))))
  },
})

const pack = async (path: string) => {
  const plain = await readFile(path)
  if (plain.length < WORTH_BYTES) return
  const brotli = promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  await Promise.all([
    brotli.then((packed) => writeFile(`${path}.br`, packed)),
    promisify(gzip)(plain, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ])
}
