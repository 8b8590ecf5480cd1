import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')

const Packed = z.array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }))

/**
 * The package as another project has it: built, packed by npm and unpacked into the `node_modules` of an empty folder, where
 * programs are run by plain Node.
 */
export const installClient = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-client-'))
  await run(process.execPath, ['client/scripts/build.ts'], { cwd: root })
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: join(root, 'client') })
  const [packed] = Packed.parse(JSON.parse(stdout))
  const home = join(folder, 'node_modules/@heatfleet/client')
  mkdirSync(home, { recursive: true })
  await run('tar', ['-xzf', join(folder, packed?.filename ?? ''), '-C', home, '--strip-components=1'])
  writeFileSync(join(folder, 'package.json'), '{ "name": "elsewhere", "private": true, "type": "module" }')
  return {
    folder,
    home,
    files: (packed?.files ?? []).map(({ path }) => path),
    /** Runs a program; returns the lines it printed. */
    runProgram: async (text: string, environment: Record<string, string> = {}, node = process.execPath) => {
      const file = join(folder, `program-${crypto.randomUUID()}.mjs`)
      writeFileSync(file, text)
      const env = { PATH: process.env.PATH ?? '', ...environment }
      const { stdout: printed } = await run(node, [file], { cwd: folder, env })
      return printed.split('\n').filter((line) => line !== '')
    },
    /** What the compiler says of a program, under the strictest settings. */
    compile: async (text: string): Promise<string> => {
      writeFileSync(join(folder, 'checked.ts'), text)
      const options = {
        strict: true,
        noEmit: true,
        module: 'nodenext',
        target: 'es2022',
        lib: ['es2023', 'dom'],
        types: [],
      }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['checked.ts'] }))
      const tsc = join(root, 'node_modules/.bin/tsc')
      return run(tsc, ['-b', '--force', folder]).then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      )
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
export type InstalledClient = Awaited<ReturnType<typeof installClient>>

/** The programs that a page shows. */
export const programsIn = (page: string): string[] =>
  [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, program = '']) => program)
